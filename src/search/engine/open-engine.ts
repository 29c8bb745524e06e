import type { Catalog } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import { capabilitiesOf, type Sql } from '../../storage/index.js';
import { evaluateDocIds } from '../evaluation/evaluate-doc-ids.js';
import { openPostgresEngine } from '../postgres/postgres-engine.js';
import { containerTypes } from '../query/search-fields.js';
import { requireCompleteIndex } from './require-complete-index.js';
import type { SearchEngine } from './search-engine.js';

/** The engine of the database that a request reads from, in its snapshot. 503 while the index is incomplete. */
export async function openEngine({
  sql,
  context,
  catalog,
}: {
  sql: Sql;
  context: Pick<Context, 'now'>;
  catalog: Pick<Catalog, 'registry'>;
}): Promise<SearchEngine> {
  await requireCompleteIndex(sql);
  return capabilitiesOf(sql).concurrentWriters
    ? openPostgresEngine(sql, containerTypes(catalog.registry))
    : evaluateDocIds(sql, context.now);
}
