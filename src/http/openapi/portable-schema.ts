import { isObject } from '../../catalog/index.js';

type Schema = Record<string, unknown>;

/** The schema that a `$ref` of a document names; undefined while that is being converted itself. */
type Resolve = (ref: string) => Schema | undefined;

const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * Rewrites a schema so that generators of clients make code of it that compiles and reads what the server returns.
 * It accepts the same values, or more where generators know no way to say which.
 */
export function portableSchema(schema: Schema, resolve: Resolve): Schema {
  const portable = { ...withSize(schema), ...withTypeOfConst(schema) };
  if (typeof schema.pattern === 'string') portable.pattern = portablePattern(schema.pattern);
  // Go and Java would get the text of the object as code
  if (isObject(schema.default)) delete portable.default;
  return portableUnion(portable, resolve);
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

function portableUnion(schema: Schema, resolve: Resolve): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every(isObject)) return schema;
  if (anyOf.every(onlyRequires)) return { ...rest, description: described(rest.description, anyOf) };
  if (anyOf.some(isAnyObject)) return { ...rest, ...anyFieldsOf(anyOf) };
  return { ...rest, anyOf: withoutCovered(anyOf, resolve) };
}

/** Whether a branch of a union says only which fields must be there. Generators take it for a type of its own. */
function onlyRequires(branch: Schema): branch is { required: string[] } {
  return Object.keys(branch).length === 1 && Array.isArray(branch.required);
}

function described(description: unknown, branches: readonly { required: string[] }[]): string {
  const needed = `Needs ${branches.map(({ required }) => required.join(' and ')).join(', or ')}.`;
  return typeof description === 'string' ? `${description} ${needed}` : needed;
}

/** Whether a branch of a union accepts every object. */
export function isAnyObject(branch: Schema): boolean {
  return branch.type === 'object' && branch.properties === undefined && branch.additionalProperties !== false;
}

/** A union with any object accepts any object: one type with all fields, of which generators find `{}` to be an instance. */
function anyFieldsOf(branches: readonly Schema[]): Schema {
  const properties: Schema = {};
  for (const branch of branches)
    for (const [name, property] of Object.entries(isObject(branch.properties) ? branch.properties : {})) {
      const isSame = name in properties ? JSON.stringify(properties[name]) === JSON.stringify(property) : true;
      properties[name] = isSame ? property : {};
    }
  return { type: 'object', properties, additionalProperties: {} };
}

/** Leaves out texts of a format beside any text, and integers beside any number: they are no types of their own. */
function withoutCovered(branches: readonly Schema[], resolve: Resolve): Schema[] {
  const typeOf = (branch: Schema) => (typeof branch.$ref === 'string' ? resolve(branch.$ref) : branch);
  const isPlain = (type: string) => branches.some((branch) => branch.type === type && hasNoLimits(branch));
  return branches.filter((branch) => {
    const { type, format } = typeOf(branch) ?? {};
    if (type === 'integer') return !isPlain('number');
    return type !== 'string' || !(format ?? branch.$ref) || !isPlain('string');
  });
}

function hasNoLimits({ type, format, ...limits }: Schema): boolean {
  return Object.keys(limits).length === 0 && (format === undefined || type === 'number');
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
