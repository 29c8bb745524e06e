import type { Contract, JsonSchema } from '../../../contract/index.js';
import { isObject, type SchemaDocs } from '../../catalog/index.js';
import { FIXED_SCHEMAS } from './fixed-schemas.js';
import { portableProperty, portableSchema, portableUnion } from './portable-schema.js';

/** Collects the schemas that a document refers to, under short names: `entity/data/table` is `Table`. */
export interface SchemaComponents {
  /** The schema of a request or response body, with references into the components. */
  of(docs: SchemaDocs): object;
  /** All schemas referenced so far, transitively, by name. */
  all(): Record<string, object>;
}

const PREFIX = 'cairn:';
const HOLDS_SCHEMA = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]);
const HOLDS_SCHEMAS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const HOLDS_NAMED_SCHEMAS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/**
 * Names that generators use themselves: a type of the Go client, a constant of it for the value `appMode`, what the
 * Rust client calls `Type`, and a class of Java, which the Kotlin client imports.
 */
const USED_BY_GENERATORS = ['BasicAuth', 'AppMode', 'ModelType', 'File'];
const LEFT_OUT = new Set(['$id', '$schema', '$anchor', '$defs', 'x-by-type', 'x-any-of', 'x-mask']);

/** `reserved`: names that no component gets. */
export function createSchemaComponents(contract: Contract, reserved: Iterable<string> = []): SchemaComponents {
  const names = new Map<string, string>();
  const taken = new Set<string>([...Object.keys(FIXED_SCHEMAS), ...USED_BY_GENERATORS, ...reserved]);
  const schemas = new Map<string, object>();

  const refer = (key: string): { $ref: string } => {
    let name = names.get(key);
    if (name === undefined) {
      name = freeName(key, taken);
      taken.add(name);
      names.set(key, name);
      schemas.set(name, {}); // placeholder, because schemas may be recursive
      schemas.set(name, withTitles(convertSchema(contract.schema(key)), name, taken));
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const declared = (ref: string) => contract.schema(ref.slice(PREFIX.length));

  // `true` and `false` are valid schemas, too
  const convert = (value: unknown): unknown => (isObject(value) ? convertSchema(value) : value);

  const convertSchema = (schema: JsonSchema): Record<string, unknown> => {
    if (typeof schema.$ref === 'string' && schema.$ref.startsWith(PREFIX)) return reference(schema, refer);
    const copy: Record<string, unknown> = {};
    for (const [keyword, inner] of Object.entries(portableUnion(schema, declared))) {
      if (LEFT_OUT.has(keyword)) continue;
      if (keyword === 'x-secret') copy.format = 'password';
      else copy[keyword] = convertInner(keyword, inner);
    }
    if (schema.required) copy.required = withoutDefaulted(schema.required, schema.properties);
    return portableSchema(copy);
  };

  /**
   * Converts only keywords that contain schemas, because a property, an example or a default may be named like a
   * keyword.
   */
  const convertInner = (keyword: string, inner: unknown): unknown => {
    if (HOLDS_SCHEMA.has(keyword)) return convert(inner);
    if (HOLDS_SCHEMAS.has(keyword) && Array.isArray(inner)) return inner.map(convert);
    if (!HOLDS_NAMED_SCHEMAS.has(keyword) || !isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, schema]) => [name, convert(portableProperty(schema))]));
  };

  return {
    of(docs) {
      if (typeof docs === 'string') return refer(docs);
      if ('arrayOf' in docs) return { type: 'array', items: refer(docs.arrayOf) };
      if ('inline' in docs) return convertSchema(docs.inline);
      return {
        type: 'object',
        required: ['data', 'paging'],
        properties: { data: { type: 'array', items: refer(docs.pageOf) }, paging: refer('type/paging') },
      };
    },
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function reference(schema: JsonSchema, refer: (key: string) => { $ref: string }): Record<string, unknown> {
  const target = refer(String(schema.$ref).slice(PREFIX.length));
  const { description, default: preset, deprecated } = schema;
  return portableSchema({
    ...target,
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
    ...(deprecated === undefined ? {} : { deprecated }),
  });
}

/** Generators name a union after the schema and the property that it is in, unless it has a title. */
function withTitles(
  schema: Record<string, unknown>,
  name: string,
  taken: ReadonlySet<string>,
): Record<string, unknown> {
  if (!isObject(schema.properties)) return schema;
  const titled = Object.entries(schema.properties).map(([property, value]) => {
    const title = `${name}${pascal(property)}`;
    const isHidden = isObject(value) && value.anyOf !== undefined && taken.has(title);
    return [property, isHidden ? { title: `${title}Value`, ...value } : value];
  });
  return { ...schema, properties: Object.fromEntries(titled) };
}

/** Clients never have to send a field that has a default. */
function withoutDefaulted(required: readonly string[], properties: JsonSchema['properties']): string[] | undefined {
  const needed = required.filter((name) => properties?.[name]?.default === undefined);
  return needed.length || !properties ? needed : undefined;
}

/** The last word of the key, prefixed with the words before it while the name is taken. */
function freeName(key: string, taken: ReadonlySet<string>): string {
  const words = key.split(/[/#.~]/).map(pascal);
  let name = '';
  while (words.length) {
    name = `${words.pop()}${name}`;
    if (!taken.has(name)) return name;
  }
  let count = 2;
  while (taken.has(`${name}${count}`)) count += 1;
  return `${name}${count}`;
}

function pascal(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll(/[^A-Za-z0-9]/g, '');
}
