export * from './points.js';
export * from './points-by-time.js';
export * from './usage.js';
