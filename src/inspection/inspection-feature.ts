import type { Feature } from '../feature/index.js';
import { type OwnPipeline, pipelineCommands, scheduleJob } from './pipelines/index.js';
import { type InspectionOptions, inspectionAccess } from './source/index.js';
import { enqueueCommand, runTestsJob, suitePipeline, triggerRoute } from './tests/index.js';

/** The pipelines that this server runs itself. */
export const ownKinds: readonly OwnPipeline[] = [suitePipeline];

/** Reads the tables of the databases that services describe: runs their tests. */
export function inspectionFeature(options: InspectionOptions): Omit<Feature, 'types'> {
  const access = inspectionAccess(options);
  return {
    name: 'inspection',
    routes: [triggerRoute()],
    commands: [...pipelineCommands(ownKinds), enqueueCommand],
    jobs: [runTestsJob(access), scheduleJob(ownKinds)],
  };
}
