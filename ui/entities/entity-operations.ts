import type { JsonPatch, Operation, Page } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import type { Entity } from './entity-page.js';

type None = Record<never, never>;
type Op<P, Q, B, A> = Operation<{ params: P & object; query: Q & object; body: B; answer: A }>;
type Include = { include?: string };

/** The standard operations of every type, by the path of its collection. Pages of one type use those of `cairn/client`. */
export function entityOperations(path: string) {
  return {
    get: `GET ${path}/name/{fqn}` as Op<{ fqn: string }, { fields?: string } & Include, undefined, Entity>,
    list: `GET ${path}` as Op<
      None,
      { fields?: string; limit?: number; after?: string } & Include & JsonObject,
      undefined,
      Page<Entity>
    >,
    create: `POST ${path}` as Op<None, None, JsonObject, Entity>,
    patch: `PATCH ${path}/{id} application/json-patch+json` as Op<{ id: string }, None, JsonPatch, Entity>,
    remove: `DELETE ${path}/{id}` as Op<
      { id: string },
      { recursive?: boolean; hardDelete?: boolean },
      undefined,
      Entity
    >,
    restore: `PUT ${path}/restore` as Op<None, None, { id: string }, Entity>,
    versions: `GET ${path}/{id}/versions` as Op<{ id: string }, None, undefined, { versions: string[] }>,
    follow: `PUT ${path}/{id}/followers` as Op<{ id: string }, None, string, unknown>,
    unfollow: `DELETE ${path}/{id}/followers/{userId}` as Op<{ id: string; userId: string }, None, undefined, unknown>,
    vote: `PUT ${path}/{id}/vote` as Op<{ id: string }, None, { updatedVoteType: string }, unknown>,
  };
}
