/** Checks the values of custom properties that a write gives, and resolves the references among them. */
import { catalogError, errorMessages, isObject } from '../../../contract/index.js';
import { getEntitiesByFqns, getReferences, type PropertyRow } from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import { equal } from '../document/equal.js';
import { givenFqn } from '../document/fqn.js';
import { createSight, type Named } from '../rights/sight.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from '../write/draft.js';
import { lockDefinitions, type PropertyDefinition } from './definitions.js';
import { EXTENSION, isUnset, sameValue, storedExtension, storedValue } from './extension-values.js';
import { nameIn, propertyKind } from './property-kinds.js';
import { propertyRows } from './property-rows.js';

type Change = Pick<Draft, 'id' | 'before' | 'after'> & { properties?: PropertyRow[] };

/**
 * Accepts the extensions of drafts whose `after` has another one than `before`. Values that did not change are not
 * checked again. Sets `properties` to the rows to store. Throws 400 with the property and the rule, 404 for references.
 */
export async function acceptExtensions(type: EntityType, changes: readonly Change[], scope: Scope): Promise<void> {
  const changed = changes.filter(({ before, after }) => after[EXTENSION] !== before?.[EXTENSION]);
  if (changed.every(({ before, after }) => isUnset(after[EXTENSION]) && isUnset(before?.[EXTENSION]))) return;
  const definitions = await lockDefinitions(type.name, scope);
  for (const change of changed) await acceptExtension(type, change, definitions, scope);
}

async function acceptExtension(
  type: EntityType,
  change: Change,
  definitions: ReadonlyMap<string, PropertyDefinition>,
  scope: Scope,
): Promise<void> {
  const { before, after } = change;
  const given = after[EXTENSION] ?? {};
  if (!isObject(given)) throw catalogError('BAD_REQUEST', `${EXTENSION} must be an object`);
  const old = isObject(before?.[EXTENSION]) ? before[EXTENSION] : {};
  const accepted = await acceptValues(given, old, { prefix: `${EXTENSION}.`, owner: type.name, definitions }, scope);
  if (equal(accepted, storedExtension(old))) {
    restore(after, before);
    return;
  }
  if (Object.keys(accepted).length === 0) delete after[EXTENSION];
  else after[EXTENSION] = accepted;
  change.properties = propertyRows({ id: change.id, type: type.name }, accepted, definitions);
}

/** Puts back the stored object itself: later steps see by its identity that nothing changed. */
function restore(after: Fields, before: Fields | null): void {
  if (before && before[EXTENSION] !== undefined) after[EXTENSION] = before[EXTENSION];
  else delete after[EXTENSION];
}

interface Properties {
  /** What precedes the name of a property in messages. */
  prefix: string;
  /** The type that describes the holders. */
  owner: string;
  definitions: ReadonlyMap<string, PropertyDefinition>;
}

/**
 * The values as stored, without those that are unset. Values that are those of `old` are not checked again. Throws 400
 * with the property and the rule that it breaks, 404 for references.
 */
export async function acceptValues(
  given: Fields,
  old: Fields,
  { prefix, owner, definitions }: Properties,
  scope: Scope,
): Promise<Fields> {
  const values: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (isUnset(value)) continue;
    const property = { field: `${prefix}${name.slice(0, 256)}`, owner, definition: definitions.get(name) };
    const isOld = Object.hasOwn(old, name) && sameValue(value, old[name]);
    values.push([name, isOld ? storedValue(value) : await acceptValue(value, property, scope)]);
  }
  return Object.fromEntries(values);
}

interface Property {
  /** How messages name the property. */
  field: string;
  owner: string;
  definition: PropertyDefinition | undefined;
}

async function acceptValue(value: unknown, { field, owner, definition }: Property, scope: Scope): Promise<unknown> {
  const kind = definition && propertyKind(definition.kind);
  if (!definition || !kind) throw catalogError('BAD_REQUEST', `${field} is not a custom property of ${owner}`);
  const problem = kind.problem(value, definition.config);
  if (problem !== null) throw catalogError('BAD_REQUEST', `${field} ${problem}`);
  if (!kind.refers) return kind.stored?.(value) ?? value;
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const found: Named[] = [];
  for (const item of items) found.push(await resolve(item, { field, types: definition.config }, scope));
  const distinct = [...new Map(found.map((named) => [named.id, named])).values()];
  return kind.refers === 'one' ? distinct[0] : distinct;
}

async function resolve(item: unknown, { field, types }: { field: string; types: unknown }, scope: Scope) {
  const given = isObject(item) ? item : {};
  const type = typeof given.type === 'string' ? given.type : null;
  const named = typeof given.id === 'string' ? await byId(given.id, scope) : await byFqn(type ?? '', given, scope);
  if (!named || (type !== null && named.type !== type) || !(await isSeen(named, scope))) throw notFound(type, given);
  if (!Array.isArray(types) || !types.includes(named.type))
    throw catalogError('BAD_REQUEST', `${field}: type ${named.type} is not one of ${[types].flat().join(', ')}`);
  return { id: named.id, type: named.type };
}

async function byId(id: string, { sql }: Scope) {
  return (await getReferences(sql, [id.toLowerCase()])).find(({ deleted }) => deleted < 2);
}

async function byFqn(typeName: string, given: Fields, { sql, catalog }: Scope) {
  const type = catalog.registry.find(typeName);
  if (!type) return undefined;
  const rows = await getEntitiesByFqns(sql, typeName, [givenFqn(type, String(nameIn(given)))]);
  return rows.find(({ deleted }) => deleted === 0);
}

/** A reference to an entity that the caller may not see gets 404, so that nobody learns that it exists. */
async function isSeen(named: Named, scope: Scope): Promise<boolean> {
  return (await createSight(scope).allowed('ViewBasic', [named])).has(named.id);
}

function notFound(type: string | null, given: Fields) {
  const message =
    typeof given.id === 'string'
      ? errorMessages.notFoundById(type ?? 'entity', given.id.slice(0, 100))
      : errorMessages.notFoundByName(type ?? 'entity', String(nameIn(given)).slice(0, 300));
  return catalogError('ENTITY_NOT_FOUND', message);
}
