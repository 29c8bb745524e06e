// Finds the secrets in a value: by its schema, fields of format password, including those in union alternatives; in
// connections also by the names of keys.
import { isObject } from '../json.js';
import type { JsonSchema } from '../json-schema.js';
import { keyOfRef, refOfKey, type SchemaStore } from '../schema-store.js';
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

/** What the schemas say of one place in a value. A place is explored when a value has something there. */
interface Place {
  readonly secret: boolean;
  /** The place of a property; undefined if the schemas do not know it. */
  at(name: string): Place | undefined;
}

/** Schemas of one place with what they refer to: whether it is secret, and the schemas of its properties; `*` of any other. */
interface Expanded {
  secret: boolean;
  members: ReadonlyMap<string, readonly JsonSchema[]>;
  keys: ReadonlySet<string>;
}

export function createSecrets(store: SchemaStore): Secrets {
  const places = new Map<string, Place>();

  function place(key: string): Place {
    const known = places.get(key) ?? placeOf([{ $ref: refOfKey(key) }]);
    places.set(key, known);
    return known;
  }

  function placeOf(schemas: readonly JsonSchema[]): Place {
    const { secret, members } = expand(schemas);
    const inner = new Map<string, Place | undefined>();
    return {
      secret,
      at(name) {
        if (inner.has(name)) return inner.get(name);
        const [own, any] = [members.get(name), members.get('*')];
        if (!own && !any) return undefined; // not kept: names of maps have no end
        const found = placeOf([...(own ?? []), ...(any ?? [])]);
        if (own) inner.set(name, found);
        return found;
      },
    };
  }

  function expand(schemas: readonly JsonSchema[], within: ReadonlySet<string> = new Set()): Expanded {
    const keys = new Set(within);
    const members = new Map<string, JsonSchema[]>();
    const left = [...schemas];
    let secret = false;
    for (let schema = left.pop(); schema; schema = left.pop()) {
      if (schema['x-secret']) secret = true;
      const key = schema.$ref === undefined ? undefined : keyOfRef(schema.$ref);
      if (key !== undefined && !keys.has(key)) left.push(store.schema(key));
      if (key !== undefined) keys.add(key);
      if (schema.items) left.push(schema.items);
      left.push(...alternativesOf(schema));
      for (const [name, property] of propertiesOf(schema)) members.set(name, [...(members.get(name) ?? []), property]);
    }
    return { secret, members, keys };
  }

  function pathsOf(schemas: readonly JsonSchema[], path: string, within?: ReadonlySet<string>): string[] {
    const { secret, members, keys } = expand(schemas, within);
    if (secret) return [path];
    return [...members].flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name, keys));
  }

  function mapSecrets<T>(key: string, value: T, change: ChangeSecret): T {
    return mapPlace(place(key), value, '', change) as T; // the same shape with other strings
  }

  function mapConnectionSecrets<T>(key: string, value: T, change: ChangeSecret): T {
    return mapGuessed(mapSecrets(key, value, change), '', '', place(key), change) as T; // the same shape with other strings
  }

  return {
    secretPaths: (key) => pathsOf([store.schema(key)], '', new Set([key])),
    mapSecrets,
    mapConnectionSecrets,
  };
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const lazy = [...Object.values(schema['x-by-type'] ?? {}).flat(), ...(schema['x-any-of'] ?? [])];
  return [...(schema.anyOf ?? []), ...lazy.map(($ref) => ({ $ref }))];
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const properties = Object.entries(schema.properties ?? {});
  return isObject(schema.additionalProperties) ? [...properties, ['*', schema.additionalProperties]] : properties;
}

function mapPlace(place: Place, value: unknown, path: string, change: ChangeSecret): unknown {
  if (Array.isArray(value)) return value.map((item) => mapPlace(place, item, path, change));
  if (place.secret && typeof value === 'string') return change(value, path);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const inner = place.at(name);
    const mapped = inner === undefined ? item : mapPlace(inner, item, path ? `${path}.${name}` : name, change);
    if (mapped !== undefined) result[name] = mapped;
  }
  return result;
}

/** Replaces what looks like a secret but is none by its schema, at any depth. */
function mapGuessed(
  value: unknown,
  path: string,
  key: string,
  place: Place | undefined,
  change: ChangeSecret,
): unknown {
  if (place?.secret && typeof value === 'string') return value; // already done by the schema
  if (Array.isArray(value))
    return value.map((item, i) => mapGuessed(item, path, optionIn(value[i - 1]) ?? key, place, change));
  if (isObject(value)) return mapMembers(value, path, place, change);
  const secret = namesSecret(key) ? secretText(key, value) : undefined;
  if (secret !== undefined) return change(secret, path);
  return typeof value === 'string' ? mapPasswords(value, (password) => change(password, path) ?? '') : value;
}

/** The name of an option of a command line whose value is the next item: `["--api-key", "…"]`. */
function optionIn(item: unknown): string | undefined {
  return typeof item === 'string' ? /^--?([A-Za-z][\w.-]{0,63})$/.exec(item)?.[1] : undefined;
}

function mapMembers(
  value: Record<string, unknown>,
  path: string,
  place: Place | undefined,
  change: ChangeSecret,
): unknown {
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    // In `{ name: "PGPASSWORD", value: … }` another property says what the value is.
    const key = name === 'value' ? String(value.name ?? value.key ?? name) : name;
    const mapped = mapGuessed(item, path ? `${path}.${name}` : name, key, place?.at(name), change);
    if (mapped !== undefined) result[name] = mapped;
  }
  return result;
}
