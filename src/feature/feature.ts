import type { Actor, Catalog, Command, EntityType, Route, Scope } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import type { EventReader } from '../events/index.js';
import type { Store } from '../storage/index.js';
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
  /** Background work, done where writes run, on one server at a time. */
  jobs?: readonly FeatureJob[];
  /** Called with change events, in order, where writes run, on one server at a time. */
  eventReaders?: readonly EventReader<Scope>[];
  /** Settings that admins read and change below `/v1/system/settings`. */
  settings?: SettingKinds;
  /** Commands run at every start before the first request, in this order and that of the features. Idempotent. */
  seeds?: readonly Command[];
  /** Run once on the thread that serves `/metrics`. */
  metrics?: readonly RegisterMetrics[];
}

/** A periodic job. The time between runs, leases and errors are handled by `jobs/`. */
export interface FeatureJob {
  /** Unique; also the name of its lease, and of the `setting` mark that makes it due at once. */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  /** Stops early when the signal fires. An error is logged, and the job runs again next time. */
  run(signal: AbortSignal, deps: WorkDeps): Promise<void>;
}

/** What jobs work with. */
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
