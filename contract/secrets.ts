// Finds the secrets in a value: by its schema, fields of format password, including those in union alternatives; in
// connections also by the names of keys.
import { isObject } from './json.js';
import type { JsonSchema } from './json-schema.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';
import { mapPasswords, namesSecret, secretText } from './secret-names.js';

/** Replaces one secret; `path` is its location (`authType.password`). Undefined removes the field. */
export type ChangeSecret = (secret: string, path: string) => string | undefined;

export interface Secrets {
  /**
   * Paths of all secrets that a value of this schema can contain: `authType.password`; list indexes are omitted, `*`
   * is any key of a map.
   */
  secretPaths(key: string): readonly string[];
  /** A copy of the value with every secret replaced. */
  mapSecrets<T>(key: string, value: T, change: ChangeSecret): T;
  /**
   * The same for a connection, which also replaces anything in it that looks like a secret: by key names, and
   * passwords in texts.
   */
  mapConnectionSecrets<T>(key: string, value: T, change: ChangeSecret): T;
}

interface Tree {
  readonly [field: string]: Tree | true;
}

export function createSecrets(store: SchemaStore): Secrets {
  const trees = new Map<string, Tree>();

  function tree(key: string): Tree {
    const known = trees.get(key);
    if (known) return known;
    const found = collect(store.schema(key), [key]);
    const result = found === true ? {} : (found ?? {});
    trees.set(key, result);
    return result;
  }

  function collect(schema: JsonSchema, within: readonly string[]): Tree | true | undefined {
    if (schema['x-secret']) return true;
    if (schema.$ref !== undefined) {
      const key = keyOfRef(schema.$ref);
      return within.includes(key) ? undefined : collect(store.schema(key), [...within, key]);
    }
    if (schema.items) return collect(schema.items, within);
    const fields: Record<string, Tree | true> = {};
    const properties = {
      ...schema.properties,
      ...(isObject(schema.additionalProperties) && { '*': schema.additionalProperties }),
    };
    for (const [name, property] of Object.entries(properties)) add(fields, name, collect(property, within));
    for (const alternative of alternativesOf(schema)) {
      const found = collect(alternative, within);
      if (found === true) return true;
      for (const [name, inner] of Object.entries(found ?? {})) add(fields, name, inner);
    }
    return Object.keys(fields).length > 0 ? fields : undefined;
  }

  function mapSecrets<T>(key: string, value: T, change: ChangeSecret): T {
    return mapTree(tree(key), value, '', change) as T; // the same shape with other strings
  }

  function mapConnectionSecrets<T>(key: string, value: T, change: ChangeSecret): T {
    return mapGuessed(mapSecrets(key, value, change), '', '', tree(key), change) as T; // the same shape with other strings
  }

  return {
    secretPaths: (key) => pathsOf(tree(key), ''),
    mapSecrets,
    mapConnectionSecrets,
  };
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const lazy = [...Object.values(schema['x-by-type'] ?? {}).flat(), ...(schema['x-any-of'] ?? [])];
  return [...(schema.anyOf ?? []), ...lazy.map(($ref) => ({ $ref }))];
}

function add(fields: Record<string, Tree | true>, name: string, found: Tree | true | undefined): void {
  const known = fields[name];
  if (found === undefined || known === true) return;
  fields[name] = found === true || known === undefined ? found : merge(known, found);
}

function merge(left: Tree, right: Tree): Tree {
  const fields: Record<string, Tree | true> = { ...left };
  for (const [name, inner] of Object.entries(right)) add(fields, name, inner);
  return fields;
}

function pathsOf(tree: Tree, prefix: string): string[] {
  return Object.entries(tree).flatMap(([name, inner]) =>
    inner === true ? [prefix + name] : pathsOf(inner, `${prefix}${name}.`),
  );
}

function mapTree(tree: Tree | true, value: unknown, path: string, change: ChangeSecret): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTree(tree, item, path, change));
  if (tree === true) return typeof value === 'string' ? change(value, path) : value;
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const inner = Object.hasOwn(tree, name) ? tree[name] : tree['*'];
    const mapped = inner === undefined ? item : mapTree(inner, item, path ? `${path}.${name}` : name, change);
    if (mapped !== undefined) result[name] = mapped;
  }
  return result;
}

/** Replaces what looks like a secret but is none by its schema, at any depth. */
function mapGuessed(
  value: unknown,
  path: string,
  key: string,
  tree: Tree | true | undefined,
  change: ChangeSecret,
): unknown {
  if (tree === true) return value; // already done by the schema
  if (Array.isArray(value))
    return value.map((item, i) => mapGuessed(item, path, optionIn(value[i - 1]) ?? key, tree, change));
  if (isObject(value)) return mapMembers(value, path, tree ?? {}, change);
  const secret = namesSecret(key) ? secretText(key, value) : undefined;
  if (secret !== undefined) return change(secret, path);
  return typeof value === 'string' ? mapPasswords(value, (password) => change(password, path) ?? '') : value;
}

/** The name of an option of a command line whose value is the next item: `["--api-key", "…"]`. */
function optionIn(item: unknown): string | undefined {
  return typeof item === 'string' ? /^--?([A-Za-z][\w.-]{0,63})$/.exec(item)?.[1] : undefined;
}

function mapMembers(value: Record<string, unknown>, path: string, tree: Tree, change: ChangeSecret): unknown {
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    // In `{ name: "PGPASSWORD", value: … }` another property says what the value is.
    const key = name === 'value' ? String(value.name ?? value.key ?? name) : name;
    const inner = Object.hasOwn(tree, name) ? tree[name] : tree['*'];
    const mapped = mapGuessed(item, path ? `${path}.${name}` : name, key, inner, change);
    if (mapped !== undefined) result[name] = mapped;
  }
  return result;
}
