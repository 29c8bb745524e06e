// Where the secrets of a value are, by its schema: fields of format password, also inside the alternatives of a union.
import { jdbcOptions, jdbcUrlPassword, replaceJdbcUrlPassword } from './jdbc.js';
import { isObject, type JsonSchema } from './json-schema.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';

/** Changes one secret; `path` is its place (`authType.password`). Undefined leaves the field out. */
export type ChangeSecret = (secret: string, path: string) => string | undefined;

export interface Secrets {
  /** Paths of all secrets a value of this schema can hold: `authType.password`; lists are not marked, `*` is any key of a map. */
  secretPaths(key: string): readonly string[];
  /** A copy of the value with every secret changed; also the password in the URL of a JDBC connection. */
  mapSecrets<T>(key: string, value: T, change: ChangeSecret): T;
}

interface Tree {
  readonly [field: string]: Tree | true;
}

const customDatabase = 'entity/services/connections/database/customDatabaseConnection';

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
    const changed = mapTree(tree(key), value, '', change);
    return (key === customDatabase ? mapJdbc(changed, change) : changed) as T;
  }

  return {
    secretPaths: (key) => pathsOf(tree(key), ''),
    mapSecrets,
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

function mapJdbc(config: unknown, change: ChangeSecret): unknown {
  const options = jdbcOptions(config);
  if (!options || !isObject(config)) return config;
  const { password, connectionUrl } = options;
  const changed: Record<string, unknown> = { ...options };
  if (typeof password === 'string') changed.password = change(password, 'connectionOptions.password');
  const inUrl = typeof connectionUrl === 'string' ? jdbcUrlPassword(connectionUrl) : undefined;
  if (typeof connectionUrl === 'string' && inUrl !== undefined) {
    const replaced = change(inUrl, 'connectionOptions.connectionUrl');
    changed.connectionUrl = replaceJdbcUrlPassword(connectionUrl, replaced ?? '');
  }
  return { ...config, connectionOptions: changed };
}
