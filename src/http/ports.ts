/** What the HTTP room needs from others, as narrow as it uses it. */
import type { Actor, Reply, Request } from '../catalog/index.js';

/** Whose token this is. Refuses with 401; answers at once when the token was seen a moment ago. */
export type Authenticate = (bearer: string | null) => Actor | Promise<Actor>;

/** Where writes run. `key` names a mounted route: `POST /v1/tables`. */
export interface Writes {
  route(key: string, request: Request, actor: Actor): Promise<Reply>;
  command(name: string, data: unknown, actor?: Actor): Promise<unknown>;
}
