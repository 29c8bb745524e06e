import type { Feature } from '../feature/index.js';
import { profileJudge, rangeRoutes } from './anomalies/index.js';
import { profileJob, profileRoutes, profilerJob } from './profiles/index.js';
import { type InspectionOptions, inspectionAccess } from './source/index.js';

/** Reads the tables of the databases that services describe. */
export function inspectionFeature(options: InspectionOptions): Omit<Feature, 'types'> {
  const access = inspectionAccess(options);
  return {
    name: 'inspection',
    routes: [...profileRoutes(), ...rangeRoutes()],
    jobs: [profileJob(access), profilerJob(access)],
    eventReaders: [profileJudge],
  };
}
