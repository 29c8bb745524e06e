// Compiles a schema to a validator on first use. A definition is compiled once, however many schemas refer to it;
// unions of whole connections or pipeline configurations are resolved during validation, so that no validator includes
// all of them.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidationCxt, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { isObject, type JsonObject } from '../json.js';
import type { JsonSchema } from '../json-schema.js';
import { keyOfRef, type SchemaStore } from '../schema-store.js';
import type { SchemaValue } from '../schema-types.js';
import { type ByTypeError, chooseByType } from './choose-by-type.js';
import { formats } from './formats.js';
import { findBadLink, isSuspectLink } from './links.js';
import { type RawError, type SchemaError, toSchemaErrors } from './schema-errors.js';
import { defaultTextLimits, findLongText, isSuspect, type TextLimits } from './text-limits.js';
import { withoutNulls } from './without-nulls.js';

/** The value to store (without nulls), or what is wrong with it. The input is never modified. */
export type Validation<T> = { ok: true; value: T } | { ok: false; errors: SchemaError[] };
/** `stored`: the value that is being replaced; texts and links it contains may stay. */
export type Validator<T = JsonObject> = (value: unknown, stored?: unknown) => Validation<T>;

export interface Validators {
  /** The validator of a schema; the first call compiles it, which takes milliseconds. */
  validator<K extends string>(key: K): Validator<SchemaValue<K>>;
}

const marks = ['x-secret', 'x-mask'];

export function createValidators(store: SchemaStore, limits: TextLimits = defaultTextLimits): Validators {
  const compile = createCompiler(store);
  const validators = new Map<string, Validator<never>>();

  function validator<K extends string>(key: K): Validator<SchemaValue<K>> {
    const known = validators.get(key);
    if (known) return known;
    const validate = compile(key);
    const holdsLinks = !/connection/i.test(key);
    const check: Validator<never> = (given, stored) => {
      let suspect = false;
      let linked = false;
      const value = withoutNulls(given, (text) => {
        suspect ||= isSuspect(text, limits);
        linked ||= holdsLinks && isSuspectLink(text);
      });
      if (!validate(value)) return { ok: false, errors: toSchemaErrors(errorsWithin(key, validate), value) };
      const long = suspect ? findLongText(value, limits, stored) : undefined;
      const wrongText = long ?? (linked ? findBadLink(value, stored) : undefined);
      return wrongText ? { ok: false, errors: [wrongText] } : { ok: true, value: value as never }; // just validated against the schema of the key
    };
    validators.set(key, check);
    return check;
  }

  return { validator };
}

/** Compiles the schema of a key on first use. */
function createCompiler(store: SchemaStore): (key: string) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    unicodeRegExp: true,
    // Makes 0.3 a multiple of 0.1 despite binary fractions.
    multipleOfPrecision: 6,
    formats: formats() as never,
    messages: false,
    addUsedSchema: false,
    code: { optimize: false },
  });
  const compiled = new Map<string, ValidateFunction>();

  ajv.addKeyword(lazyKeyword('x-ref', (key: string) => [key]));
  ajv.addKeyword(lazyKeyword('x-any-of', (refs: string[]) => refs.map(keyOfRef)));
  ajv.addKeyword({ ...lazyKeyword('x-by-type', chooseByType), type: 'object' });

  function compile(key: string): ValidateFunction {
    const known = compiled.get(key);
    if (known) return known;
    const validate = ajv.compile(toAjvSchema(store.schema(key), store) as object);
    compiled.set(key, validate);
    return validate;
  }

  /** A keyword that requires the value to match one of several schemas, which are compiled on first use. */
  function lazyKeyword<S>(
    keyword: string,
    keysOf: (schema: S, value: never, root: unknown) => Keys,
  ): FuncKeywordDefinition {
    const check: SchemaValidateFunction = (schema: S, value: unknown, _parent, at) => {
      const keys = keysOf(schema, value as never, at?.rootData);
      const errors = 'rule' in keys ? [wrong(keys, at?.instancePath ?? '')] : errorsOfAll(keys, value, at);
      check.errors = errors as ErrorObject[];
      return errors.length === 0;
    };
    return { keyword, errors: 'full', validate: check };
  }

  /** No errors if the value matches one of the schemas, or if there are none. */
  function errorsOfAll(keys: readonly string[], value: unknown, at: DataValidationCxt | undefined): RawError[] {
    const errors: RawError[] = [];
    for (const key of keys) {
      const validate = compile(key);
      if (validate(value, at)) return [];
      errors.push(...errorsWithin(key, validate));
    }
    return keys.length > 1
      ? [...errors, { keyword: 'anyOf', instancePath: at?.instancePath ?? '', params: {} }]
      : errors;
  }

  return compile;
}

/** Records in each error the innermost schema that it concerns. */
const errorsWithin = (key: string, { errors }: ValidateFunction): RawError[] =>
  (errors ?? []).map((error) => ({ ...error, params: { within: key, ...error.params } }));

type Keys = readonly string[] | ByTypeError;

const wrong = ({ rule, at, params }: ByTypeError, path: string): RawError => ({
  keyword: rule,
  instancePath: path + at,
  params,
});

/** Keywords that do not affect validity or are not for the compiler. */
const ignored = new Set(['$id', '$anchor', 'description', 'default', 'deprecated', ...marks]);

/**
 * Converts a schema for the compiler: references to primitive values are inlined, references to objects are resolved
 * during validation (most bodies contain few of the objects they may contain), and a field with a default is never
 * required.
 */
function toAjvSchema(schema: JsonSchema, store: SchemaStore): unknown {
  if (schema.$ref !== undefined) {
    const target = store.resolve(schema);
    return isPlain(target) ? toAjvSchema(target, store) : { 'x-ref': keyOfRef(schema.$ref) };
  }
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!ignored.has(keyword)) copy[keyword] = convertKeyword(keyword, value, store);
  }
  if (schema.required && schema.properties) {
    const { properties } = schema;
    copy.required = schema.required.filter((name) => properties[name]?.default === undefined);
  }
  return copy;
}

const isPlain = ({ type, properties, items, anyOf, 'x-by-type': byType, 'x-any-of': anyOfRefs }: JsonSchema): boolean =>
  type !== 'object' && !properties && !items && !anyOf && !byType && !anyOfRefs;

function convertKeyword(keyword: string, value: unknown, store: SchemaStore): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([name, property]) => [name, toAjvSchema(property, store)]));
  }
  if (keyword === 'anyOf' || keyword === 'allOf')
    return (value as JsonSchema[]).map((item) => toAjvSchema(item, store));
  if (['items', 'additionalProperties', 'if', 'then'].includes(keyword) && isObject(value))
    return toAjvSchema(value, store);
  return value;
}
