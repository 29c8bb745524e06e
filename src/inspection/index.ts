export { inspectionFeature, ownKinds } from './inspection-feature.js';
export { ownPipelines } from './pipelines/index.js';
export { ENQUEUE_PROFILE, outcomesOf, profileRuns, type TableOutcome } from './profiles/index.js';
export type { InspectionOptions } from './source/index.js';
export { ENQUEUE_TESTS, type RunLine, readRun, runTests } from './tests/index.js';
