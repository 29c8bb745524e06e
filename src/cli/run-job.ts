/** Runs a job for a command: by a server on the same database if there is one, otherwise in this process. */
import { setTimeout } from 'node:timers/promises';
import { isObject } from '../../contract/index.js';
import { assemble } from '../assemble.js';
import { type Actor, type Catalog, type Scope, systemActor } from '../catalog/index.js';
import { keySource, type OptionName, readSecretKey } from '../config/index.js';
import { type Context, createSystemContext } from '../context/index.js';
import type { WorkDeps } from '../feature/index.js';
import { type JobQueue, startJobQueue } from '../jobs/index.js';
import { getJob, type JobRow, type Store } from '../storage/index.js';
import { createWriteRunner } from '../writer/index.js';
import { Failure } from './fail.js';
import type { OpenData } from './with-store.js';

/** What commands take that read sources. */
export const SOURCE_OPTIONS: readonly OptionName[] = ['sourceAllow', 'sourceFolder', 'sourceTimeout'];

/** A server on the same database picks up the job within this time. Milliseconds. */
const SERVER_TAKES_MS = 2500;
const LOOK_MS = 200;

export interface JobToRun {
  /** The command that enqueues the job and resolves to `{ jobId }`. */
  command: string;
  data: unknown;
  /** Name of the kind of the job. */
  kind: string;
}

/** Resolves to the job when it has ended, however it did. */
export async function runJob(open: OpenData, { command, data, kind }: JobToRun): Promise<JobRow> {
  const writes = openWrites(open);
  const started = await writes.command(command, data);
  return awaitJob(isObject(started) ? String(started.jobId) : '', kind, writes);
}

/** Waits until a job has ended; runs it here if no server takes it. */
export function awaitJob(id: string, kind: string, { store, startQueue }: Writes): Promise<JobRow> {
  return ended(id, store, () => startQueue(kind));
}

export interface Writes {
  store: Store;
  catalog: Catalog;
  context: Context;
  /** Runs a command as the system. */
  command(name: string, data: unknown): Promise<unknown>;
  startQueue(kind: string): JobQueue;
}

/** What writes as a server does, for commands that change something. */
export function openWrites({ config, store }: OpenData): Writes {
  const secretKey = readSecretKey(keySource(config));
  if (secretKey === null) throw new Failure(`there is no secret.key in ${config.data}`);
  const assembled = assemble({ config, publicUrl: config.publicUrl, secretKey });
  const { catalog, access, search, writeRoutes: routes, commands, features } = assembled;
  const context = createSystemContext(config.logLevel);
  const { rights } = access;
  const { flush } = search;
  const onInvalidations = assembled.applyInvalidations;
  const writer = { store, catalog, context, routes, commands, rights, flush, onInvalidations };
  const { command, transaction } = createWriteRunner(writer);
  return {
    ...{ store, catalog, context, command },
    startQueue(kind) {
      const holder = context.id();
      return startJobQueue<Scope, Actor, Omit<WorkDeps, 'transaction'>>({
        kinds: features.jobs.filter((one) => one.name === kind),
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

async function ended(id: string, store: Store, startQueue: () => JobQueue): Promise<JobRow> {
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
