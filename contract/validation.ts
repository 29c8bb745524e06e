// Compiles a schema into a check on first use. A definition is compiled once, however many schemas refer to it; unions of
// whole connections or pipeline configurations are resolved when a value is checked, so that no check pulls in all of them.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { type ByTypeError, chooseByType } from './choose-by-type.js';
import { formats } from './formats.js';
import { isObject, type JsonSchema } from './json-schema.js';
import { type RawError, type SchemaError, toSchemaErrors } from './schema-errors.js';
import { keyOfRef, type SchemaStore } from './schema-store.js';
import { withoutNulls } from './without-nulls.js';

/** The value as it is to be stored (without nulls), or what is wrong with it. The value given is never changed. */
export type Validation<T> = { ok: true; value: T } | { ok: false; errors: SchemaError[] };
export type Validator<T = unknown> = (value: unknown) => Validation<T>;

export interface Validators {
  /** The check of a schema; compiling it takes milliseconds the first time. */
  validator<T = unknown>(key: string): Validator<T>;
}

const marks = ['x-secret', 'x-mask'];

export function createValidators(store: SchemaStore): Validators {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    unicodeRegExp: true,
    formats: formats() as never,
  });
  for (const keyword of marks) ajv.addKeyword(keyword);
  const registered = new Set<string>();
  const validators = new Map<string, Validator<never>>();

  ajv.addKeyword({
    keyword: 'x-by-type',
    type: 'object',
    schemaType: 'object',
    errors: 'full',
    validate: lazyCheck(chooseByType),
  });
  ajv.addKeyword({
    keyword: 'x-any-of',
    schemaType: 'array',
    errors: 'full',
    validate: lazyCheck((schema: string[]) => schema.map(keyOfRef)),
  });

  /** Registers a schema and those it refers to under plain ids, so that each is compiled once and alone. */
  function register(key: string): void {
    if (registered.has(key)) return;
    registered.add(key);
    const refs = new Set<string>();
    ajv.addSchema(toAjvSchema(store.schema(key), refs) as object, idOf(key));
    for (const ref of refs) register(ref);
  }

  function compiled(key: string): ValidateFunction {
    register(key);
    const validate = ajv.getSchema(idOf(key));
    if (!validate) throw new Error(`the schema ${key} does not compile`);
    return validate;
  }

  function lazyCheck<S>(
    keysOf: (schema: S, value: Record<string, unknown>, root: unknown) => readonly string[] | ByTypeError,
  ) {
    const check: SchemaValidateFunction = (schema: S, value: Record<string, unknown>, _parent, at) => {
      const path = at?.instancePath ?? '';
      const keys = keysOf(schema, value, at?.rootData);
      const errors = 'rule' in keys ? [wrong(keys, path)] : errorsOfAll(keys, value, path);
      check.errors = errors as ErrorObject[];
      return errors.length === 0;
    };
    return check;
  }

  /** Nothing when the value fits one of the schemas, or when there are none. */
  function errorsOfAll(keys: readonly string[], value: unknown, path: string): RawError[] {
    const errors: RawError[] = [];
    for (const key of keys) {
      const validate = compiled(key);
      if (validate(value)) return [];
      errors.push(...(validate.errors ?? []).map((error) => within(error, key, path)));
    }
    return keys.length > 1 ? [...errors, { keyword: 'anyOf', instancePath: path, params: {} }] : errors;
  }

  function validator<T>(key: string): Validator<T> {
    const known = validators.get(key);
    if (known) return known;
    const validate = compiled(key);
    const check: Validator<T> = (given) => {
      const value = withoutNulls(given);
      if (validate(value)) return { ok: true, value: value as T };
      return { ok: false, errors: toSchemaErrors(validate.errors ?? [], value) };
    };
    validators.set(key, check as Validator<never>);
    return check;
  }

  return { validator };
}

const idOf = (key: string): string => `cairn:${key.replace('#', '/-/')}`;

const wrong = ({ rule, at, params }: ByTypeError, path: string): RawError => ({
  keyword: rule,
  instancePath: path + at,
  params,
});

const within = (error: ErrorObject, key: string, path: string): RawError => ({
  keyword: error.keyword,
  instancePath: path + error.instancePath,
  params: { within: key, ...error.params },
});

/** Rewrites references to plain ids, drops what says nothing about validity, and asks for no field that has a default. */
function toAjvSchema(schema: JsonSchema, refs: Set<string>): unknown {
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (['$id', '$anchor', 'description', 'default', 'deprecated', ...marks].includes(keyword)) continue;
    copy[keyword] = convertKeyword(keyword, value, refs);
  }
  if (schema.required && schema.properties) {
    const { properties } = schema;
    copy.required = schema.required.filter((name) => properties[name]?.default === undefined);
  }
  return copy;
}

function convertKeyword(keyword: string, value: unknown, refs: Set<string>): unknown {
  if (keyword === '$ref') {
    const key = keyOfRef(value as string);
    refs.add(key);
    return idOf(key);
  }
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([name, property]) => [name, toAjvSchema(property, refs)]));
  }
  if (keyword === 'anyOf' || keyword === 'allOf') return (value as JsonSchema[]).map((item) => toAjvSchema(item, refs));
  if (['items', 'additionalProperties', 'if', 'then'].includes(keyword) && isObject(value))
    return toAjvSchema(value, refs);
  return value;
}
