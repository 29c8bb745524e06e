import type { JsonSchema } from '../../../contract/index.js';
import { equal, isObject } from '../../catalog/index.js';

type Schema = Record<string, unknown>;

const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * Rewrites a schema so that generators of clients make code of it that compiles and reads what the server returns.
 * It accepts the same values, or more where generators know no way to say which.
 */
export function portableSchema(schema: Schema): Schema {
  const portable = { ...withSize(schema), ...withTypeOfConst(schema) };
  if (typeof schema.pattern === 'string') portable.pattern = portablePattern(schema.pattern);
  // Go and Java would get the text of the object as code
  if (isObject(schema.default)) delete portable.default;
  // Kotlin would get the address without quotation marks
  if (schema.format === 'uri' && schema.default !== undefined) delete portable.format;
  const { anyOf, ...rest } = portable;
  if (!Array.isArray(anyOf) || !anyOf.every(onlyRequires)) return portable;
  return { ...rest, description: described(rest.description, anyOf) };
}

/** Without a format, integers have 32 bits in Java, Go and C#, which timestamps do not fit, and numbers are floats. */
export function withSize(schema: Schema): Schema {
  const { type, format, maximum } = schema;
  if (type === 'number') return { ...schema, format: 'double' };
  if (type !== 'integer' || (typeof maximum === 'number' && maximum <= LARGEST_INT32)) return schema;
  return format === undefined || format === 'utc-millisec' ? { ...schema, format: 'int64' } : schema;
}

function withTypeOfConst({ type, const: only }: Schema): Schema {
  return type === undefined && typeof only === 'string' ? { type: 'string' } : {};
}

/** Whether a branch of a union says only which fields must be there. Generators take it for a separate type. */
function onlyRequires(branch: unknown): branch is { required: string[] } {
  return isObject(branch) && Object.keys(branch).length === 1 && Array.isArray(branch.required);
}

function described(description: unknown, branches: readonly { required: string[] }[]): string {
  const needed = `Needs ${branches.map(({ required }) => required.join(' and ')).join(', or ')}.`;
  return typeof description === 'string' ? `${description} ${needed}` : needed;
}

/** Generators know null beside other types only. */
export function portableProperty(schema: unknown): unknown {
  return isObject(schema) && schema.type === 'null' ? { description: 'Always null.' } : schema;
}

/** Writes a union without branches that others cover. `resolve` returns the schema that a `$ref` names. */
export function portableUnion(schema: JsonSchema, resolve: (ref: string) => JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!anyOf) return schema;
  const branches = anyOf.map((branch) => (branch.$ref ? resolve(branch.$ref) : branch));
  if (branches.some(isAnyObject)) return { ...rest, ...withFieldsOfAll(branches) };
  const isAny = (type: string) => branches.some((branch) => branch.type === type && Object.keys(branch).length === 1);
  const isCovered = (at: number) => {
    const { type, format } = branches[at] ?? {};
    if (type === 'integer') return isAny('number');
    return type === 'string' && isAny('string') && (format !== undefined || anyOf[at]?.$ref !== undefined);
  };
  return { ...rest, anyOf: anyOf.filter((_, at) => !isCovered(at)) };
}

/** Any object, with the fields of all branches. Generators would not take `{}` for an instance of one of them. */
function withFieldsOfAll(branches: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const branch of branches)
    for (const [name, property] of Object.entries(branch.properties ?? {}))
      properties[name] = equal(properties[name] ?? property, property) ? property : {};
  return { type: 'object', properties, additionalProperties: {} };
}

function isAnyObject({ type, properties, additionalProperties }: JsonSchema): boolean {
  return type === 'object' && properties === undefined && additionalProperties !== false;
}

const CLASSES: Readonly<Record<string, string>> = {
  Cc: '\\u0000-\\u001f\\u007f-\\u009f',
  Cs: '',
  Alphabetic: '\\w',
  M: '',
  Nd: '',
  Pc: '',
};

const LOOK_AHEADS: readonly (readonly [RegExp, string])[] = [
  [/^\^\(\?!\[\\s\\S\]\*::\)\[\^(.*)\]\*\$$/, '^:?(?:[^:$1]:?)*$$'],
  [/^\^\(\(\?!::\)\.\)\*\$$/, '^:?(?:[^:]:?)*$$'],
];

/** Rewrites a pattern, possibly to an approximation, since few OpenAPI tools support Unicode classes and look-ahead. */
function portablePattern(pattern: string): string {
  const plain = pattern.replaceAll(/\\p\{(\w+)\}/g, (all, name: string) => CLASSES[name] ?? all);
  return LOOK_AHEADS.reduce((text, [lookAhead, same]) => text.replace(lookAhead, same), plain);
}
