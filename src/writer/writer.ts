import type { Actor, Invalidation, Reply, Request } from '../catalog/index.js';

/** Runs writes. Resolves once a write is durable and its invalidations were delivered. */
export interface Writer {
  /** Runs a write route by its key, such as `POST /v1/tables`. */
  route(key: string, request: Request, actor: Actor): Promise<Reply>;
  /** Runs a registered command, as the system user if no actor is given. Data and result are plain JSON values. */
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
  /** Number of calls that wait or run. */
  pending(): number;
  /** Whether writes can currently be executed. */
  alive(): boolean;
  /** Completes the calls in progress, then closes. */
  close(): Promise<void>;
}

/** Called with the invalidations of each commit, before the response of its request is sent. */
export type OnInvalidations = (invalidations: readonly Invalidation[]) => void;
