export * from './deletions.js';
export * from './leases.js';
export * from './settings.js';
