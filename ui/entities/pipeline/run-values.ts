import type { PipelineStatus } from 'cairn/contract';

type Times = Pick<PipelineStatus, 'timestamp' | 'endTime'> & {
  taskStatus?: readonly { startTime?: number; endTime?: number }[];
};

/** Milliseconds that a run took, as far as it or its tasks were reported to have started and ended. */
export function durationOf({ timestamp, endTime, taskStatus = [] }: Times): number | null {
  const start = Math.min(timestamp, ...taskStatus.flatMap(({ startTime }) => startTime ?? []));
  const end = endTime ?? Math.max(...taskStatus.flatMap((task) => task.endTime ?? []));
  return Number.isFinite(end) && end >= start ? end - start : null;
}
