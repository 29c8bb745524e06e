import {
  catalogError,
  type EntityReference,
  errorMessages,
  isObject,
  parseReference,
} from '../../../contract/index.js';
import { givenFqn, type Scope } from '../../catalog/index.js';
import { getEntitiesByFqns, getReferences, type ReferenceRow } from '../../storage/index.js';
import { seenRows, valuesWithin } from './seen.js';

export interface Naming {
  /** Allowed types; plain text names the first. null: every registered type, by reference only. */
  types: readonly string[] | null;
  /** Meaning of plain text. */
  text: 'fqn' | 'id';
  /** Field name, for error messages. */
  field: string;
}

type Name = { id: string; type: string | null } | { fqn: string; type: string };

/**
 * Resolves lists of references or texts, as sent by clients, with one query for all ids and one for each type named by
 * FQN. Preserves order; drops duplicates and inherited items. Throws 404 for unknown entities and those that the caller may not
 * see, unless `stored` refers to them already; 400 for wrong types.
 */
export async function resolveReferences(
  lists: readonly (readonly unknown[])[],
  naming: Naming,
  scope: Scope,
  stored?: unknown,
): Promise<EntityReference[][]> {
  const names = lists.map((list) => ownItems(list).map((item) => readName(item, naming)));
  const found = await lookUp(names.flat(), naming, stored, scope);
  return names.map((list) => [...new Map(list.map((name) => found(name)).map((item) => [item.id, item])).values()]);
}

// Clients send back inherited items with the rest of an entity, without meaning to set them on it.
function ownItems(list: readonly unknown[]): readonly unknown[] {
  return list.filter((item) => !(isObject(item) && item.inherited === true));
}

function readName(item: unknown, { types, text, field }: Naming): Name {
  const type = types?.[0];
  if (typeof item === 'string') {
    if (type === undefined) throw catalogError('BAD_REQUEST', `${field}: a reference with id and type is required`);
    return text === 'id' ? { id: item.toLowerCase(), type } : { fqn: item, type };
  }
  if (!isObject(item)) throw catalogError('BAD_REQUEST', `${field}: must be a reference`);
  const given = typeof item.type === 'string' ? item.type : null;
  if (given !== null && types !== null && !types.includes(given))
    throw catalogError('BAD_REQUEST', `${field}: type ${given} is not one of ${types.join(', ')}`);
  if (typeof item.id === 'string') return { id: item.id.toLowerCase(), type: given };
  const fqn = item.fullyQualifiedName ?? item.name;
  const named = given ?? type;
  if (typeof fqn !== 'string' || named === undefined)
    throw catalogError('BAD_REQUEST', `${field}: a reference requires id and type`);
  return { fqn, type: named };
}

async function lookUp(
  names: readonly Name[],
  naming: Naming,
  stored: unknown,
  scope: Scope,
): Promise<(name: Name) => EntityReference> {
  const fqnOf = (name: { type: string; fqn: string }) => givenFqn(scope.catalog.registry.find(name.type), name.fqn);
  const ids = new Set<string>();
  const fqns = new Map<string, Set<string>>();
  for (const name of names) {
    if ('id' in name) ids.add(name.id);
    else fqns.set(name.type, (fqns.get(name.type) ?? new Set()).add(fqnOf(name)));
  }
  const byId = new Map<string, ReferenceRow>();
  const byFqn = new Map<string, ReferenceRow>();
  const held = valuesWithin(stored, 'id');
  const seen = <R extends ReferenceRow>(rows: readonly R[]) => seenRows(rows, ({ id }) => held.has(id), scope);
  for (const row of await seen(await getReferences(scope.sql, [...ids]))) if (row.deleted < 2) byId.set(row.id, row);
  for (const [type, wanted] of fqns)
    for (const row of await seen(await getEntitiesByFqns(scope.sql, type, [...wanted])))
      if (row.deleted === 0) byFqn.set(`${type} ${row.fqn}`, row);
  return (name) => {
    const row = 'id' in name ? byId.get(name.id) : byFqn.get(`${name.type} ${fqnOf(name)}`);
    if (!row || ('id' in name && name.type !== null && row.type !== name.type)) throw notFound(name, naming);
    if (naming.types !== null && !naming.types.includes(row.type))
      throw catalogError('BAD_REQUEST', `${naming.field}: type ${row.type} is not one of ${naming.types.join(', ')}`);
    return parseReference(row.ref);
  };
}

function notFound(name: Name, naming: Naming) {
  const type = name.type ?? naming.types?.[0] ?? 'entity';
  const message =
    'id' in name ? errorMessages.notFoundById(type, name.id) : errorMessages.notFoundByName(type, name.fqn);
  return catalogError('ENTITY_NOT_FOUND', message);
}
