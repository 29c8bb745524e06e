export { ENQUEUE_TESTS, enqueueCommand } from './enqueue-command.js';
export { type RunLine, readRun } from './read-run.js';
export { type RunTestsInput, runTests, runTestsJob } from './run-tests-job.js';
export { suitePipeline } from './suite-pipeline.js';
export { triggerRoute } from './trigger-route.js';
