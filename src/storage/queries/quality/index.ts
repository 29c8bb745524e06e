export * from './incidents.js';
export * from './latest-results.js';
export * from './results.js';
