export { deliveryWork } from './delivery-work.js';
export { deliveryMetrics } from './metrics.js';
export { skipToNewest } from './skip-to-newest.js';
