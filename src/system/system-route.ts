/** Shorthands for the route declarations of this module. */
import { operationsRefused } from '../../contract/index.js';
import type { ActionRoute, Actor, DataRoute, Method, ParameterDocs, RouteDocs, SchemaDocs } from '../catalog/index.js';

export interface SystemRoute {
  id: string;
  summary: string;
  /** Details beyond the summary, in full sentences. */
  description?: string;
  tag?: string;
  /** null: the response has no body. */
  answer: SchemaDocs | null;
  /** Success status; default 200. */
  status?: number;
  /** Media type of the response if it is not JSON. */
  media?: string;
  open?: boolean;
  query?: readonly ParameterDocs[];
  body?: RouteDocs['body'];
  errors?: readonly number[];
  handle: DataRoute['handle'];
}

export function readRoute(path: string, route: SystemRoute): DataRoute {
  return declare('read', 'GET', path, route);
}

export function writeRoute(method: Exclude<Method, 'GET'>, path: string, route: SystemRoute): DataRoute {
  return declare('write', method, path, route);
}

/** A stream of server-sent events: `handle` answers an `eventStream`. */
export function streamRoute(
  path: string,
  { handle, ...route }: Omit<SystemRoute, 'handle' | 'answer' | 'media'> & { handle: ActionRoute['handle'] },
): ActionRoute {
  const docs = docsOf({ ...route, answer: { inline: { type: 'string' } }, media: 'text/event-stream' });
  return { kind: 'action', method: 'GET', path, docs, handle };
}

function declare(kind: DataRoute['kind'], method: Method, path: string, route: SystemRoute): DataRoute {
  const { open, handle } = route;
  return { kind, method, path, docs: docsOf(route), handle, ...(open ? { open } : {}) };
}

function docsOf(route: Omit<SystemRoute, 'handle'>): RouteDocs {
  const { id, summary, description, tag = 'System', answer, status = 200, media, query, body, errors } = route;
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tag,
    answers: { [status]: { description: summary, ...(answer ? { schema: answer } : {}), ...(media ? { media } : {}) } },
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    ...(errors ? { errors } : {}),
  };
}

/** Fails with 403 unless the actor is an admin. */
export function requireAdmin(actor: Actor, what: string): void {
  if (!actor.isAdmin) throw operationsRefused(actor, [what]);
}

export const anyObject: SchemaDocs = { inline: { type: 'object' } };
