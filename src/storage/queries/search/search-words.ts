import type { Sql, WordQuery } from '../../port.js';
import { cachedWithDocuments } from './search-cache.js';
import { currentTables, type SearchTables } from './search-tables.js';

/** The given words that are in the vocabulary. */
export async function knownWords(sql: Sql, tables: SearchTables, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await sql.all<{ word: string }>(
    `select word from ${tables.word} where word ${sql.dialect.among('$1')}`,
    [JSON.stringify(words)],
  );
  return rows.map((row) => row.word);
}

/** Adds words with the keys for finding similar words. */
export async function addWords(
  tx: Sql,
  tables: SearchTables,
  words: readonly { word: string; keys: readonly string[] }[],
): Promise<void> {
  if (words.length === 0) return;
  const { list } = tx.dialect;
  const put = (into: string, values: readonly string[]) => tx.run(into, [JSON.stringify(values)]);
  await put(
    `insert into ${tables.word} (word) select value from ${list('$1')} as given where true on conflict do nothing`,
    words.map(({ word }) => word),
  );
  const statement = `insert into ${tables.wordKey} (key, word) select value, $2 from ${list('$1')} as given where true
    on conflict do nothing`;
  for (const { word, keys } of words) if (keys.length > 0) await tx.run(statement, [JSON.stringify(keys), word]);
}

/** Words that share a key; at most `limit`. */
export async function wordsByKeys(sql: Sql, keys: readonly string[], limit: number): Promise<readonly string[]> {
  const tables = await currentTables(sql);
  const given = JSON.stringify(keys);
  const load = async () => {
    const rows = await sql.all<{ word: string }>(
      `select distinct word from ${tables.wordKey} where key in ${sql.dialect.list('$1')} limit $2`,
      [given, limit],
    );
    return rows.map((row) => row.word);
  };
  return cachedWithDocuments(sql, `search.near ${limit} ${given}`, load, weightOf);
}

/** Number of consecutive words that one query scans for the shortest. */
const LOOKED_AT = 5_000;

/** Words that begin with a text, including the text itself, shortest first; at most `limit`. */
export async function wordsBeginning(sql: Sql, text: string, limit: number): Promise<readonly string[]> {
  const tables = await currentTables(sql);
  const load = async () => {
    const rows = await sql.all<{ word: string }>(
      `select word from (select word from ${tables.word} where word >= $1 and word < $2 order by word limit ${LOOKED_AT}) as first
      order by length(word), word limit $3`,
      [text, `${text}\u{10FFFF}`, limit],
    );
    return rows.map((row) => row.word);
  };
  return cachedWithDocuments(sql, `search.beginning ${limit} ${text}`, load, weightOf);
}

function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length + 20, 20);
}

/** Words that match a `like` pattern; at most `limit`. */
export async function wordsLike(sql: Sql, pattern: string, limit: number): Promise<string[]> {
  const tables = await currentTables(sql);
  const [start = ''] = pattern.split(/[%_\\]/, 1);
  const rows = await sql.all<{ word: string }>(
    `select word from ${tables.word} where word >= $1 and word < $2 and word like $3 escape '\\' order by word limit $4`,
    [start, `${start}\u{10FFFF}`, pattern, limit],
  );
  return rows.map((row) => row.word);
}

/**
 * A query in the syntax of the full-text index: equal queries have the same text, so that results can be cached by it.
 */
export function wordQueryText({ dialect }: Sql, query: WordQuery): string {
  return dialect.search.query(query);
}
