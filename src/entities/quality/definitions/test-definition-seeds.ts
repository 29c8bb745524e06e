import type { Command } from '../../../catalog/index.js';
import { seedsOf } from '../../seeds-of-file.js';
import { TEST_TYPE } from '../edges.js';

export const SEED_TEST_DEFINITIONS = 'entities.seedTestDefinitions';

/** Files with the definitions of the interface, and with those of Cairn. */
export interface DefinitionFiles {
  shipped: string;
  own: string;
}

/** Store the test definitions of each file, if the file changed since it was last stored. */
export function testDefinitionSeeds({ shipped, own }: DefinitionFiles): Command[] {
  const type = TEST_TYPE.definition;
  const seeds = (name: string, setting: string, file: string) => seedsOf({ name, setting, type, file, override: true });
  return [
    seeds(SEED_TEST_DEFINITIONS, 'testDefinitions.seeded', shipped),
    seeds('entities.seedOwnTestDefinitions', 'testDefinitions.ownSeeded', own),
  ];
}
