/** Pages of profiles, streamed in batches: a page may be large, and other requests run between two batches. */
import { setImmediate } from 'node:timers/promises';
import { apiUrl, type Scope, withHrefs } from '../../catalog/index.js';
import { listPoints, type PointRange, type SeriesRow } from '../../storage/index.js';

/** Points per batch. */
export const BATCH_SIZE = 500;

export interface Paging {
  total: number;
  after?: string;
}

/** The page as JSON text. `paging` is written last, so `batches` may set it while they are read. */
export async function* pageText(
  batches: AsyncIterable<readonly string[]>,
  paging: Paging,
  scope: Scope,
): AsyncGenerator<string, void> {
  const base = apiUrl(scope);
  let opening = '{"data":[';
  for await (const texts of batches) {
    if (texts.length === 0) continue;
    yield withHrefs(`${opening}${texts.join(',')}`, base);
    opening = ',';
    await setImmediate();
  }
  yield `${opening === ',' ? '' : opening}],"paging":${JSON.stringify(paging)}}`;
}

/** The newest points of a range in batches, each read in its own snapshot. */
export async function* newestPoints(
  range: PointRange & { to: number },
  limit: number,
  scope: Scope,
): AsyncGenerator<SeriesRow[], void> {
  let { to } = range;
  let offset = 0; // points at the time `to` that earlier batches returned
  for (let left = limit; left > 0; ) {
    const page = { ...range, to, offset, limit: Math.min(BATCH_SIZE, left) };
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
