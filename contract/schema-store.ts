// Schemas by key ("entity/data/table", "entity/data/table#column"), loaded on first use.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from './json.js';
import type { JsonSchema } from './json-schema.js';

export interface SchemaStore {
  /** The schema of a key; a field's key ("type/tagLabel.labelType") gives the field's schema. Throws if unknown. */
  schema(key: string): JsonSchema;
  /** Returns the schema itself, or the one its reference points to. */
  resolve(schema: JsonSchema): JsonSchema;
}

const idPrefix = 'cairn:';

/** "cairn:type/tagLabel" → "type/tagLabel" */
export const keyOfRef = (ref: string): string => ref.slice(idPrefix.length);

/** The opposite of `keyOfRef`. */
export const refOfKey = (key: string): string => idPrefix + key;

export function createSchemaStore(schemasDir: string): SchemaStore {
  const files = new Map<string, JsonSchema>();
  const mains = new Map<string, JsonSchema>();

  function file(path: string): JsonSchema {
    const known = files.get(path);
    if (known) return known;
    const full = join(schemasDir, `${path}.json`);
    if (!/^[\w/-]+$/.test(path) || !existsSync(full)) throw new Error(`the contract has no schema ${path}`);
    const document = parseObject<JsonSchema>(readFileSync(full, 'utf8'));
    files.set(path, document);
    const { $defs: _definitions, $schema: _dialect, ...main } = document;
    mains.set(path, main);
    return document;
  }

  function named(key: string): JsonSchema {
    const [path = '', definition] = key.split('#');
    const document = file(path);
    const found = definition === undefined ? mains.get(path) : document.$defs?.[definition];
    if (!found) throw new Error(`the contract has no schema ${key}`);
    return found;
  }

  function schema(key: string): JsonSchema {
    const [owner = '', ...fields] = key.split('.');
    return fields.reduce<JsonSchema>((node, field) => {
      const property = resolve(node).properties?.[field];
      if (!property) throw new Error(`the contract has no schema ${key}`);
      return property;
    }, named(owner));
  }

  function resolve(node: JsonSchema): JsonSchema {
    return node.$ref === undefined ? node : resolve(named(keyOfRef(node.$ref)));
  }

  return { schema, resolve };
}
