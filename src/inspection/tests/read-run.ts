import { parseObject } from '../../../contract/index.js';
import { runnableCases } from '../../entities/index.js';
import { type EntityRow, getJobData, getResult, type Sql } from '../../storage/index.js';
import { readRunState } from './run-tests-job.js';

/** What a run found of one test. */
export interface RunLine {
  fqn: string;
  definition: string;
  /** null if the run stored no result. */
  status: string | null;
  result: string;
}

/** The results of a run of a suite, table or case, by table and name. */
export async function readRun(row: EntityRow, jobId: string, sql: Sql): Promise<RunLine[]> {
  const state = readRunState(await getJobData(sql, jobId, 'state'));
  const lines: RunLine[] = [];
  for (const { id, fqn, definition } of await runnableCases(row, sql)) {
    const stored = state ? await getResult(sql, id, state.at) : undefined;
    const { result = '' } = stored ? parseObject<{ result?: string }>(stored.doc) : {};
    lines.push({ fqn, definition: definition.name, status: stored?.status ?? null, result });
  }
  return lines;
}
