export * from './deletions.js';
export * from './jobs.js';
export * from './leases.js';
export * from './notices.js';
export * from './quiet-writes.js';
export * from './run-jobs.js';
export * from './settings.js';
