import type { Sql } from '../../port.js';

/** Those of `words` that the vocabulary does not have. */
export async function unknownWords(sql: Sql, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const rows = await sql.all<{ word: string }>(`select word from search_word where word in ${sql.dialect.list('$1')}`, [
    JSON.stringify(words),
  ]);
  const known = new Set(rows.map((row) => row.word));
  return words.filter((word) => !known.has(word));
}

/** Adds words with the keys under which words like them are found. */
export async function addWords(tx: Sql, words: readonly { word: string; keys: readonly string[] }[]): Promise<void> {
  for (const { word, keys } of words) {
    await tx.run('insert into search_word (word) values ($1) on conflict do nothing', [word]);
    if (keys.length === 0) continue;
    await tx.run(
      `insert into search_word_key (key, word) select value, $2 from ${tx.dialect.list('$1')} as keys where true
        on conflict do nothing`,
      [JSON.stringify(keys), word],
    );
  }
}

/** Words that share a key; at most `limit`. */
export async function wordsByKeys(sql: Sql, keys: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql.all<{ word: string }>(
    `select distinct word from search_word_key where key in ${sql.dialect.list('$1')} limit $2`,
    [JSON.stringify(keys), limit],
  );
  return rows.map((row) => row.word);
}

/** Words that fit a pattern of `like`; at most `limit`. */
export async function wordsLike(sql: Sql, pattern: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ word: string }>(
    `select word from search_word where word like $1 escape '\\' order by word limit $2`,
    [pattern, limit],
  );
  return rows.map((row) => row.word);
}
