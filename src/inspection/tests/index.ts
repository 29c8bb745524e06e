export { type RunTestsState, readRunState, runTests, runTestsJob } from './run-tests-job.js';
export { suitePipeline } from './suite-pipeline.js';
export { enqueueTests, triggerRoute } from './trigger-route.js';
