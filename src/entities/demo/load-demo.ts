import { isObject } from '../../../contract/index.js';
import { type Command, type Fields, putEntities, type Scope } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import { demoAi } from './demo-ai.js';
import { demoAssets } from './demo-assets.js';
import { type DemoBatch, demoCatalog } from './demo-catalog.js';
import { demoMeaning } from './demo-meaning.js';
import { demoRules } from './demo-rules.js';
import { demoTeams } from './demo-teams.js';

/**
 * Stores one batch of the sample catalog, given its number from 0. Returns how many entities it stored and whether more
 * follow.
 */
export const LOAD_DEMO = 'entities.loadDemo';

export interface DemoStep {
  type: string;
  stored: number;
  more: boolean;
}

export function loadDemoCommand(): Command {
  return {
    name: LOAD_DEMO,
    async run(number, scope): Promise<DemoStep> {
      const batches = [
        ...demoCatalog(),
        ...demoTeams(),
        ...demoAssets(),
        ...demoAi(),
        ...demoMeaning(),
        ...demoRules(),
      ];
      const batch = batches[Number(number)];
      if (!batch) throw new Error(`the sample catalog has no batch ${String(number)}`);
      const type = scope.catalog.registry.get(batch.type);
      const bodies = await withIds(await keepMembers(batch, scope), scope);
      await putEntities(type, bodies, { override: false }, scope);
      return { type: batch.type, stored: bodies.length, more: Number(number) + 1 < batches.length };
    },
  };
}

/** Without the members of what is stored already: who is in it stays as somebody changed it. */
async function keepMembers({ type, creates }: DemoBatch, { sql }: Scope): Promise<Fields[]> {
  const names = creates.flatMap(({ name, users }) => (users === undefined ? [] : [String(name)]));
  const stored = new Set((await getEntitiesByFqns(sql, type, names)).map(({ fqn }) => fqn));
  return creates.map(({ users, ...create }) =>
    users === undefined || stored.has(String(create.name)) ? create : { ...create, users },
  );
}

/** Fields of create requests that refer to entities by id; the sample has their names. */
const REFERRING = [
  ...['assets', 'owners', 'entity', 'qualityExpectations', 'queryUsedIn', 'users', 'parents'],
  ...['promptTemplates', 'dataSources'],
];
/** Those of them that are nothing but ids. */
const IDS = ['users', 'parents'];

async function withIds(creates: readonly Fields[], scope: Scope): Promise<Fields[]> {
  const named = creates.flatMap((create) => REFERRING.flatMap((field) => [create[field]].flat().filter(isNamed)));
  const ids = new Map<string, string>();
  for (const type of new Set(named.map((one) => one.type))) {
    const names = new Set(named.filter((one) => one.type === type).map(({ name }) => name));
    for (const { id, fqn, deleted } of await getEntitiesByFqns(scope.sql, type, [...names]))
      if (deleted === 0) ids.set(`${type} ${fqn}`, id);
  }
  const resolved = (value: unknown, field: string): unknown => {
    // Without those that somebody has deleted.
    if (Array.isArray(value)) return value.map((item) => resolved(item, field)).filter((item) => item !== undefined);
    if (!isNamed(value)) return value;
    const id = ids.get(`${value.type} ${value.name}`);
    return id === undefined || IDS.includes(field) ? id : { type: value.type, id };
  };
  return creates.map((create) =>
    Object.fromEntries(
      Object.entries(create).map(([field, value]) => [
        field,
        REFERRING.includes(field) ? resolved(value, field) : value,
      ]),
    ),
  );
}

const isNamed = (value: unknown): value is { type: string; name: string } =>
  isObject(value) && typeof value.type === 'string' && typeof value.name === 'string';
