export * from './points.js';
export * from './usage.js';
