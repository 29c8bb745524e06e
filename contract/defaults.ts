// Fills defaults in, as the server does for what it stores: at every depth of an object that is there.
import { chooseByType } from './choose-by-type.js';
import { isObject } from './json.js';
import type { JsonSchema } from './json-schema.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';
import type { Validators } from './validation.js';

/** A copy of the value with the defaults of its schema; what is there stays as it is. */
export type WithDefaults = <T>(key: string, value: T) => T;

// The engine sets versions, traits add tags and terms, and the rest is not written into an entity before something sets it.
const leftOut = new Set([
  ...['version', 'previousVersion', 'currentVersion', 'tags', 'relatedTerms', 'personaPreferences'],
  ...['entityStatus', 'processedLineage', 'disabled'],
]);

/** Where an object can get defaults. */
interface Plan {
  /** Properties that have some inside. */
  inner: readonly Property[];
  /** Schema of the properties that are not listed, when it has some. */
  others: JsonSchema | null;
  /** Properties with a default of their own. */
  own: readonly Property[];
}

type Property = readonly [name: string, schema: JsonSchema];

export function createDefaults(store: SchemaStore, validators: Validators): WithDefaults {
  const known = new Map<string, boolean>();
  const plans = new Map<JsonSchema, Plan>();

  function fill(schema: JsonSchema, value: unknown, root: unknown): unknown {
    if (schema.$ref !== undefined) return fillByKey(keyOfRef(schema.$ref), value, root);
    if (Array.isArray(value)) {
      const { items } = schema;
      return items ? value.map((item) => fill(items, item, root)) : value;
    }
    if (!isObject(value)) return value;
    if (schema.anyOf && !schema.properties) return fillUnion(schema.anyOf, value, root);
    if (schema['x-by-type']) return fillByType(schema['x-by-type'], value, root);
    return fillObject(schema, value, root);
  }

  function fillByKey(key: string, value: unknown, root: unknown): unknown {
    let some = known.get(key);
    if (some === undefined) {
      some = hasDefaults({ $ref: `cairn:${key}` }, new Set());
      known.set(key, some);
    }
    return some ? fill(store.schema(key), value, root) : value;
  }

  function fillObject(schema: JsonSchema, value: Record<string, unknown>, root: unknown): Record<string, unknown> {
    const { inner, others, own } = planOf(schema);
    const result = { ...value };
    for (const [name, property] of inner)
      if (value[name] !== undefined) result[name] = fill(property, value[name], root);
    if (others)
      for (const [name, item] of Object.entries(value))
        if (schema.properties?.[name] === undefined) result[name] = fill(others, item, root);
    for (const [name, property] of own)
      if (value[name] === undefined) result[name] = fill(property, structuredClone(property.default), root);
    return result;
  }

  function planOf(schema: JsonSchema): Plan {
    const made = plans.get(schema);
    if (made) return made;
    const { properties = {}, additionalProperties: others } = schema;
    const plan: Plan = {
      inner: Object.entries(properties).filter(([, property]) => hasDefaults(property, new Set())),
      others: isObject(others) && hasDefaults(others, new Set()) ? others : null,
      own: Object.entries(properties).filter(([name, { default: given }]) => given !== undefined && !leftOut.has(name)),
    };
    plans.set(schema, plan);
    return plan;
  }

  function fillUnion(alternatives: readonly JsonSchema[], value: Record<string, unknown>, root: unknown): unknown {
    const keys = alternatives.flatMap(({ $ref }) => ($ref === undefined ? [] : [keyOfRef($ref)]));
    return fillFirst(keys, value, root);
  }

  function fillByType(
    byType: Readonly<Record<string, readonly string[]>>,
    value: Record<string, unknown>,
    root: unknown,
  ): unknown {
    const keys = chooseByType(byType, value, root);
    return 'rule' in keys ? value : fillFirst(keys, value, root);
  }

  /** Of alternatives the first that the value fits gives the defaults. */
  function fillFirst(keys: readonly string[], value: Record<string, unknown>, root: unknown): unknown {
    const key = keys.length === 1 ? keys[0] : keys.find((candidate) => validators.validator(candidate)(value).ok);
    return key === undefined ? value : fillByKey(key, value, root);
  }

  function hasDefaults(schema: JsonSchema, seen: Set<string>): boolean {
    if (schema.$ref !== undefined) {
      const key = keyOfRef(schema.$ref);
      if (seen.has(key)) return false;
      seen.add(key);
      return hasDefaults(store.schema(key), seen);
    }
    if (schema['x-by-type']) return true;
    const properties = Object.entries(schema.properties ?? {});
    if (properties.some(([name, property]) => property.default !== undefined && !leftOut.has(name))) return true;
    const { items, additionalProperties, anyOf = [] } = schema;
    const inner = [...properties.map(([, property]) => property), ...anyOf, items, additionalProperties];
    return inner.some((child) => isObject(child) && hasDefaults(child, seen));
  }

  return <T>(key: string, value: T): T => fillByKey(key, value, value) as T; // the same value with more fields
}
