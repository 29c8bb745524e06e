/** The nightly loads of the sample: a run a day, the last of which failed, and what its tables say of them. */
import type { ExecutionError, Pipeline, PipelineStatus, PipelineTaskStatus } from '../../../contract/index.js';
import { readDocument, rowToChange, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getEntityByFqn, putPoints } from '../../storage/index.js';
import { runKind } from '../pipelines/runs.js';
import { storeObservations } from '../table/pipeline-observability.js';

/** A day of the sample's table. */
export interface Day {
  at: number;
  rows: number;
  isLast: boolean;
}

export const PIPELINE = 'scheduler.nightly_load';
const MINUTE = 60_000;
/** The tasks in their order, with the minutes that each takes as a rule. */
const TASKS: readonly (readonly [name: string, minutes: number])[] = [
  ['copy_shop', 11],
  ['clean', 4],
  ['build_facts', 7],
  ['build_dimensions', 3],
  ['run_tests', 2],
];
const BROKEN = TASKS.findIndex(([name]) => name === 'build_facts');
const ERROR: ExecutionError = {
  errorType: 'DiskFull',
  errorMessage: 'could not extend file "base/16384/2619": No space left on device',
  failedTask: 'build_facts',
};

type Run = PipelineStatus & { endTime: number };

export async function storeLoads(table: EntityRow, days: readonly Day[], scope: Scope): Promise<void> {
  const pipeline = await getEntityByFqn(scope.sql, 'pipeline', PIPELINE);
  if (!pipeline) return;
  const runs = days.map(runOf);
  const point = { entity_id: pipeline.id, kind: runKind, key: '' };
  await putPoints(
    scope.sql,
    runs.map((run) => ({ ...point, at: run.timestamp, doc: JSON.stringify(run) })),
  );
  const last = present(runs.at(-1));
  const { scheduleInterval, serviceType } = readDocument<Pipeline>(pipeline);
  const type = scope.catalog.registry.get('table');
  const row = await rowToChange(type, { id: table.id }, 'non-deleted', scope, ['EditAll']);
  const observed = {
    pipeline: { id: pipeline.id, type: pipeline.type, name: pipeline.name, fullyQualifiedName: pipeline.fqn },
    ...(serviceType === undefined ? {} : { serviceType }),
    ...(scheduleInterval === undefined ? {} : { scheduleInterval }),
    startTime: last.timestamp,
    endTime: last.endTime,
    lastRunTime: last.timestamp,
    lastRunStatus: last.executionStatus,
    averageRunTime: runs.reduce((sum, run) => sum + run.endTime - run.timestamp, 0) / runs.length,
  };
  await storeObservations({ type, row }, [observed], scope);
}

/** A load ends an hour before the day is looked at. On the last day facts were not built, which is why rows are missing. */
function runOf({ at, rows, isLast }: Day, i: number): Run {
  const start = at - 90 * MINUTE;
  let end = start;
  const taskStatus = TASKS.map(([name, minutes], task): PipelineTaskStatus => {
    if (isLast && task > BROKEN) return { name, executionStatus: 'Skipped' };
    const startTime = end;
    end += Math.round(minutes * MINUTE * (1 + 0.2 * Math.sin(i + minutes)));
    const failed = isLast && task === BROKEN;
    return {
      name,
      executionStatus: failed ? 'Failed' : 'Successful',
      startTime,
      endTime: end,
      ...(failed ? {} : { metrics: { rowsRead: rows, rowsWritten: rows } }),
    };
  });
  return {
    timestamp: start,
    endTime: end,
    executionStatus: isLast ? 'Failed' : 'Successful',
    executionId: `nightly_load-${i + 1}`,
    taskStatus,
    ...(isLast ? { error: ERROR } : {}),
  };
}
