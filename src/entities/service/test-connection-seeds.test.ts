import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createContract, serviceFamilies } from '../../../contract/index.js';
import { definitionOf } from './test-connection-seeds.js';

const read = (path: string) => readFileSync(new URL(`../../../contract/${path}`, import.meta.url), 'utf8');
const contract = createContract({ schemasDir: new URL('../../../contract/schemas', import.meta.url).pathname });
const seeds = JSON.parse(read('seeds/test-connections.json'));

it('every connector has a definition that matches its schema', () => {
  const check = contract.validator('entity/services/connections/testConnectionDefinition');
  const missing = serviceFamilies
    .flatMap((family) => contract.connectionTypes(family))
    .filter((type) => seeds.connectors[type] === undefined);
  expect(missing).toEqual([]);
  for (const [connector, steps] of Object.entries<never[]>(seeds.connectors))
    expect(check(definitionOf(connector, steps, seeds))).toMatchObject({ ok: true });
});
