import type { Feature } from '../../feature/index.js';
import { testDefinitionSeeds } from './definitions/test-definition-seeds.js';
import { forgetResults } from './results/result-retention.js';

const DAY = 86_400_000;

/** Seeds: the test definitions in some files. Removes results older than `testResultRetentionDays`; 0 keeps them. */
export function qualityFeature(
  definitions: readonly string[],
  { testResultRetentionDays }: { testResultRetentionDays: number },
) {
  return {
    name: 'quality',
    seeds: [testDefinitionSeeds(definitions)],
    jobs: testResultRetentionDays > 0 ? [forgetResults(testResultRetentionDays * DAY)] : [],
  } satisfies Feature;
}
