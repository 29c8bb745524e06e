export { feedFeature } from './feed-feature.js';
