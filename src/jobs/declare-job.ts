import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Context } from '../context/index.js';
import type { Sql } from '../storage/index.js';

/** Channel that wakes the queues of all servers when a job was added or cancelled. */
export const JOBS_CHANNEL = 'jobs';

/** What enqueuing a job and its slices need of a transaction. */
export interface JobScope {
  sql: Sql;
  context: Context;
  actor: { id: string; name: string };
  invalidate(mark: { kind: 'wake'; channel: string }): void;
}

export interface JobOptions {
  /** Unique; clients see it as the kind of the job. */
  name: string;
  /** JSON Schema of the input; if absent, the input is null. */
  input?: object;
  /** Whether the job's actor and admins may cancel it. Default: yes. */
  cancellable?: boolean;
  retry?: Partial<Retry>;
  /** How long a finished job is kept. Milliseconds; default: 7 days. */
  keptMs?: number;
}

export interface Retry {
  /** Number of runs without progress after which the job fails. Default: 5. */
  attempts: number;
  /** Pause before the first retry; it doubles with each further one. Milliseconds. */
  firstMs: number;
  longestMs: number;
}

/** The declaration of a job kind, which is all that enqueuing needs. */
export interface JobDeclaration<I> {
  readonly name: string;
  readonly cancellable: boolean;
  readonly retry: Retry;
  readonly keptMs: number;
  /** Returns the input if it matches the schema; throws otherwise. */
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
      // The schema is ours; checking it against the metaschema would first compile that, per kind of job.
      check ??= new Ajv2020({ strict: false, meta: false, validateSchema: false }).compile<I>(input);
      if (check(value)) return value;
      const [wrong] = check.errors ?? [];
      throw new Error(`the input of the job ${name} is invalid: ${wrong?.instancePath ?? ''} ${wrong?.message ?? ''}`);
    },
  };
}

/** A job kind with the code that runs it. `W`: what that code receives. */
export interface JobKind<I, W> extends JobDeclaration<I> {
  /** A cron pattern in UTC, with seconds if it has six fields. A scheduled job repeats and cannot be cancelled. */
  readonly schedule?: string;
  /**
   * How many jobs of this kind one server runs at once; the rest take turns. Default: 8. Their slices never overlap.
   */
  readonly parallel?: number;
  /**
   * Does the work in slices, each in a `transaction` that records its progress with `progress`. A run may end after
   * any slice: because the server stops or crashes, or to let others run. The next run resumes from the recorded
   * progress.
   */
  run(input: I, work: W): Promise<void>;
  /** Cleans up, in the transaction that ends a cancelled job. */
  cancelled?(input: I, work: W): Promise<void>;
  /** Reports the failure, in the transaction that ends a job without further retries. `error`: what anyone may know. */
  failed?(input: I, work: W, error: string): Promise<void>;
}

/** What a job receives when it runs. */
export interface JobWork<S extends JobScope, A> {
  readonly job: { id: string; actorId: string; actorName: string; createdAt: number; attempts: number };
  /** Aborted when the run has to end. */
  readonly signal: AbortSignal;
  /** Runs one slice. Throws, without any effect, if the job was cancelled or another server runs it by now. */
  transaction<T>(work: (scope: S) => Promise<T>, actor?: A): Promise<T>;
  /** Records progress as part of a slice. */
  progress(scope: S, progress: JobProgress): Promise<void>;
  /** A named part of the input, or the last recorded state, as JSON text. */
  data(name: string): Promise<string | undefined>;
}

export interface JobProgress {
  /** How much was done since the last call. */
  done: number;
  total?: number;
  /** What the next run needs to resume; read it with `data('state')`. */
  state?: unknown;
}
