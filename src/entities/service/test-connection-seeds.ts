import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseObject } from '../../../contract/index.js';
import { type Command, type Fields, putOwn, type Scope } from '../../catalog/index.js';
import { getSetting, putSetting } from '../../storage/index.js';

interface Step {
  name: string;
  mandatory: boolean;
  shortCircuit?: boolean;
  category?: string;
}

interface Seeds {
  steps: Record<string, { description: string; errorMessage: string }>;
  connectors: Record<string, Step[]>;
}

export const SEED_TEST_CONNECTIONS = 'entities.seedTestConnections';
const SETTING = 'testConnections.seeded';

/** Stores the test connection definitions of a file, if the file changed since it was last stored. */
export function testConnectionSeeds(file: string): Command {
  return {
    name: SEED_TEST_CONNECTIONS,
    async run(_, scope) {
      const text = readFileSync(file, 'utf8');
      const doc = JSON.stringify(createHash('sha256').update(text).digest('hex'));
      if ((await getSetting(scope.sql, SETTING))?.doc === doc) return null;
      await putDefinitions(parseObject<Seeds>(text), scope);
      await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc });
      return null;
    },
  };
}

async function putDefinitions(seeds: Seeds, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('testConnectionDefinition');
  const definitions = Object.entries(seeds.connectors).map(([name, steps]) => definitionOf(name, steps, seeds));
  await putOwn(type, definitions, { override: true }, scope);
}

/** The create request for the definition of one connector. */
export function definitionOf(connector: string, steps: readonly Step[], seeds: Pick<Seeds, 'steps'>): Fields {
  return {
    name: `${connector}.testConnectionDefinition`,
    displayName: `${connector} Test Connection`,
    description: `The steps of a connection test for ${connector}.`,
    steps: steps.map(({ name, mandatory, shortCircuit = false, category = 'Capability' }) => ({
      name,
      ...seeds.steps[name],
      mandatory,
      shortCircuit,
      category,
    })),
  };
}
