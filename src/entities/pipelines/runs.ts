/** Runs of pipelines: a time series with one point per execution. */
import { type PipelineStatus, parseObject } from '../../../contract/index.js';
import type { Trait } from '../../catalog/index.js';
import { latestPoints, type SeriesRow } from '../../storage/index.js';

export const runKind = 'pipelineStatus';

export const runStatuses = ['Successful', 'Failed', 'Pending', 'Skipped'] as const;

export const readRun = ({ doc }: Pick<SeriesRow, 'doc'>): PipelineStatus => parseObject<PipelineStatus>(doc);

/** The latest run. */
export const latestRun: Trait<PipelineStatus, 'pipelineStatus'> = {
  field: 'pipelineStatus',
  empty: null,
  inWrites: false,
  async load(rows, scope) {
    const ids = rows.map(({ id }) => id);
    const points = await latestPoints(scope.sql, ids, runKind);
    return new Map(points.map((point) => [point.entity_id, point.doc]));
  },
};

/** When a run started and ended, as far as it was reported: by the run itself, otherwise by its tasks. */
export function timesOf({ timestamp, endTime, taskStatus }: PipelineStatus): { start: number; end: number | null } {
  const tasks = taskStatus ?? [];
  const starts = tasks.flatMap((task) => task.startTime ?? []);
  const ends = tasks.flatMap((task) => task.endTime ?? []);
  const start = Math.min(timestamp, ...starts);
  const end = endTime ?? (ends.length > 0 ? Math.max(...ends) : null);
  return { start, end: end !== null && end >= start ? end : null };
}
