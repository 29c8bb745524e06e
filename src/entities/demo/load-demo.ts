import { isObject, listOf } from '../../../contract/index.js';
import { type Command, type Fields, putEntities, type Scope } from '../../catalog/index.js';
import { getEntitiesByFqns } from '../../storage/index.js';
import { demoCatalog } from './demo-catalog.js';

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
      const batches = demoCatalog();
      const batch = batches[Number(number)];
      if (!batch) throw new Error(`the sample catalog has no batch ${String(number)}`);
      const type = scope.catalog.registry.get(batch.type);
      const bodies = await withOwners(batch.creates, scope);
      await putEntities(type, bodies, { override: false }, scope);
      return { type: batch.type, stored: bodies.length, more: Number(number) + 1 < batches.length };
    },
  };
}

/** The sample has owners by name; a create request needs their ids. */
async function withOwners(creates: readonly Fields[], scope: Scope): Promise<Fields[]> {
  const named = creates.flatMap(({ owners }) => listOf(owners, isNamed));
  const rows = await getEntitiesByFqns(scope.sql, 'user', [...new Set(named.map(({ name }) => name))]);
  const ids = new Map(rows.map((row) => [row.fqn, row.id]));
  return creates.map((create) => {
    if (create.owners === undefined) return create;
    const owners = listOf(create.owners, isNamed).map(({ type, name }) => ({
      id: ids.get(name),
      type,
    }));
    return { ...create, owners };
  });
}

const isNamed = (owner: unknown): owner is { type: string; name: string } =>
  isObject(owner) && typeof owner.type === 'string' && typeof owner.name === 'string';
