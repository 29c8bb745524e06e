/**
 * `extension`: the values of custom properties by name. Stored references have only `id` and `type`; responses complete
 * them from the current state of the entity, so that they follow renames and deletes. Pure.
 */
import { isObject } from '../../../contract/index.js';
import type { EntityType, Fields, PartRule } from '../define/define.js';
import { rootOfPath } from '../document/document.js';
import { equal } from '../document/equal.js';
import type { InnerReference } from '../references/inner-references.js';
import type { Named } from '../rights/sight.js';

export const EXTENSION = 'extension';

const REFERENCE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'type', 'name', 'fullyQualifiedName', 'description', 'displayName', 'deleted', 'inherited', 'href'],
]);

/** Whether the entities of a type can have custom properties. */
export function takesProperties({ onRequest }: Pick<EntityType, 'onRequest'>): boolean {
  return onRequest?.includes(EXTENSION) ?? false;
}

/** Lists of a type whose items may have custom properties; `properties` names the type that describes them, null if they have none. */
export function describedParts({
  parts = [],
  likeParts = [],
}: Pick<EntityType, 'parts' | 'likeParts'>): Pick<PartRule, 'path' | 'children' | 'below' | 'properties'>[] {
  const described = parts.filter(({ properties }) => properties !== undefined);
  const properties = described[0]?.properties;
  return properties === undefined ? [] : [...described, ...likeParts.map((rule) => ({ ...rule, properties }))];
}

/** The references that custom properties of a type and of its parts may hold. */
export function propertyReferences(type: Pick<EntityType, 'onRequest' | 'parts' | 'likeParts'>): InnerReference[] {
  const roots = describedParts(type).flatMap(({ path, properties }) => (properties ? [rootOfPath(path)] : []));
  if (takesProperties(type)) roots.push(EXTENSION);
  return roots.map((root) => ({ in: root, field: EXTENSION, byName: true, guarded: true }));
}

/** Whether a value of a property is a reference, stored or as in responses. */
export function isReference(value: unknown): value is Fields & Named {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.type === 'string' &&
    Object.keys(value).every((key) => REFERENCE_KEYS.has(key))
  );
}

/** The references in a value of a property. */
export function referencesIn(value: unknown): Named[] {
  return (Array.isArray(value) ? value : [value]).filter(isReference);
}

/** A value of a property as stored. */
export function storedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isReference) ? value.map(storedValue) : value;
  return isReference(value) ? { id: value.id, type: value.type } : value;
}

/** An extension as stored. */
export function storedExtension(extension: unknown): unknown {
  if (!isObject(extension)) return extension;
  return Object.fromEntries(Object.entries(extension).map(([name, value]) => [name, storedValue(value)]));
}

/** An extension without the properties that hold references; undefined if nothing is left. */
export function withoutReferences(extension: unknown): unknown {
  if (!isObject(extension)) return extension;
  const plain = Object.entries(extension).filter(([, value]) => referencesIn(value).length === 0);
  return plain.length > 0 ? Object.fromEntries(plain) : undefined;
}

export function sameValue(a: unknown, b: unknown): boolean {
  return isUnset(a) ? isUnset(b) : equal(storedValue(a), storedValue(b));
}

/** A property with one of these values has none. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
