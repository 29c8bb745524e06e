export { type InspectionOptions, inspectionAccess } from './inspection-access.js';
export { openServiceSource, refusalOfService, type ServiceSource, type SourceDeps } from './open-service-source.js';
export { nameInSource, placeOfTable, type TablePlace } from './table-place.js';
export { withoutSemicolons } from './without-semicolons.js';
