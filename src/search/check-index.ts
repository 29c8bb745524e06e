import { entitiesAfter, indexedAfter, numbersOf, type Store } from '../storage/index.js';
import { key } from './compile-query.js';
import type { SearchIndex } from './create-index.js';

const PAGE = 200;

/**
 * Compares the index with what is stored, row by row: documents that are missing, too many, or not what they should be, and
 * documents without their tokens. Tells every difference; resolves to the number of documents looked at.
 */
export async function checkIndex(store: Store, index: SearchIndex, tell: (problem: string) => void): Promise<number> {
  let checked = 0;
  let after = '';
  for (;;) {
    const page = await store.read(async (sql) => {
      const rows = await entitiesAfter(sql, after, PAGE);
      const last = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);
      const indexed = (await indexedAfter(sql, after, PAGE * 2)).filter(({ id }) => last === null || id <= last);
      const wanted = await index.documents(sql, rows);
      const found = await numbersOf(sql, {
        kind: 'or',
        of: [key('id', ''), ...indexed.map(({ id }) => key('id', id))],
      });
      return { rows, last, indexed, wanted, found: new Set(found) };
    });
    const wanted = new Map(page.wanted.map((document) => [document.id, document]));
    for (const { id, n, hash } of page.indexed) {
      const document = wanted.get(id);
      if (!document) tell(`search has a document of ${id}, which does not exist`);
      else if (document.hash !== hash) tell(`search has an old document of ${document.type} ${document.name} (${id})`);
      if (!page.found.has(n)) tell(`search has no words of ${id}`);
      wanted.delete(id);
    }
    for (const { id, type, name } of wanted.values()) tell(`search has no document of ${type} ${name} (${id})`);
    checked += page.rows.length;
    if (page.last === null && page.indexed.length < PAGE * 2) return checked;
    after = page.last ?? page.indexed.at(-1)?.id ?? '';
  }
}
