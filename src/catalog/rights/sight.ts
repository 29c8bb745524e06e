/** What a reader may see, decided once per entity. Used for every response that contains or references entities. */
import { filterKey } from '../../rules/index.js';
import { listEntities, type SeenTypes } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import { guardsOf } from './guarded-fields.js';
import { seesAll } from './sees-all.js';

export interface Named {
  id: string;
  type: string;
}

export interface Sight {
  /** The reader may see every entity of every type. */
  readonly all: boolean;
  /** Ids of the entities on which the operation is allowed. Queries the database only if a rule has a condition. */
  allowed(operation: string, entities: readonly Named[]): Promise<Set<string>>;
  /** Visible entities of all types, as a condition for counts; null: everything. */
  counted(): readonly SeenTypes[] | null;
  /** Guarded fields of a type that the reader may not view on every entity, with their operations. */
  guards(type: EntityType): readonly (readonly [field: string, operation: string])[];
}

/** What decisions need of a scope. */
type Seeing = Pick<Scope, 'catalog' | 'actor' | 'sql'>;

/** Decisions are cached and only valid for the snapshot of the scope. */
export function createSight(scope: Seeing): Sight {
  const { authorizer } = scope.catalog;
  // Operations with the same filter share their decisions.
  const known = new Map<string, Map<string, boolean>>();
  let all: boolean | undefined;

  async function decide(operation: string, type: string, ids: readonly string[]): Promise<string[]> {
    const filter = authorizer.filter(scope.actor, operation, type);
    if (filter.kind === 'all') return [...ids];
    if (filter.kind === 'none') return [];
    const key = `${type} ${filterKey(filter)}`;
    const decided = known.get(key) ?? new Map<string, boolean>();
    known.set(key, decided);
    const open = ids.filter((id) => !decided.has(id));
    if (open.length > 0) {
      const conditions = [{ by: 'ids', ids: open }] as const;
      const rows = await listEntities(scope.sql, { type, include: 'all', conditions, filter, limit: open.length });
      for (const id of open) decided.set(id, false);
      for (const { id } of rows) decided.set(id, true);
    }
    return ids.filter((id) => decided.get(id));
  }

  return {
    get all() {
      all ??= seesAll(scope);
      return all;
    },
    async allowed(operation, entities) {
      const found = new Set<string>();
      for (const type of new Set(entities.map((entity) => entity.type))) {
        const ids = [...new Set(entities.filter((entity) => entity.type === type).map(({ id }) => id))];
        for (const id of await decide(operation, type, ids)) found.add(id);
      }
      return found;
    },
    counted() {
      return this.all ? null : seenTypes(scope);
    },
    guards(type) {
      if (scope.actor.isAdmin) return [];
      return guardsOf(type).filter(
        ([, operation]) => authorizer.filter(scope.actor, operation, type.name).kind !== 'all',
      );
    },
  };
}

/** Types with the same filter share a condition. */
function seenTypes({ catalog, actor }: Seeing): SeenTypes[] {
  const byFilter = new Map<string, SeenTypes & { types: string[] }>();
  for (const { name } of catalog.registry.types) {
    const filter = catalog.authorizer.filter(actor, 'ViewBasic', name);
    if (filter.kind === 'none') continue;
    const key = filterKey(filter);
    const known = byFilter.get(key);
    if (known) known.types.push(name);
    else byFilter.set(key, { types: [name], filter });
  }
  return [...byFilter.values()];
}
