// Tracks what was seeded in this catalog, so that each seed is added only once.
import { parseList } from '../../../contract/index.js';
import { createEntity, type Fields, putOwn, type Scope, systemActor } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByFqns, getSetting, putSetting } from '../../storage/index.js';

export interface Seeds {
  /** The new row; null if it was seeded before or exists. */
  add(type: string, create: Fields, removable?: boolean): Promise<EntityRow | null>;
  /** Adds several, by FQN, in one write. */
  addAll(type: string, creates: ReadonlyMap<string, Fields>): Promise<void>;
  /** Whether it was ever seeded. */
  has(type: string, fqn: string): boolean;
  /** Applies a change to earlier seeds, once. Skipped in a new catalog, which is seeded with the change. */
  change(name: string, apply: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SETTING = 'access.seeded';

/** Opens the record of everything ever seeded, so that deleted seeds do not come back. */
export async function openSeeds(scope: Scope): Promise<Seeds> {
  const setting = await getSetting(scope.sql, SETTING);
  const seeded = new Set<string>(setting ? parseList<string>(setting.doc) : []);
  const before = seeded.size;
  const has = (type: string, fqn: string) => seeded.has(`${type} ${fqn}`);
  /** Records them as seeded and returns those to create. */
  const takeMissing = async (type: string, fqns: readonly string[]) => {
    const fresh = fqns.filter((fqn) => !has(type, fqn));
    for (const fqn of fresh) seeded.add(`${type} ${fqn}`);
    const stored = fresh.length ? await getEntitiesByFqns(scope.sql, type, fresh) : [];
    return fresh.filter((fqn) => !stored.some((row) => row.fqn === fqn));
  };
  return {
    has,
    async add(typeName, create, removable = false) {
      const [missing] = await takeMissing(typeName, [String(create.name)]);
      if (missing === undefined) return null;
      const by = removable ? { ...scope, actor: { ...systemActor, id: scope.context.id() } } : scope;
      const type = scope.catalog.registry.get(typeName);
      return (await createEntity(type, withDefaults(typeName, create, scope), by)).row;
    },
    async addAll(typeName, creates) {
      const missing: Fields[] = [];
      for (const fqn of await takeMissing(typeName, [...creates.keys()]))
        missing.push(withDefaults(typeName, creates.get(fqn) ?? {}, scope));
      if (missing.length) await putOwn(scope.catalog.registry.get(typeName), missing, { override: false }, scope);
    },
    async change(name, apply) {
      if (seeded.has(name)) return;
      seeded.add(name);
      if (before > 0) await apply();
    },
    async close() {
      if (seeded.size === before) return;
      const doc = JSON.stringify([...seeded].sort());
      await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc });
    },
  };
}

/**
 * Adds schema defaults without validation: a test validates the seeds, and compiling validators would take a fifth of
 * the first start.
 */
function withDefaults(typeName: string, create: Fields, { catalog }: Scope): Fields {
  const type = catalog.registry.get(typeName);
  return catalog.contract.withDefaults(type.create ?? type.schema, create);
}
