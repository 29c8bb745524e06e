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
 * Compares the index with what is stored, row by row: documents that are missing, too many, or not what they should be, the
 * values they are counted by, their tokens, and the words that mistyped ones are compared with. Tells every difference; resolves to the number of documents looked at.
 */
export async function checkIndex(store: Store, index: SearchIndex, tell: (problem: string) => void): Promise<number> {
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
      const wanted = new Map((await index.documents(sql, rows)).map((document) => [document.id, document]));
      const speechless = new Set<string>();
      for (const { n, id, facet } of indexed) {
        const document = wanted.get(id);
        if (document && !(await hasTokens(sql, tables, n, { ...document, facet }))) speechless.add(id);
      }
      const words = [...new Set([...wanted.values()].flatMap((document) => document.words.flat()))];
      const known = new Set(await knownWords(sql, tables, words));
      return { rows, last, indexed, wanted, speechless, unknown: words.filter((word) => !known.has(word)) };
    });
    for (const word of page.unknown) tell(`the search index has no typo keys for the word ${word}`);
    for (const row of page.indexed) {
      for (const problem of problemsOf(row, page.wanted.get(row.id), page.speechless)) tell(problem);
      page.wanted.delete(row.id);
    }
    for (const { id, type, name } of page.wanted.values())
      tell(`the search index has no document for ${type} ${name} (${id})`);
    checked += page.rows.length;
    if (page.last === null && page.indexed.length < PAGE * 2) return checked;
    after = page.last ?? page.indexed.at(-1)?.id ?? '';
  }
}

type Indexed = Awaited<ReturnType<typeof indexedAfter>>[number];

function problemsOf(row: Indexed, document: SearchDocument | undefined, speechless: ReadonlySet<string>): string[] {
  const { id } = row;
  if (!document) return [`the search index has a document for ${id}, which does not exist`];
  const problems: string[] = [];
  if (!isSame(document, row))
    problems.push(`the search index has an outdated document for ${document.type} ${document.name} (${id})`);
  else if (!isNamed(document, row))
    problems.push(`the search index stores other row values for ${document.type} ${document.name} (${id})`);
  else if (row.facets !== document.facets) problems.push(`the search index stores another facet tuple for ${id}`);
  // A table of tokens that holds the facet tuple differs when the document has another.
  if (speechless.has(id) && row.facets === document.facets)
    problems.push(`the search index stores no or other tokens for ${id}`);
  return problems;
}

/** The columns beside the fingerprint say the same as it. */
function isNamed({ type, name, nameKey, weight, parts }: SearchDocument, row: Indexed): boolean {
  const { type: asType, name: asName, name_key: asKey, weight: asWeight, parts: asParts } = row;
  return type === asType && name === asName && nameKey === asKey && weight === asWeight && parts === asParts;
}
