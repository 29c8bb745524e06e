import type { Feature } from '../../feature/index.js';
import { testDefinitionSeeds } from './definitions/test-definition-seeds.js';
import { forgetIncidents } from './incidents/incident-retention.js';
import { forgetResults } from './results/result-retention.js';

const DAY = 86_400_000;

/** Days; 0 keeps everything. */
export interface QualityOptions {
  testResultRetentionDays: number;
  incidentRetentionDays: number;
}

/** Seeds: the test definitions in a file. Removes older results and incidents by the options. */
export function qualityFeature(
  definitions: string,
  { testResultRetentionDays, incidentRetentionDays }: QualityOptions,
) {
  return {
    name: 'quality',
    seeds: [testDefinitionSeeds(definitions)],
    jobs: [
      ...(testResultRetentionDays > 0 ? [forgetResults(testResultRetentionDays * DAY)] : []),
      ...(incidentRetentionDays > 0 ? [forgetIncidents(incidentRetentionDays * DAY)] : []),
    ],
  } satisfies Feature;
}
