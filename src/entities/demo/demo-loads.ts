/** The nightly loads of the sample: a run a day, the last of which failed, and what its tables say of them. */
import type { PipelineStatus, PipelineTaskStatus } from '../../../contract/index.js';
import { type Fields, rowToChange, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntityByFqn, putPoints } from '../../storage/index.js';
import { runKind } from '../pipelines/runs.js';
import { storeObservations } from '../table/pipeline-observability.js';

/** A day of the sample's table. */
export interface Day {
  at: number;
  rows: number;
  isLast: boolean;
}

const PIPELINE = 'scheduler.nightly_load';
const MINUTE = 60_000;
/** The tasks in their order, with the minutes that each takes as a rule. */
const TASKS: readonly (readonly [name: string, minutes: number])[] = [
  ['copy_shop', 11],
  ['clean', 4],
  ['build_facts', 7],
  ['build_dimensions', 3],
  ['run_tests', 2],
];
const BROKEN = 'build_facts';

export async function storeLoads(table: EntityRow, days: readonly Day[], scope: Scope): Promise<void> {
  const pipeline = await getEntityByFqn(scope.sql, 'pipeline', PIPELINE);
  if (!pipeline) return;
  const runs = days.map(runOf);
  const point = { entity_id: pipeline.id, kind: runKind, key: '' };
  await putPoints(
    scope.sql,
    runs.map((run) => ({ ...point, at: run.timestamp, doc: JSON.stringify(run) })),
  );
  const last = runs.at(-1);
  if (!last) return;
  const type = scope.catalog.registry.get('table');
  const row = await rowToChange(type, { id: table.id }, 'non-deleted', scope, ['EditAll']);
  const observed = {
    pipeline: { id: pipeline.id, type: 'pipeline', name: pipeline.name, fullyQualifiedName: pipeline.fqn },
    serviceType: 'Airflow',
    scheduleInterval: '0 2 * * *',
    startTime: last.timestamp,
    ...(last.endTime === undefined ? {} : { endTime: last.endTime }),
    lastRunTime: last.timestamp,
    lastRunStatus: last.executionStatus,
    averageRunTime: runs.reduce((sum, run) => sum + (run.endTime ?? run.timestamp) - run.timestamp, 0) / runs.length,
  } as const;
  await storeObservations({ type, row }, [observed], scope);
}

/** A load ends an hour before the day is looked at. On the last day facts were not built, which is why rows are missing. */
function runOf({ at, rows, isLast }: Day, i: number): PipelineStatus {
  const start = at - 90 * MINUTE;
  let end = start;
  const taskStatus = TASKS.map(([name, minutes]): PipelineTaskStatus => {
    const done = TASKS.findIndex(([one]) => one === name) > TASKS.findIndex(([one]) => one === BROKEN);
    if (isLast && done) return { name, executionStatus: 'Skipped' };
    const startTime = end;
    end += Math.round(minutes * MINUTE * (1 + 0.2 * Math.sin(i + minutes)));
    const failed = isLast && name === BROKEN;
    return {
      name,
      executionStatus: failed ? 'Failed' : 'Successful',
      startTime,
      endTime: end,
      ...(failed ? {} : { metrics: { rowsRead: rows, rowsWritten: rows } }),
    };
  });
  const error: Fields = {
    errorType: 'DiskFull',
    errorMessage: 'could not extend file "base/16384/2619": No space left on device',
    failedTask: BROKEN,
  };
  return {
    timestamp: start,
    endTime: end,
    executionStatus: isLast ? 'Failed' : 'Successful',
    executionId: `nightly_load-${i + 1}`,
    taskStatus,
    ...(isLast ? { error } : {}),
  };
}
