import { type Catalog, inheritsOwnersOfDomains, type Registry } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import { cached, capabilitiesOf, idsOfRemoved, type Sql } from '../../storage/index.js';
import type { Inheritance } from '../evaluation/decide-facet-tuple.js';
import { evaluateDocIds } from '../evaluation/evaluate-doc-ids.js';
import type { PassingTypes } from '../postgres/container-finder.js';
import { openPostgresEngine } from '../postgres/postgres-engine.js';
import { containerTypes, referredTypes } from '../query/search-fields.js';
import { requireCompleteIndex } from './require-complete-index.js';
import type { SearchEngine } from './search-engine.js';

/** The engine of the database that a request reads from, in its snapshot. 503 while the index is incomplete. */
export async function openEngine({
  sql,
  context,
  catalog: { registry },
}: {
  sql: Sql;
  context: Pick<Context, 'now'>;
  catalog: Pick<Catalog, 'registry'>;
}): Promise<SearchEngine> {
  await requireCompleteIndex(sql);
  const inheritance = await readInheritance(sql, registry);
  if (!capabilitiesOf(sql).concurrentWriters) return evaluateDocIds(sql, inheritance, context.now);
  return openPostgresEngine(sql, inheritance, passingTypes(registry));
}

function passingTypes(registry: Registry): PassingTypes {
  return {
    containersOf: (types) => containerTypes(registry, types),
    domains: registry.targetsOf('domains'),
  };
}

async function readInheritance(sql: Sql, registry: Registry): Promise<Inheritance> {
  const load = () => idsOfRemoved(sql, referredTypes(registry));
  const removed = await cached(sql, 'search.removed', load, (ids) => 40 * ids.length);
  return {
    ofDomains: registry.types.filter(inheritsOwnersOfDomains).map(({ name }) => name),
    removed: new Set(removed),
  };
}
