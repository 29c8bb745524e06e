import {
  currentTables,
  entitiesAfter,
  hasTokens,
  indexedAfter,
  knownWords,
  type SearchDocument,
  type Store,
} from '../../storage/index.js';
import { isSame, type SearchIndex } from './create-index.js';

const PAGE = 200;

/**
 * Compares the index with the stored entities, row by row: missing, superfluous and outdated documents, facet values,
 * tokens, and the vocabulary for typo correction. Reports every difference; resolves to the number of entities
 * checked.
 */
export async function checkIndex(store: Store, index: SearchIndex, report: (problem: string) => void): Promise<number> {
  let checked = 0;
  let after = '';
  for (;;) {
    const page = await store.read(async (sql) => {
      const tables = await currentTables(sql);
      const rows = await entitiesAfter(sql, after, PAGE);
      const last = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);
      const indexed = (await indexedAfter(sql, tables, after, PAGE * 2)).filter(
        ({ id }) => last === null || id <= last,
      );
      const kept = rows.filter(({ deleted }) => deleted < 2);
      const wanted = new Map((await index.documents(sql, kept)).map((document) => [document.id, document]));
      const removed = new Set(rows.flatMap(({ id, deleted }) => (deleted < 2 ? [] : [id])));
      const wrongTokens = new Set<string>();
      for (const { n, id, facet } of indexed) {
        const document = wanted.get(id);
        if (document && !(await hasTokens(sql, tables, n, { ...document, facet }))) wrongTokens.add(id);
      }
      const words = [...new Set([...wanted.values()].flatMap((document) => document.words.flat()))];
      const known = new Set(await knownWords(sql, tables, words));
      return { rows, last, indexed, removed, wanted, wrongTokens, unknown: words.filter((word) => !known.has(word)) };
    });
    for (const word of page.unknown) report(`the search index has no typo keys for the word ${word}`);
    for (const row of page.indexed.filter(({ id }) => !page.removed.has(id))) {
      for (const problem of problemsOf(row, page.wanted.get(row.id), page.wrongTokens)) report(problem);
      page.wanted.delete(row.id);
    }
    for (const { id, type, name } of page.wanted.values())
      report(`the search index has no document for ${type} ${name} (${id})`);
    checked += page.rows.length;
    if (page.last === null && page.indexed.length < PAGE * 2) return checked;
    after = page.last ?? page.indexed.at(-1)?.id ?? '';
  }
}

type Indexed = Awaited<ReturnType<typeof indexedAfter>>[number];

function problemsOf(row: Indexed, document: SearchDocument | undefined, wrongTokens: ReadonlySet<string>): string[] {
  const { id } = row;
  if (!document) return [`the search index has a document for ${id}, which does not exist`];
  const problems: string[] = [];
  if (!isSame(document, row))
    problems.push(`the search index has an outdated document for ${document.type} ${document.name} (${id})`);
  else if (!isNamed(document, row))
    problems.push(`the search index stores different row values for ${document.type} ${document.name} (${id})`);
  else if (row.facets !== document.facets) problems.push(`the search index stores a different facet tuple for ${id}`);
  // With another facet tuple, tokens may differ too: some token tables hold the tuple.
  if (wrongTokens.has(id) && row.facets === document.facets)
    problems.push(`the search index has missing or different tokens for ${id}`);
  return problems;
}

/** Whether the columns match the fingerprint. */
function isNamed(document: SearchDocument, row: Indexed): boolean {
  return (
    document.type === row.type &&
    document.name === row.name &&
    document.nameKey === row.name_key &&
    document.weight === row.weight &&
    document.parts === row.parts &&
    document.columns === row.columns
  );
}
