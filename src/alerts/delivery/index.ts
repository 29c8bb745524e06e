export { deliverAgain, skipToNewest } from './ask-again.js';
