// The schema of a connection as a form: what each field is, which are folded, what is missing. Pure.
import { equal } from '../../../data/editing/merge.js';

/** The part of JSON Schema that connections use, without references. */
export interface FieldSchema {
  type?: string | readonly string[];
  title?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | FieldSchema;
  items?: FieldSchema;
  anyOf?: readonly FieldSchema[];
  minimum?: number;
  maximum?: number;
  'x-secret'?: boolean;
}

export type FieldKind =
  | 'fixed'
  | 'secret'
  | 'switch'
  | 'number'
  | 'choice'
  | 'text'
  | 'lines'
  | 'items'
  | 'group'
  | 'pairs'
  | 'union';

export type Obj = Readonly<Record<string, unknown>>;
export const isObj = (value: unknown): value is Obj =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function kindOf(schema: FieldSchema): FieldKind {
  if (fixedOf(schema) !== undefined) return 'fixed';
  if (schema['x-secret']) return 'secret';
  if (schema.anyOf) return schema.anyOf.every(({ type }) => type === 'string') ? 'text' : 'union';
  if (schema.enum) return 'choice';
  const types = [schema.type].flat();
  if (types.includes('boolean')) return 'switch';
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('array')) return isListOfTexts(schema) ? 'lines' : 'items';
  if (types.includes('object')) return schema.properties ? 'group' : 'pairs';
  return 'text';
}

function isListOfTexts({ items }: FieldSchema): boolean {
  return items === undefined || ['text', 'choice'].includes(kindOf(items));
}

/** The only value that a field can have. */
export function fixedOf({ const: only, enum: values }: FieldSchema): unknown {
  return only ?? (values?.length === 1 ? values[0] : undefined);
}

/** Fields that an object can have, apart from those whose value is given. At the top, those that say what the connector can do are too. */
export function fieldsOf(schema: FieldSchema, isTop = false): [name: string, schema: FieldSchema][] {
  return Object.entries(schema.properties ?? {}).filter(
    ([name, field]) => kindOf(field) !== 'fixed' && !(isTop && (name === 'type' || /^supports[A-Z]/.test(name))),
  );
}

const FOLDED =
  /FilterPattern$|^(connectionOptions|connectionArguments|sampleDataStorageConfig|policyAgentConfig|ssl\w*|scheme|verifySSL|sourcePythonClass)$/;

/** Fields that few people need: optional ones with a default, and some that all connections have. */
export function isFolded(name: string, schema: FieldSchema, { required = [] }: FieldSchema): boolean {
  if (required.includes(name)) return false;
  return FOLDED.test(name) || (schema.default !== undefined && !schema['x-secret']);
}

/** Alternatives that have fields to fill in. One without fields means that none of them is used. */
export function choicesOf({ anyOf = [] }: FieldSchema): FieldSchema[] {
  return anyOf
    .filter((one) => kindOf(one) !== 'group' || Object.keys(one.properties ?? {}).length > 0)
    .filter((one) => !(kindOf(one) === 'pairs' && one.additionalProperties === false));
}

/** The place of the alternative that fits a value best; -1 if none does. */
export function choiceOf(choices: readonly FieldSchema[], value: unknown): number {
  const fits = choices.map((one) => fitOf(one, value));
  const best = Math.max(...fits);
  return best < 0 ? -1 : fits.indexOf(best);
}

function fitOf(schema: FieldSchema, value: unknown): number {
  if (value === undefined || value === null) return -1;
  const types = [schema.type].flat();
  if (Array.isArray(value)) return types.includes('array') ? 1 : -1;
  if (!isObj(value)) return schema.type === undefined || types.includes(typeof value) ? 1 : -1;
  const { properties = {}, additionalProperties } = schema;
  if (schema.type !== 'object') return -1;
  let fit = 0;
  for (const [name, given] of Object.entries(value)) {
    const property = properties[name];
    if (property === undefined) {
      if (additionalProperties === false) return -1;
    } else {
      const fixed = fixedOf(property);
      if (fixed !== undefined && fixed !== given) return -1;
      fit += fixed === undefined ? 1 : 2;
    }
  }
  return fit;
}

/** What a value begins with: members that can have one value only. */
export function firstOf(schema: FieldSchema): unknown {
  if (schema.type === 'array') return [];
  if (schema.type !== 'object') return '';
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const fixed = fixedOf(property);
      const isNeeded = property.const !== undefined || name === 'type' || schema.required?.includes(name) === true;
      return fixed !== undefined && isNeeded ? [[name, fixed]] : [];
    }),
  );
}

/** Without what is empty. An empty object stays where somebody chose it among alternatives, if it says which. */
export function pruned(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) return value.map(pruned).filter((one) => one !== undefined);
  if (!isObj(value)) return value;
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    const left = key === '' ? undefined : pruned(inner);
    return left === undefined ? [] : [[key, left] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Pointers of fields that have to be filled in: `/authType/password`. */
export function missingOf(schema: FieldSchema, value: unknown, path = ''): string[] {
  const { required = [], properties = {} } = schema;
  const object = isObj(value) ? value : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = `${path}/${name}`;
    const given = pruned(object[name]);
    const isNeeded = required.includes(name) && property.default === undefined && fixedOf(property) === undefined;
    const kind = kindOf(property);
    if (kind === 'group' && (isNeeded || given !== undefined)) return missingOf(property, given, at);
    if (given === undefined) return isNeeded ? [at] : [];
    if (kind !== 'union') return [];
    const choices = choicesOf(property);
    const chosen = choices[choiceOf(choices, given)];
    return chosen?.type === 'object' ? missingOf(chosen, given, at) : [];
  });
}

/** The value without its secrets: for drafts, which a browser keeps in plain text. */
export function withoutSecrets(schema: FieldSchema, value: unknown): unknown {
  const kind = kindOf(schema);
  if (kind === 'secret') return undefined;
  // Names of connection options are the person's own, so nothing tells the secrets among them.
  if (kind === 'pairs') return undefined;
  if (kind === 'union') {
    const choices = choicesOf(schema);
    const chosen = choices[choiceOf(choices, value)];
    return chosen ? withoutSecrets(chosen, value) : undefined;
  }
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(schema.items ?? {}, one));
  if (!isObj(value)) return value;
  const { properties = {} } = schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name];
      const kept = property === undefined ? undefined : withoutSecrets(property, inner);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** Whether something else than the default was given. */
export function isChanged(schema: FieldSchema, value: unknown): boolean {
  const given = pruned(value);
  return given !== undefined && !equal(given, schema.default);
}
