/** What lists of test results and of incidents have in common: a page, a period, and the test cases of their rows. */
import { type Request, readLimit, type Scope } from '../../catalog/index.js';
import { getEntitiesByIds } from '../../storage/index.js';

type Query = Request['query'];

/** Times may be a little ahead of the server's clock. */
const AHEAD_MS = 86_400_000;

/** A time in milliseconds since 1970, or a number of rows. */
export function readCount(query: Query, name: string, fallback: number): number {
  return readLimit(query[name], fallback, 0, Number.MAX_SAFE_INTEGER, name);
}

/** `limit` (10 by default) and `offset`. */
export function readPage(query: Query, { least = 0, most }: { least?: number; most: number }) {
  return { limit: readLimit(query.limit, 10, least, most), offset: readCount(query, 'offset', 0) };
}

/** The period between two parameters; by default everything. */
export function readPeriod(query: Query, [from, to]: readonly [string, string], { context }: Scope) {
  return { from: readCount(query, from, 0), to: readCount(query, to, context.now() + AHEAD_MS) };
}

/** FQNs of the test cases of rows, by id. */
export async function fqnsOfCases(
  rows: readonly { case_id: string }[],
  { sql }: Scope,
): Promise<ReadonlyMap<string, string>> {
  const cases = await getEntitiesByIds(sql, [...new Set(rows.map(({ case_id }) => case_id))]);
  return new Map(cases.map(({ id, fqn }) => [id, fqn]));
}
