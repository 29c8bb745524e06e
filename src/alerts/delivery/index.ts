export { deliverAgain, skipToNewest } from './ask-again.js';
export { deliveryWork } from './delivery-work.js';
export { deliveryMetrics } from './metrics.js';
