// What was seeded in this catalog so far: adds what was never there, once.
import { parseList } from '../../../contract/index.js';
import { createEntity, type Fields, putOwn, type Scope, systemActor } from '../../catalog/index.js';
import { type EntityRow, getEntitiesByFqns, getSetting, putSetting } from '../../storage/index.js';

export interface Seeds {
  /** The row when it was added now; null when it was seeded before or is there. */
  add(type: string, create: Fields, removable?: boolean): Promise<EntityRow | null>;
  /** The same for several, by FQN, in one write. */
  addAll(type: string, creates: ReadonlyMap<string, Fields>): Promise<void>;
  /** Whether it was ever seeded. */
  has(type: string, fqn: string): boolean;
  /** A change of what earlier versions seeded: once, and not in a new catalog, which has it. */
  change(name: string, apply: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SETTING = 'access.seeded';

/** Remembers what was ever seeded, so that nothing comes back that people deleted. */
export async function openSeeds(scope: Scope): Promise<Seeds> {
  const setting = await getSetting(scope.sql, SETTING);
  const seeded = new Set<string>(setting ? parseList<string>(setting.doc) : []);
  const before = seeded.size;
  const has = (type: string, fqn: string) => seeded.has(`${type} ${fqn}`);
  /** Marks them as seeded and returns those that have to be made. */
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

/** Ours, and checked by a test: to make ready what checks requests would take a fifth of the first start. */
function withDefaults(typeName: string, create: Fields, { catalog }: Scope): Fields {
  const type = catalog.registry.get(typeName);
  return catalog.contract.withDefaults(type.create ?? type.schema, create);
}
