import { type ChildProcess, spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EgressError } from '../egress-error.js';
import type { Source, SourceLimits, SourceRows } from './source.js';

export interface SqliteSourceOptions {
  /** Path of the file, relative to `folder` or absolute. */
  file: string;
  /** Only files below this folder are opened; if empty, none. */
  folder: string;
  /** The server's own data folder; files below it are never opened. */
  dataFolder: string;
  /** The program that reads the file (`source-reader.js`). */
  program: URL;
  limits: SourceLimits;
  /** The option that names the folder, for the message. */
  option: string;
}

/** A request to the reader process, one statement at a time. */
export interface SqliteRequest {
  file: string;
  text: string;
  maxRows: number;
}

export type SqliteAnswer = { rows: SourceRows } | { failed: string };

const MEMORY_MB = 256;
/** What the process sends once it can read. */
export const READY = 'ready';
/** Milliseconds that its start may take, which count for no statement. */
const START_MS = 30_000;

/**
 * Opens a SQLite file. A separate process reads it, because a statement cannot be interrupted in a thread and a
 * damaged file must not crash the server; the process is killed at the time limit.
 */
export async function openSqliteSource(options: SqliteSourceOptions): Promise<Source> {
  const file = await findFile(options);
  const { limits, program } = options;
  let child: ChildProcess | null = null;
  const reader = async () => {
    if (child?.connected) return child;
    child = spawn(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, fileURLToPath(program)], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    await started(child, basename(file));
    return child;
  };
  return {
    async query(text) {
      const answer = await ask(await reader(), { file, text, maxRows: limits.maxRows }, limits.statementTimeout);
      if ('failed' in answer)
        throw new EgressError('failed', `${basename(file)} rejected the statement: ${answer.failed}`);
      return answer.rows;
    },
    async close() {
      if (child) await end(child);
    },
  };
}

function started(child: ChildProcess, name: string): Promise<void> {
  return new Promise((done, fail) => {
    const give = (error?: EgressError) => {
      clearTimeout(timer);
      child.off('message', ready).off('exit', ended).off('error', ended);
      if (error) fail(error);
      else done();
    };
    const ready = () => give();
    const ended = () => give(new EgressError('broken', `the process that reads ${name} exited`));
    const timer = setTimeout(() => {
      give(new EgressError('timeout', `the process that reads ${name} did not start in time`));
      child.kill('SIGKILL');
    }, START_MS);
    child.on('message', ready).on('exit', ended).on('error', ended);
  });
}

function ask(child: ChildProcess, request: SqliteRequest, timeout: number): Promise<SqliteAnswer> {
  const name = basename(request.file);
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      settle();
      end(child).then(() => fail(new EgressError('timeout', `${name} was not read in time`)), fail);
    }, timeout);
    const answered = (answer: SqliteAnswer) => {
      settle();
      done(answer);
    };
    const ended = () => {
      settle();
      fail(new EgressError('broken', `the process that reads ${name} exited`));
    };
    const settle = () => {
      clearTimeout(timer);
      child.off('message', answered).off('exit', ended).off('error', ended);
    };
    child.on('message', answered).on('exit', ended).on('error', ended);
    child.send(request, (error) => error && ended());
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });
}

async function findFile({ file, folder, dataFolder, option }: SqliteSourceOptions): Promise<string> {
  if (!folder)
    throw new EgressError(
      'refused',
      `SQLite files are not allowed as sources; set ${option} to the folder that contains them`,
    );
  const [root, data] = await Promise.all([realpath(folder).catch(() => null), realpath(dataFolder).catch(() => null)]);
  if (!root) throw new EgressError('unreachable', `the folder given by ${option} does not exist`);
  const found = await realpath(isAbsolute(file) ? file : join(root, file)).catch(() => null);
  // A file outside the folder and a missing file give the same error, so that clients cannot probe for files.
  if (!found || !isBelow(found, root) || (data && isBelow(found, data)))
    throw new EgressError('refused', `${basename(file)} is not a file in the folder given by ${option}`);
  return found;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
