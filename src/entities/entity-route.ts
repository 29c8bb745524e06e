/** What the special routes of types share: finding the entity, asking for rights, answering it with what changed. */
import {
  changeEntity,
  composeShown,
  type EntityType,
  entityReply,
  type Fields,
  factsOf,
  type Naming,
  type Reply,
  type Request,
  readInclude,
  readRow,
  replyWith,
  rowToChange,
  type Scope,
  selectFields,
} from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

export interface Target {
  type: EntityType;
  row: EntityRow;
}

/** The entity that `{id}`, `{fqn}` or `{name}` of the path names, once the actor may do the operation. 403 or 404. */
export async function target(typeName: string, request: Request, operation: string, scope: Scope): Promise<Target> {
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, operation, typeName);
  const include = readInclude(request.query.include);
  return { type, row: await readRow(type, namingOf(request), include, scope, [operation]) };
}

/** The same, locked, for a change; 409 while it is being deleted. */
export async function targetToChange(
  typeName: string,
  request: Request,
  operation: string,
  scope: Scope,
): Promise<Target> {
  const type = scope.catalog.registry.get(typeName);
  const include = readInclude(request.query.include);
  return { type, row: await rowToChange(type, namingOf(request), include, scope, [operation]) };
}

export function decide(type: EntityType, row: EntityRow, operation: string, scope: Scope): Promise<void> {
  return scope.catalog.authorizer.decide(scope.actor, [operation], type.name, () => factsOf(type, row, scope));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A request whose `{fqn}` may be an id, too: for paths that the interface has by id with one method and by name with another. */
export function byIdOrFqn(request: Request): Request {
  const { fqn = '', ...params } = request.params;
  return UUID.test(fqn) ? { ...request, params: { ...params, id: fqn } } : request;
}

function namingOf({ params }: Request): Naming {
  if (params.id !== undefined) return { id: params.id };
  return { fqn: params.fqn ?? params.name ?? '' };
}

/** The entity with further members that are not stored with it, as JSON text (`"sampleData":{…}`). */
export async function replyWithMember({ type, row }: Target, member: string | null, scope: Scope): Promise<Reply> {
  const [text] = await composeShown([row], type, selectFields(type, undefined, scope.catalog), scope);
  const shown = text as string;
  return entityReply(200, row, member === null ? shown : `${shown.slice(0, -1)},${member}}`, scope);
}

/** Changes stored fields of the entity and answers it with them. */
export async function changedReply(
  found: Target,
  fields: string,
  change: (value: Fields) => Fields,
  scope: Scope,
): Promise<Reply> {
  const { row } = await changeEntity(found.type, found.row, change, scope);
  return replyWith(found.type, row, fields, scope);
}
