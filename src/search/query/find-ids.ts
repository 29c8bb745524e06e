/**
 * Finds entities by values that identify them. Documents do not hold FQNs, so that a rename changes none below what is
 * renamed: those with the name that the FQN ends with are found, and their rows compared.
 */
import { splitFqn } from '../../catalog/index.js';
import {
  cached,
  cachedWithDocuments,
  namesOfIds,
  type SearchCondition,
  type Sql,
  searchHits,
  type WordQuery,
  wordQueryText,
} from '../../storage/index.js';
import { keyToken } from '../indexing/key-token.js';

export function key(field: string, value: string): WordQuery {
  return { kind: 'word', token: keyToken(field, value), in: ['keys'] };
}

/** Any of several queries, of which there must be at least one. */
export function anyOf(of: readonly WordQuery[]): WordQuery {
  return of.length === 1 ? (of[0] as WordQuery) : { kind: 'or', of };
}

/** All of several queries, of which there must be at least one. */
export function allOf(of: readonly WordQuery[]): WordQuery {
  return of.length === 1 ? (of[0] as WordQuery) : { kind: 'and', of };
}

/**
 * What is being permanently removed names nothing any more, although documents may still have its id. Its own document
 * has changed since, or is hidden.
 */
export const KEPT: SearchCondition = { kind: 'kept' };

/** Ids of documents with these words. */
export function idsWith(sql: Sql, words: WordQuery, limit: number): Promise<readonly string[]> {
  const load = async () => (await searchHits(sql, { words, conditions: [KEPT] }, limit, limit)).map(({ id }) => id);
  const name = `search.ids ${limit} ${wordQueryText(sql, words)}`;
  return cachedWithDocuments(sql, name, load, (ids) => 40 * ids.length);
}

/** With more documents of a name, the database compares. */
const MOST_COMPARED = 5_000;

/** Ids of the entities with one of these FQNs, at most `limit`. `among`: which documents count. */
export async function idsNamed(
  sql: Sql,
  fqns: readonly string[],
  among: WordQuery | null,
  limit: number,
): Promise<readonly string[]> {
  if (fqns.length === 0) return [];
  const named = anyOf(fqns.flatMap(endings));
  const words = among ? allOf([named, among]) : named;
  const candidates = await idsWith(sql, words, MOST_COMPARED);
  const conditions: readonly SearchCondition[] = [KEPT, { kind: 'or', of: fqns.map(alike) }];
  const ids =
    candidates.length < MOST_COMPARED
      ? candidates
      : (await searchHits(sql, { words, conditions }, MOST_COMPARED)).map(({ id }) => id);
  const names = await cached(
    sql,
    `search.named ${wordQueryText(sql, words)}`,
    () => namesOfIds(sql, ids),
    (rows) => 200 * rows.length,
  );
  const wanted = new Set(fqns.map((fqn) => fqn.toLowerCase()));
  return names.flatMap(({ id, fqn }) => (wanted.has(fqn.toLowerCase()) ? [id] : [])).slice(0, limit);
}

/** Keys of the documents that can have an FQN; see `isNamedByFqn`. */
function endings(fqn: string): WordQuery[] {
  const names = new Set([splitFqn(fqn).at(-1) ?? '', fqn]);
  return [...[...names].map((name) => key('name', name)), key('fullyQualifiedName', fqn)];
}

/** Not every database folds other letters than those of ASCII, so any letter matches them. */
function alike(fqn: string): SearchCondition {
  const pattern = fqn
    .toLowerCase()
    .replace(/[%_\\]/g, '\\$&')
    .replace(/[^\x00-\x7f]/gu, '_');
  return { kind: 'like', column: 'fqn', pattern };
}
