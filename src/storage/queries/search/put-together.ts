// Writes documents with one statement each, where a statement is a round trip.
import { present } from '../../../context/index.js';
import { runLater, type Sql, type SqlValue, type WritingTogether } from '../../port.js';
import { numbersOfFacets } from './facet-numbers.js';
import type { IndexedRow, SearchDocument } from './search-documents.js';
import type { SearchTables } from './search-tables.js';

/** Writes documents and their tokens, where `known` are the existing rows of some of them. */
export async function putTogether(
  tx: Sql,
  writing: WritingTogether,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<void> {
  const put = writing.put(tables);
  const putValues = (document: SearchDocument): SqlValue[] => {
    const { id, type, facetKey, weight, hash, nameKey, name, parts, columns } = document;
    return [id, type, facetKey, weight, hash, nameKey, name, parts, columns, writing.words(document)];
  };
  const [only] = documents;
  // A new document mostly has a facet tuple that others have too; then nothing needs to be looked up before.
  if (only && documents.length === 1 && !known.has(only.id) && (await tx.run(put, putValues(only), [only.id])) > 0)
    return;
  const facets = await numbersOfFacets(tx, tables, documents, known);
  const change = writing.change(tables);
  for (const document of documents) {
    const { id, type, facetKey, weight, hash, name, parts, columns } = document;
    const row = known.get(id);
    if (row?.name === name && row.type === type) {
      const values = [present(facets.get(facetKey)), weight, hash, parts, columns, row.n, writing.words(document)];
      await runLater(tx, change, values, [id]);
    } else await runLater(tx, put, putValues(document), [id]);
  }
}
