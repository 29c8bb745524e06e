export { inspectionFeature } from './inspection-feature.js';
export type { InspectionOptions } from './source/index.js';
