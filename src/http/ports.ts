/** The narrow interfaces that the HTTP module needs from other modules. */
import type { Actor, Reply, Request } from '../catalog/index.js';

/** Returns the actor of a token; fails with 401. Synchronous if the token is cached. */
export type Authenticate = (bearer: string | null, actsFor?: string) => Actor | Promise<Actor>;

/** Runs writes. `key` names a mounted route, such as `POST /v1/tables`. */
export interface Writes {
  route(key: string, request: Request, actor: Actor): Promise<Reply>;
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
}
