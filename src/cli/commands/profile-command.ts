import { Command } from 'commander';
import { PROFILED } from '../../entities/index.js';
import { ENQUEUE_PROFILE, outcomesOf, profileRuns, type TableOutcome } from '../../inspection/index.js';
import { type EntityRow, getEntityByFqn, type Store } from '../../storage/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { runJob, SOURCE_OPTIONS } from '../run-job.js';
import { type OpenData, withStore } from '../with-store.js';

/**
 * `cairn profile SERVICE|TABLE`: profiles a table, or all tables of a service, database or schema, given by its fully
 * qualified name, and prints a line for each; a running server does the work. The exit code is 1 if a profile is missing
 * or incomplete.
 */
export function profileCommand(): Command {
  const command = new Command('profile')
    .description('Profile a table, or all tables of a service, database or schema.')
    .argument('<name>', 'Fully qualified name of the table, service, database or schema.');
  return addFlags(command, [...DATA_OPTIONS, ...SOURCE_OPTIONS]).action((name: string, options) =>
    orFail(() => withStore(options, (open) => profileNamed(name, open), { create: false, current: true })),
  );
}

async function profileNamed(name: string, open: OpenData): Promise<void> {
  const { id } = await findProfiled(name, open.store);
  const job = await runJob(open, { command: ENQUEUE_PROFILE, data: { id }, kind: profileRuns.name });
  const outcomes = await open.store.read((sql) => outcomesOf(job.id, sql));
  for (const outcome of outcomes) console.log(lineOf(outcome));
  const complete = outcomes.filter(({ status }) => status === 'profiled').length;
  console.log(`${complete} of ${outcomes.length} tables profiled completely`);
  const isExplained = outcomes.some(({ problems }) => problems.length > 0);
  if (job.state !== 'completed' && !isExplained)
    throw new Failure(`the job ended as ${job.state}${job.error ? `: ${job.error}` : ''}`);
  if (job.state !== 'completed') process.exitCode = 1;
}

async function findProfiled(name: string, store: Store): Promise<EntityRow> {
  for (const type of PROFILED) {
    const row = await store.read((sql) => getEntityByFqn(sql, type, name));
    if (row?.deleted === 0) return row;
  }
  throw new Failure(`there is no table, service, database or schema ${name}`);
}

function lineOf({ fqn, status, rows, columns, problems }: TableOutcome): string {
  const figures = status === 'failed' ? [] : [...(rows === undefined ? [] : [`${rows} rows`]), `${columns} columns`];
  return [`${status.padEnd(8)} ${fqn}`, ...figures, ...problems].join('; ');
}
