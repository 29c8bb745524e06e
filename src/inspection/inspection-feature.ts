import type { Feature } from '../feature/index.js';
import { profileJudge, rangeRoutes } from './anomalies/index.js';
import { type OwnPipeline, pipelineCommands, scheduleJob } from './pipelines/index.js';
import { enqueueProfile, profileJob, profileRoutes, profilerJob, profilerPipeline } from './profiles/index.js';
import { type InspectionOptions, inspectionAccess } from './source/index.js';
import { enqueueCommand, runTestsJob, suitePipeline, triggerRoute } from './tests/index.js';

/** The pipelines that this server runs itself. */
export const ownKinds: readonly OwnPipeline[] = [suitePipeline, profilerPipeline];

/** Reads the tables of the databases that services describe: runs their tests, profiles them, and finds anomalies. */
export function inspectionFeature(options: InspectionOptions): Omit<Feature, 'types'> {
  const access = inspectionAccess(options);
  return {
    name: 'inspection',
    routes: [triggerRoute(), ...profileRoutes(), ...rangeRoutes()],
    commands: [...pipelineCommands(ownKinds), enqueueCommand, enqueueProfile],
    jobs: [runTestsJob(access), profileJob(access), profilerJob(access), scheduleJob(ownKinds)],
    eventReaders: [profileJudge],
  };
}
