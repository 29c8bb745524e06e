export * from './alert-deliveries.js';
export * from './alert-destinations.js';
export * from './alert-lanes.js';
export * from './alert-totals.js';
export * from './delivery-records.js';
export * from './redeliver-ended.js';
export * from './remove-deliveries.js';
