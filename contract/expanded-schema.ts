import { isObject } from './json.js';
import type { JsonSchema } from './json-schema.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';

/**
 * A copy of a schema without references, for clients that draw a form from it. Alternatives have the names of their schemas as
 * titles. Where a schema contains itself, any value is allowed.
 */
export function expandSchema(store: SchemaStore, key: string): JsonSchema {
  const expand = (schema: JsonSchema, within: readonly string[]): JsonSchema => {
    const { $schema: _dialect, $id: _id, $anchor: _anchor, $defs: _definitions, $ref, ...own } = schema;
    if ($ref === undefined) return withParts(own, (part) => expand(part, within));
    const target = keyOfRef($ref);
    if (within.includes(target)) return {};
    const inner = [...within, target];
    return { ...expand(store.schema(target), inner), ...withParts(own, (part) => expand(part, inner)) };
  };
  return expand(store.schema(key), [key]);
}

function withParts(schema: JsonSchema, expand: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf, allOf, if: condition, then, ...rest } = schema;
  return {
    ...rest,
    ...(properties ? { properties: expandAll(properties, expand) } : {}),
    ...(items ? { items: expand(items) } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties: expandOthers(additionalProperties, expand) }),
    ...(anyOf ? { anyOf: anyOf.map((one) => ({ ...titleOf(one), ...expand(one) })) } : {}),
    ...(allOf ? { allOf: allOf.map(expand) } : {}),
    ...(condition ? { if: expand(condition) } : {}),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...(then ? { then: expand(then) } : {}),
  };
}

function expandAll(properties: Readonly<Record<string, JsonSchema>>, expand: (part: JsonSchema) => JsonSchema) {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, expand(property)]));
}

function expandOthers(others: boolean | JsonSchema, expand: (part: JsonSchema) => JsonSchema): boolean | JsonSchema {
  return isObject(others) ? expand(others) : others;
}

/** `cairn:security/credentials/gcpValues#singleProjectId` is called `singleProjectId`. */
function titleOf({ $ref }: JsonSchema): JsonSchema {
  const title = $ref === undefined ? undefined : /[^/#]+$/.exec($ref)?.[0];
  return title === undefined ? {} : { title };
}
