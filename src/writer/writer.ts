import type { Actor, Mark, Reply, Request } from '../catalog/index.js';

/** Where writes run. Resolves once the write is durable and its marks were delivered. */
export interface Writer {
  /** Runs a write route by its key, `POST /v1/tables`. */
  route(key: string, request: Request, actor: Actor): Promise<Reply>;
  /** Runs a registered command; without an actor it is the system's own. Data and result are plain JSON values. */
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
  /** What waits or runs now. */
  pending(): number;
  /** Whether writes get through at the moment. */
  alive(): boolean;
  /** Finishes what was begun. */
  close(): Promise<void>;
}

/** Called with the marks of each commit before the answer of its request leaves. */
export type OnMarks = (marks: readonly Mark[]) => void;
