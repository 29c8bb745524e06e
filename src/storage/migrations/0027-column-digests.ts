import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import { compareDocuments } from './compare-documents.js';
import type { Migration } from './migration.js';

/** By an earlier migration of the same start. */
const UNLESS_QUEUED = ` and not exists (select 1 from job where kind = 'search.rebuild' and ended_at is null)`;

/**
 * `search_doc.columns`: the names and metadata of the columns of an entity, in short. It is null until a job has compared
 * and rewritten the document; until then it is derived from the entity.
 */
export const columnDigests: Migration = {
  number: 27,
  name: 'column-digests',
  statements: (dialect) => [
    ...GENERATIONS.map(
      (generation) => `alter table ${searchTables(generation).doc} add column columns ${dialect.types.text}`,
    ),
    ...compareDocuments(dialect, 27, UNLESS_QUEUED),
  ],
};
