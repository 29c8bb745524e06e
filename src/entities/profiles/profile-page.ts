/** Pages of profiles, sent while they are read: there may be many, and others get their turn between looks. */
import { setImmediate } from 'node:timers/promises';
import { type Scope, withHrefs } from '../../catalog/index.js';
import { listPoints, type PointRange, type SeriesRow } from '../../storage/index.js';

/** Points of one look. */
export const LOOK = 500;

export interface Paging {
  total: number;
  after?: string;
}

/** `paging` is told when all texts are there. */
export async function* pageText(
  looks: AsyncIterable<readonly string[]>,
  paging: Paging,
  scope: Scope,
): AsyncGenerator<string, void> {
  const base = `${scope.catalog.options.publicUrl}/api`;
  let opening = '{"data":[';
  for await (const texts of looks) {
    if (texts.length === 0) continue;
    yield withHrefs(`${opening}${texts.join(',')}`, base);
    opening = ',';
    await setImmediate();
  }
  yield `${opening === ',' ? '' : opening}],"paging":${JSON.stringify(paging)}}`;
}

/** The newest points of a range, some at a time, each time from a snapshot of its own. */
export async function* newestPoints(
  range: PointRange & { to: number },
  limit: number,
  scope: Scope,
): AsyncGenerator<SeriesRow[], void> {
  let { to } = range;
  let offset = 0; // points of the time `to` that were there before
  for (let left = limit; left > 0; ) {
    const page = { ...range, to, offset, limit: Math.min(LOOK, left) };
    const points = await scope.reopen((sql) => listPoints(sql, page));
    yield points;
    const last = points.at(-1);
    if (!last || points.length < page.limit) return;
    const same = points.filter(({ at }) => at === last.at).length;
    offset = last.at === to ? offset + same : same;
    to = last.at;
    left -= points.length;
  }
}
