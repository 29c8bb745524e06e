import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { isObject, textOf } from '../../../contract/index.js';
import { assemble } from '../../assemble.js';
import { type Actor, type Scope, systemActor } from '../../catalog/index.js';
import { type Config, keySource, type OptionName, readSecretKey } from '../../config/index.js';
import { createSystemContext } from '../../context/index.js';
import { RUNNABLE } from '../../entities/index.js';
import type { WorkDeps } from '../../feature/index.js';
import { ENQUEUE_TESTS, type RunLine, readRun, runTests } from '../../inspection/index.js';
import { type JobQueue, startJobQueue } from '../../jobs/index.js';
import { type EntityRow, getEntityByFqn, getJob, type JobRow, type Store } from '../../storage/index.js';
import { createWriteRunner } from '../../writer/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { type OpenData, withStore } from '../with-store.js';

const SOURCE_OPTIONS: readonly OptionName[] = ['sourceAllow', 'sourceFolder', 'sourceTimeout'];
/** A server on the same database picks up the job within this time. Milliseconds. */
const SERVER_TAKES_MS = 2500;
const LOOK_MS = 200;

/**
 * `cairn test run SUITE|TABLE|CASE`: runs the tests of a suite, a table or a case, given by its fully qualified name, and
 * prints what they found; a running server does the work. The exit code is 1 if a test fails or cannot run.
 */
export function testCommand(): Command {
  const run = new Command('run')
    .description('Run the tests of a suite, a table or a case and print what they found.')
    .argument('<name>', 'Fully qualified name of the suite, table or case.');
  addFlags(run, [...DATA_OPTIONS, ...SOURCE_OPTIONS]).action((name: string, options) =>
    orFail(() => withStore(options, (open) => runNamed(name, open), { create: false, current: true })),
  );
  return new Command('test').description('Run tests of data.').addCommand(run);
}

async function runNamed(name: string, { config, store }: OpenData): Promise<void> {
  const row = await findRunnable(name, store);
  const work = openWork(config, store);
  const enqueued = await work.command(ENQUEUE_TESTS, { id: row.id });
  const jobId = isObject(enqueued) ? textOf(enqueued.jobId) : '';
  const job = await ended(jobId, store, work);
  const lines = await store.read((sql) => readRun(row, jobId, sql));
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

interface Work {
  command: WorkDeps['command'];
  /** Runs the job in this process. */
  startQueue(): JobQueue;
}

function openWork(config: Config, store: Store): Work {
  const secretKey = readSecretKey(keySource(config));
  if (secretKey === null) throw new Failure(`there is no secret.key in ${config.data}`);
  const assembled = assemble({ config, publicUrl: config.publicUrl, secretKey });
  const { catalog, access, search, writeRoutes: routes, commands, features } = assembled;
  const context = createSystemContext(config.logLevel);
  const { rights } = access;
  const { flush } = search;
  const { command, transaction } = createWriteRunner({
    store,
    catalog,
    context,
    routes,
    commands,
    rights,
    flush,
    onInvalidations: assembled.hear,
  });
  return {
    command,
    startQueue() {
      const holder = context.id();
      return startJobQueue<Scope, Actor, Omit<WorkDeps, 'transaction'>>({
        kinds: features.jobs.filter((kind) => kind.name === runTests.name),
        store,
        context,
        holder,
        transaction,
        system: systemActor,
        deps: { store, context, catalog, holder, command },
      });
    },
  };
}

/** Waits for the end of a job, which this process runs if no server does. */
async function ended(id: string, store: Store, { startQueue }: Work): Promise<JobRow> {
  let queue: JobQueue | null = null;
  try {
    for (let waited = 0; ; waited += LOOK_MS) {
      const row = await store.read((sql) => getJob(sql, id));
      if (!row) throw new Failure('the job was removed');
      if (row.ended_at !== null) return row;
      if (row.state === 'queued' && waited >= SERVER_TAKES_MS) queue ??= startQueue();
      await setTimeout(LOOK_MS);
    }
  } finally {
    await queue?.stop();
  }
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
