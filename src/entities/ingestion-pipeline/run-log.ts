import { parseText } from '../../../contract/index.js';
import { countPoints, latestPoints, listPoints, type Sql } from '../../storage/index.js';

/** Kinds of time series of a pipeline; the key is the id of the run. */
export const logKind = 'pipelineLog';
export const closedKind = 'pipelineLogClosed';

export interface LogPart {
  text: string;
  /** Position after this part; the next request continues from it. */
  after: number;
  /** More text is already stored. */
  more: boolean;
  /** Number of stored chunks. */
  total: number;
}

/** The text of a run from a position on, at most `limit` chunks. */
export async function readLog(
  sql: Sql,
  pipelineId: string,
  runId: string,
  after: number,
  limit: number,
): Promise<LogPart> {
  const series = { entityId: pipelineId, kind: logKind, key: runId };
  const points = await listPoints(sql, { ...series, from: after + 1, limit: limit + 1, order: 'oldest' });
  const shown = points.slice(0, limit);
  return {
    text: shown.map((point) => parseText(point.doc)).join(''),
    after: shown.at(-1)?.at ?? after,
    more: points.length > limit,
    total: await countPoints(sql, series),
  };
}

export async function isClosed(sql: Sql, pipelineId: string, runId: string): Promise<boolean> {
  return (await latestPoints(sql, [pipelineId], closedKind, runId)).length > 0;
}
