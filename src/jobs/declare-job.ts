import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Context } from '../context/index.js';
import type { Sql } from '../storage/index.js';

/** Wakes the queues of all servers: there is a new job, or one was cancelled. */
export const JOBS_CHANNEL = 'jobs';

/** Where a job is put into the queue, and what its slices work with. */
export interface JobScope {
  sql: Sql;
  context: Context;
  actor: { id: string; name: string };
  mark(mark: { kind: 'wake'; channel: string }): void;
}

export interface JobOptions {
  /** Unique; also what clients see as the kind of a job. */
  name: string;
  /** JSON Schema of the input; without it the input is null. */
  input?: object;
  /** Whether its actor and admins may cancel it. Default: yes. */
  cancellable?: boolean;
  retry?: Partial<Retry>;
  /** How long a finished job is kept. Milliseconds; default: 7 days. */
  keptMs?: number;
}

export interface Retry {
  /** Runs without progress after which the job ends as failed. Default: 5. */
  attempts: number;
  /** Pause before the second run; it doubles with each further one. Milliseconds. */
  firstMs: number;
  longestMs: number;
}

/** What is known of a kind of job wherever one is put into the queue. */
export interface JobDeclaration<I> {
  readonly name: string;
  readonly cancellable: boolean;
  readonly retry: Retry;
  readonly keptMs: number;
  /** Returns the input if it fits the schema; throws otherwise. */
  read(input: unknown): I;
}

const RETRY: Retry = { attempts: 5, firstMs: 1000, longestMs: 60_000 };
const DAY = 86_400_000;

export function declareJob<I = null>(options: JobOptions): JobDeclaration<I> {
  const { name, input = { type: 'null' }, cancellable = true, retry, keptMs = 7 * DAY } = options;
  let check: ValidateFunction<I> | undefined;
  return {
    name,
    cancellable,
    retry: { ...RETRY, ...retry },
    keptMs,
    read(value) {
      check ??= new Ajv2020({ strict: false }).compile<I>(input);
      if (check(value)) return value;
      const [wrong] = check.errors ?? [];
      throw new Error(`the input of the job ${name} is invalid: ${wrong?.instancePath ?? ''} ${wrong?.message ?? ''}`);
    },
  };
}

/** A kind of job with the code that runs it. `W`: what the code works with. */
export interface JobKind<I, W> extends JobDeclaration<I> {
  /** A cron pattern in UTC, with seconds if it has six fields: the job runs again and again, and cannot be cancelled. */
  readonly schedule?: string;
  /** How many jobs of the kind one server runs at once; others take turns. Default: 8. Their slices never overlap. */
  readonly parallel?: number;
  /**
   * Does the work in slices, each in a `transaction`, and records in it with `progress` how far it is. A run may end after any
   * slice: because the server stops or dies, or to make room for others. The next run goes on from what is recorded.
   */
  run(input: I, work: W): Promise<void>;
  /** Tidies up in the transaction that ends a cancelled job. */
  cancelled?(input: I, work: W): Promise<void>;
}

/** What a run of a job works with. */
export interface JobWork<S extends JobScope, A> {
  readonly job: { id: string; actorId: string; actorName: string; createdAt: number; attempts: number };
  /** Fires when the run has to end. */
  readonly signal: AbortSignal;
  /** One slice. Throws without any effect when the job was cancelled or another server runs it by now. */
  transaction<T>(work: (scope: S) => Promise<T>, actor?: A): Promise<T>;
  /** Records progress as part of a slice. */
  progress(scope: S, progress: JobProgress): Promise<void>;
  /** A named part of the input, or the last recorded state; JSON text. */
  data(name: string): Promise<string | undefined>;
}

export interface JobProgress {
  /** How much more is done than before. */
  done: number;
  total?: number;
  /** What the next run needs to go on; read with `data('state')`. */
  state?: unknown;
}
