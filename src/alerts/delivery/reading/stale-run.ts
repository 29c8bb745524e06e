// Runs of pipelines that ended before an alert began: they are history that a client reports later, so no alert is sent. Pure.
import { isObject, parseObject } from '../../../../contract/index.js';
import type { AlertEvent } from '../../rules/read-event.js';

const FIELD = 'pipelineStatus';

/** Whether the event reports nothing but runs that ended before this time, in milliseconds. */
export function isStaleRun({ changes }: Pick<AlertEvent, 'changes'>, startedAt: number): boolean {
  const runs = changes.filter(({ name }) => name === FIELD).map(({ newValue }) => endOf(newValue));
  return runs.length > 0 && runs.every((end) => end !== null && end < startedAt);
}

/** null: it is not known, or the run has not ended. */
function endOf(value: unknown): number | null {
  const run = typeof value === 'string' && value.startsWith('{') ? parseObject(value) : value;
  if (!isObject(run)) return null;
  if (isTime(run.endTime)) return run.endTime;
  if (isTime(run.endDate)) return run.endDate;
  const tasks = Array.isArray(run.taskStatus) ? run.taskStatus.filter(isObject) : [];
  const times = tasks.flatMap(({ startTime, endTime }) => [startTime, endTime].filter(isTime));
  // When it began says nothing about when it ended.
  return times.length > 0 ? Math.max(...times) : null;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
