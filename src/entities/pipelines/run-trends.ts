/** Runs of pipelines by day. Pure. */
import type { PipelineExecutionTrend, PipelineRuntimeTrend, PipelineStatus } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import { dateOfDay } from '../../traits/index.js';
import type { Run } from './read-pipelines.js';
import { timesOf } from './runs.js';

const dayLength = 24 * 60 * 60 * 1000;

type ExecutionDay = Required<PipelineExecutionTrend>;
type RuntimeDay = Required<PipelineRuntimeTrend>;

/** Field that counts the runs with a status. */
const countOf = {
  Successful: 'successCount',
  Failed: 'failedCount',
  Pending: 'pendingCount',
  Skipped: 'skippedCount',
} as const satisfies Record<PipelineStatus['executionStatus'], keyof ExecutionDay>;

const none = { successCount: 0, failedCount: 0, pendingCount: 0, skippedCount: 0, runningCount: 0, totalCount: 0 };

interface Trend<T> {
  add(run: Run): void;
  /** One entry per day, also for days without runs. */
  days(): T[];
}

export function executionTrend(from: number, to: number): Trend<ExecutionDay> {
  const days = daysBetween(from, to, (day): ExecutionDay => ({ ...dayOf(day), ...none }));
  return {
    add({ timestamp, executionStatus }) {
      const day = present(days.get(Math.floor(timestamp / dayLength)));
      day[countOf[executionStatus]]++;
      day.totalCount++;
    },
    days: () => [...days.values()],
  };
}

/** Runtimes in milliseconds, of runs whose end is known. */
export function runtimeTrend(from: number, to: number): Trend<RuntimeDay> {
  const days = daysBetween(from, to, () => ({ count: 0, sum: 0, least: 0, most: 0, pipelines: new Set<string>() }));
  return {
    add(run) {
      const day = present(days.get(Math.floor(run.timestamp / dayLength)));
      day.pipelines.add(run.pipelineId);
      const { start, end } = timesOf(run);
      if (end === null) return;
      const runtime = end - start;
      day.least = day.count === 0 ? runtime : Math.min(day.least, runtime);
      day.most = Math.max(day.most, runtime);
      day.sum += runtime;
      day.count++;
    },
    days: () =>
      [...days].map(([day, { count, sum, least, most, pipelines }]) => ({
        ...dayOf(day),
        maxRuntime: most,
        minRuntime: least,
        avgRuntime: count === 0 ? 0 : sum / count,
        totalPipelines: pipelines.size,
      })),
  };
}

function daysBetween<T>(from: number, to: number, make: (day: number) => T): Map<number, T> {
  const days = new Map<number, T>();
  for (let day = Math.floor(from / dayLength); day <= Math.floor(to / dayLength); day++) days.set(day, make(day));
  return days;
}

function dayOf(day: number): { timestamp: number; date: string } {
  return { timestamp: day * dayLength, date: dateOfDay(day) };
}
