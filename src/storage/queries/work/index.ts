export * from './deletions.js';
export * from './leases.js';
export * from './notices.js';
export * from './settings.js';
