import type { Command } from '../../../catalog/index.js';
import { seedsOf } from '../../seeds-of-file.js';
import { TEST_TYPE } from '../edges.js';

export const SEED_TEST_DEFINITIONS = 'entities.seedTestDefinitions';

/** Stores the test definitions of a file, if the file changed since it was last stored. */
export function testDefinitionSeeds(file: string): Command {
  return seedsOf({
    ...{ name: SEED_TEST_DEFINITIONS, setting: 'testDefinitions.seeded', type: TEST_TYPE.definition },
    ...{ file, override: true },
  });
}
