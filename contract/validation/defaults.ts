// Applies defaults, as the server does before it stores a value: at every depth of the objects present in it.

import { isObject } from '../json.js';
import type { JsonSchema } from '../json-schema.js';
import { keyOfRef, type SchemaStore } from '../schema-store.js';
import { chooseByType } from './choose-by-type.js';
import type { Validators } from './validation.js';

/** A copy of the value with the defaults of its schema; existing values are preserved. */
export type WithDefaults = <T>(key: string, value: T) => T;

// The engine sets versions, traits add tags and terms, and the rest stays absent until something sets it.
const leftOut = new Set([
  ...['version', 'previousVersion', 'currentVersion', 'tags', 'relatedTerms', 'personaPreferences'],
  ...['entityStatus', 'processedLineage', 'disabled'],
]);

/** Where an object of a schema can receive defaults. */
interface Plan {
  /** Properties that have defaults inside. */
  inner: readonly Property[];
  /** Schema of unlisted properties, if it has defaults. */
  others: JsonSchema | null;
  /** Properties with their own default. */
  own: readonly Property[];
}

type Property = readonly [name: string, schema: JsonSchema];

export function createDefaults(store: SchemaStore, validators: Validators): WithDefaults {
  const known = new Map<string, boolean>();
  const planOf = createPlans(store);

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
      some = hasDefaults(store, { $ref: `cairn:${key}` });
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

  /** Uses the defaults of the first alternative that the value matches. */
  function fillFirst(keys: readonly string[], value: Record<string, unknown>, root: unknown): unknown {
    const key = keys.length === 1 ? keys[0] : keys.find((candidate) => validators.validator(candidate)(value).ok);
    return key === undefined ? value : fillByKey(key, value, root);
  }

  return <T>(key: string, value: T): T => fillByKey(key, value, value) as T; // the same value with additional fields
}

/** The plan of a schema, computed on first use. */
function createPlans(store: SchemaStore): (schema: JsonSchema) => Plan {
  const plans = new Map<JsonSchema, Plan>();

  return (schema) => {
    const cached = plans.get(schema);
    if (cached) return cached;
    const { properties = {}, additionalProperties: others } = schema;
    const plan: Plan = {
      inner: Object.entries(properties).filter(([, property]) => hasDefaults(store, property)),
      others: isObject(others) && hasDefaults(store, others) ? others : null,
      own: Object.entries(properties).filter(([name, { default: given }]) => given !== undefined && !leftOut.has(name)),
    };
    plans.set(schema, plan);
    return plan;
  };
}

/** Whether values of a schema have defaults at any depth. `seen`: keys already visited, since schemas may be recursive. */
function hasDefaults(store: SchemaStore, schema: JsonSchema, seen = new Set<string>()): boolean {
  if (schema.$ref !== undefined) {
    const key = keyOfRef(schema.$ref);
    if (seen.has(key)) return false;
    seen.add(key);
    return hasDefaults(store, store.schema(key), seen);
  }
  if (schema['x-by-type']) return true;
  const properties = Object.entries(schema.properties ?? {});
  if (properties.some(([name, property]) => property.default !== undefined && !leftOut.has(name))) return true;
  const { items, additionalProperties, anyOf = [] } = schema;
  const inner = [...properties.map(([, property]) => property), ...anyOf, items, additionalProperties];
  return inner.some((child) => isObject(child) && hasDefaults(store, child, seen));
}
