import { parseText } from '../../../contract/index.js';
import { countPoints, latestPoints, listPoints, type Sql } from '../../storage/index.js';

/** Kinds of time series on a pipeline, by the id of the run. */
export const logKind = 'pipelineLog';
export const closedKind = 'pipelineLogClosed';

export interface LogPart {
  text: string;
  /** Position after the part, to go on from. */
  after: number;
  /** There is more text already. */
  more: boolean;
  /** Pieces kept in all. */
  total: number;
}

/** Text of a run from a position on. */
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
