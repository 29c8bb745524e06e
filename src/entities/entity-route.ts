/**
 * Shared by the routes that types add to the standard ones: load and authorize the entity, respond with it after a
 * change.
 */

import { parseObject, type SchemaKey, type SchemaValue, type Stored } from '../../contract/index.js';
import {
  changeEntity,
  composeShown,
  type EntityKey,
  type EntityType,
  entityReply,
  type Fields,
  factsOf,
  type Reply,
  type Request,
  readInclude,
  readRow,
  replyWith,
  rowToChange,
  type Scope,
  selectFields,
} from '../catalog/index.js';
import { first } from '../context/index.js';
import type { EntityRow } from '../storage/index.js';

/** `E` are the fields that the type's schema gives it. */
export interface Target<E = Fields> {
  type: EntityType;
  row: EntityRow;
  /** The stored fields, without containers, traits and fields shown on request. */
  stored(): E;
}

/** The fields of a type by its name; untyped if the name is only known at run time. */
type FieldsOf<N extends string> = string extends N
  ? Fields
  : Stored<SchemaValue<Extract<SchemaKey, `entity/${string}/${N}`>>>;

function targetOf<N extends string>(type: EntityType, row: EntityRow): Target<FieldsOf<N>> {
  return { type, row, stored: () => parseObject<FieldsOf<N>>(row.doc) };
}

/** The entity that `{id}`, `{fqn}` or `{name}` of the path names, authorized for the operation. 403 or 404. */
export async function target<N extends string>(
  typeName: N,
  request: Request,
  operation: string,
  scope: Scope,
): Promise<Target<FieldsOf<N>>> {
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, operation, typeName);
  const include = readInclude(request.query.include);
  return targetOf<N>(type, await readRow(type, namingOf(request), include, scope, [operation]));
}

/** Like `target`, but locks the row for a change. 409 while the entity is being deleted. */
export async function targetToChange<N extends string>(
  typeName: N,
  request: Request,
  operation: string,
  scope: Scope,
): Promise<Target<FieldsOf<N>>> {
  const type = scope.catalog.registry.get(typeName);
  const include = readInclude(request.query.include);
  return targetOf<N>(type, await rowToChange(type, namingOf(request), include, scope, [operation]));
}

export function decide(type: EntityType, row: EntityRow, operation: string, scope: Scope): Promise<void> {
  return scope.catalog.authorizer.decide(scope.actor, [operation], type.name, () => factsOf(type, row, scope));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts an id as `{fqn}` or `{name}`: the interface has some paths by id with one method and by name with another. */
export function byIdOrName(request: Request): Request {
  const { fqn, name, ...params } = request.params;
  const key = fqn ?? name ?? '';
  return UUID.test(key) ? { ...request, params: { ...params, id: key } } : request;
}

function namingOf({ params }: Request): EntityKey {
  if (params.id !== undefined) return { id: params.id };
  return { fqn: params.fqn ?? params.name ?? '' };
}

/** Returns the entity with a member that is not part of its stored text. `member` is JSON text (`"sampleData":{…}`). */
export async function replyWithMember(
  { type, row }: Pick<Target, 'type' | 'row'>,
  member: string | null,
  scope: Scope,
): Promise<Reply> {
  const shown = first(await composeShown([row], type, selectFields(type, undefined, scope.catalog), scope));
  return entityReply(200, row, member === null ? shown : `${shown.slice(0, -1)},${member}}`, scope);
}

/** Changes the entity and returns it with `fields`. */
export async function changedReply<E extends Fields>(
  found: Pick<Target<E>, 'type' | 'row'>,
  fields: string,
  change: (value: E) => E,
  scope: Scope,
): Promise<Reply> {
  const { row } = await changeEntity(found.type, found.row, change, scope);
  return replyWith(found.type, row, fields, scope);
}
