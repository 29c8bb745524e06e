import type { Actor, Catalog, Command, EntityType, Route, Scope, WriteCheck } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { EventReader } from '../events/index.js';
import type { JobKind, JobWork } from '../jobs/index.js';
import type { Store } from '../storage/index.js';
import type { WakeUps } from '../wake/index.js';
import type { RegisterMetrics } from './metrics.js';
import type { SettingKinds } from './setting-kind.js';

/**
 * What a folder adds to the server, as one object. The composition root lists the features; everything else finds the
 * parts through that list.
 */
export interface Feature {
  /** Unique among all features. */
  name: string;
  types?: readonly EntityType[];
  /** Routes below `/api` beyond those of the types. */
  routes?: readonly Route[];
  commands?: readonly Command[];
  /** Kinds of jobs; the queue runs each job where writes run, on one server at a time. */
  jobs?: readonly FeatureJob[];
  /** Called with change events, in order, where writes run, on one server at a time. */
  eventReaders?: readonly EventReader<Scope>[];
  /** Endless work that is neither a job nor a reader of events, where writes run. */
  works?: readonly FeatureWork[];
  /** Checks of the writes of all types, beyond those of a type itself. */
  writeChecks?: readonly WriteCheck[];
  /** Settings that admins read and change below `/v1/system/settings`. */
  settings?: SettingKinds;
  /** Commands run at every start before the first request, in this order and that of the features. Idempotent. */
  seeds?: readonly Command[];
  /** Run once on the thread that serves `/metrics`. */
  metrics?: readonly RegisterMetrics[];
}

/** A kind of job that the queue runs, on request (`enqueueJob`) or on a schedule. */
export type FeatureJob<I = unknown> = JobKind<I, JobDeps>;

/** Endless work. It decides itself which server does what. */
export interface FeatureWork {
  /** Unique among all features. */
  name: string;
  /** Returns a function that stops it and waits until it has ended. */
  start(deps: EndlessDeps): () => Promise<void>;
}

export interface EndlessDeps extends WorkDeps {
  /** Calls `woken` for every wake-up on the channel, from any server. */
  subscribe: WakeUps['subscribe'];
}

/** Dependencies of jobs. `transaction` is one slice of the job. */
export type JobDeps = Omit<WorkDeps, 'transaction'> & JobWork<Scope, Actor>;

/** Dependencies of background work. */
export interface WorkDeps {
  store: Store;
  context: Context;
  catalog: Catalog;
  /** Identifies this process among all servers of the database, until it ends. */
  holder: string;
  /** One write transaction of low priority, by default as the system. */
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
  /** Runs a command in a transaction of its own, by default as the system. */
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
}
