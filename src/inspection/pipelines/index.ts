export { type OwnPipeline, type OwnPipelines, ownPipelines, pipelineCommands } from './own-pipelines.js';
export { type PipelineRun, type RunReport, reportRun, runOf } from './pipeline-run.js';
export { scheduleJob } from './schedule-job.js';
