import { Command } from 'commander';
import { RUNNABLE } from '../../entities/index.js';
import { ENQUEUE_TESTS, type RunLine, readRun, runTests } from '../../inspection/index.js';
import { type EntityRow, getEntityByFqn, type Store } from '../../storage/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { runJob, SOURCE_OPTIONS } from '../run-job.js';
import { type OpenData, withStore } from '../with-store.js';

/**
 * `cairn test run SUITE|TABLE|CASE`: runs the tests of a suite, a table or a case, given by its fully qualified name, and
 * prints the results; a running server does the work. The exit code is 1 if a test fails or cannot run.
 */
export function testCommand(): Command {
  const run = new Command('run')
    .description('Run the tests of a suite, a table or a case and print the results.')
    .argument('<name>', 'Fully qualified name of the suite, table or case.');
  addFlags(run, [...DATA_OPTIONS, ...SOURCE_OPTIONS]).action((name: string, options) =>
    orFail(() => withStore(options, (open) => runNamed(name, open), { create: false, current: true })),
  );
  return new Command('test').description('Run data tests.').addCommand(run);
}

async function runNamed(name: string, open: OpenData): Promise<void> {
  const { store } = open;
  const row = await findRunnable(name, store);
  const job = await runJob(open, { command: ENQUEUE_TESTS, data: { id: row.id }, kind: runTests.name });
  const lines = await store.read((sql) => readRun(row, job.id, sql));
  console.log(tableOf(lines));
  if (job.state !== 'completed') throw new Failure(`the run ended as ${job.state}${job.error ? `: ${job.error}` : ''}`);
  if (lines.some(({ status }) => status !== 'Success')) process.exitCode = 1;
}

async function findRunnable(name: string, store: Store): Promise<EntityRow> {
  for (const type of RUNNABLE) {
    const row = await store.read((sql) => getEntityByFqn(sql, type, name));
    if (row?.deleted === 0) return row;
  }
  throw new Failure(`there is no test suite, table or test case ${name}`);
}

function tableOf(lines: readonly RunLine[]): string {
  const rows = lines.map(({ status, fqn, result }) => [status ?? 'no result', fqn, result] as const);
  const width = (column: 0 | 1) => Math.max(0, ...rows.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  const shown = rows.map(([status, fqn, result]) => `${status.padEnd(first)}  ${fqn.padEnd(second)}  ${result}`);
  const count = (status: RunLine['status']) => lines.filter((line) => line.status === status).length;
  const total = `${count('Success')} of ${lines.length} tests passed, ${count('Failed')} failed, ${count('Aborted')} did not run`;
  return [...shown, total].join('\n');
}
