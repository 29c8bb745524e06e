// Turns the entries of the schema reference into JSON Schema 2020-12 documents, one per folder/file of the reference.
// A definition keeps its reference key: "entity/data/table#column" is the anchor "column" of "cairn:entity/data/table".
import { parseNotation } from './notation.mjs';

const idPrefix = 'cairn:';
/** Unions with more alternatives than this are resolved when a value is checked, see contract/validation/validation.ts. */
const lazyUnionSize = 6;
const connectionKey = /^entity\/services\/\w+Service#\w+Connection$/;

export const fileOf = (key) => key.replace(/#.*$/, '').replace(/^(.*\/[^./]*)[.~].*$/, '$1');
const definitionOf = (key) => key.slice(fileOf(key).length);
const isInline = (key) => /[.~]/.test(definitionOf(key));

/** Returns path → document. `overrides` replaces single entries, `describe` adds our own words. */
export function buildDocuments(types, { overrides, describe }) {
  const documents = new Map();
  for (const key of Object.keys(types).sort()) {
    if (isInline(key)) continue;
    const file = fileOf(key);
    const document = documents.get(file) ?? {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: idPrefix + file,
    };
    documents.set(file, document);
    const schema = override(overrides[key], () => describe(key, entrySchema(types, key)));
    const definition = definitionOf(key).slice(1);
    if (definition === '') Object.assign(document, schema);
    else document.$defs = { ...document.$defs, [definition]: { $anchor: definition, ...schema } };
  }
  return documents;
}

const override = (change, generate) => (typeof change === 'function' ? change(generate()) : (change ?? generate()));

function entrySchema(types, key) {
  const entry = types[key];
  if (entry.kind === 'enum') return withDefault(types, enumSchema(entry.values), entry.default, key);
  if (entry.kind !== 'object') return toSchema(types, parseNotation(entry.type), key);
  const parents = (entry.extends ?? []).map((ref) => entrySchema(types, ref.slice('ref:'.length)));
  const properties = Object.assign({}, ...parents.map((p) => p.properties));
  for (const [name, notation] of Object.entries(entry.fields)) {
    properties[name] = toSchema(types, parseNotation(notation), `${key}.${name}`);
  }
  const required = [...new Set([...parents.flatMap((p) => p.required ?? []), ...entry.required])];
  const schema = { type: 'object', properties };
  if (required.length > 0) schema.required = required;
  if (entry.additionalProperties === false) schema.additionalProperties = false;
  if (typeof entry.additionalProperties === 'string') {
    schema.additionalProperties = toSchema(types, parseNotation(entry.additionalProperties), key);
  }
  return Object.assign(schema, ruleSchema(entry, properties));
}

/** A null among the values says nothing: what is null is absent. */
function enumSchema(values) {
  return { type: 'string', enum: values.filter((value) => value !== null) };
}

function toSchema(types, node, place) {
  let schema = headSchema(types, node, place);
  if (node.nullable) schema = acceptNull(schema);
  if (node.flags.includes('unique')) schema.uniqueItems = true;
  if (node.flags.includes('mask')) schema['x-mask'] = true;
  if (node.flags.includes('deprecated')) schema.deprecated = true;
  return withDefault(types, schema, node.default, place, node);
}

function headSchema(types, node, place) {
  switch (node.kind) {
    case 'ref':
      if (connectionKey.test(place.replace(/\.config$/, '')) && place.endsWith('.config'))
        return lazyUnion(types, [node]);
      return isInline(node.key) ? entrySchema(types, node.key) : { $ref: idPrefix + node.key };
    case 'enum':
      return { type: 'string', enum: node.values };
    case 'const':
      return { const: node.value };
    case 'any':
      return {};
    case 'null':
      return { type: 'null' };
    case 'empty':
      return { type: 'object', additionalProperties: false };
    case 'map':
      return { type: 'object', additionalProperties: toSchema(types, node.of, place) };
    case 'array':
      return {
        type: 'array',
        ...(node.of && { items: toSchema(types, node.of, place) }),
        ...bounds(node, 'minItems', 'maxItems'),
      };
    case 'union':
      return unionSchema(types, node, place);
    default:
      return scalarSchema(node);
  }
}

function scalarSchema(node) {
  const schema = { type: node.kind };
  if (node.format) schema.format = node.format;
  if (node.format === 'password') schema['x-secret'] = true;
  Object.assign(
    schema,
    node.kind === 'string' ? bounds(node, 'minLength', 'maxLength') : bounds(node, 'minimum', 'maximum'),
  );
  if (node.step !== undefined) schema.multipleOf = node.step;
  if (node.pattern !== undefined) schema.pattern = unicodePattern(node.pattern);
  return schema;
}

function bounds(node, low, high) {
  return {
    ...(node.min !== undefined && { [low]: node.min }),
    ...(node.exclusiveMin !== undefined && { exclusiveMinimum: node.exclusiveMin }),
    ...(node.max !== undefined && { [high]: node.max }),
    ...(node.exclusiveMax !== undefined && { exclusiveMaximum: node.exclusiveMax }),
  };
}

/** `(?U)` asks for Unicode word characters, which a JavaScript `u` pattern has to spell out. */
function unicodePattern(pattern) {
  const unicode = pattern.startsWith('(?U)');
  const body = pattern.replace(/^\(\?U\)/, '');
  const word = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}';
  const text = unicode ? body.replace(/\[([^\]]*?)\\w/g, `[$1${word}`).replace(/\\w/g, `[${word}]`) : body;
  new RegExp(text, 'u');
  return text;
}

/** Alternatives of the reference overlap often (all-optional objects), so every union accepts a value that fits any. */
function unionSchema(types, node, place) {
  const isConnection = connectionKey.test(place.replace(/\.config$/, ''));
  const objects = node.of.every((item) => item.kind === 'ref');
  if (objects && (isConnection || node.of.length > lazyUnionSize)) return lazyUnion(types, node.of);
  return { anyOf: node.of.map((item) => toSchema(types, item, place)) };
}

function lazyUnion(types, items) {
  const byType = {};
  for (const item of items) {
    const values = typeValues(types, item.key);
    if (values?.length !== 1) return { 'x-any-of': items.map((i) => idPrefix + i.key) };
    byType[values[0]] = [...(byType[values[0]] ?? []), idPrefix + item.key];
  }
  return { type: 'object', 'x-by-type': byType };
}

function typeValues(types, key) {
  const notation = types[key]?.fields?.type;
  if (!notation) return undefined;
  const node = parseNotation(notation);
  if (node.kind === 'const') return [node.value];
  return node.kind === 'ref' ? types[node.key].values : node.values;
}

function acceptNull(schema) {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

/** Bare text is the default of a string or a list of values; everything else is JSON. A null default means "absent". */
function withDefault(types, schema, text, place, node) {
  if (text === undefined || text === 'null' || text === '<text>') return schema;
  const values = schema.enum ?? (node?.kind === 'ref' ? types[node.key].values : undefined);
  if (values && !values.includes(text)) {
    process.stderr.write(`default left out, not in its list: ${place} = ${text}\n`);
    return schema;
  }
  return { ...schema, default: isText(types, node) ? text : JSON.parse(text) };
}

function isText(types, node) {
  if (node === undefined || ['string', 'enum', 'const'].includes(node.kind)) return true;
  if (node.kind !== 'ref') return false;
  const entry = types[node.key];
  return (
    entry.kind === 'enum' ||
    entry.kind === 'string' ||
    (entry.kind === 'ref' && isText(types, parseNotation(entry.type)))
  );
}

/** "a=x -> required b" and "anyOf: required a" become conditions; a rule over names that do not exist is left out. */
function ruleSchema(entry, properties) {
  const conditions = [];
  const choices = [];
  for (const rule of entry.rules ?? []) {
    const [left, names] = rule.split(/(?:-> |: )required /);
    const required = names.split(',');
    if (!required.every((name) => name in properties)) continue;
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    if (rule.includes('->')) conditions.push({ if: ifSchema(left.trim()), then: { required } });
    else choices.push({ required });
  }
  return { ...(choices.length > 0 && { anyOf: choices }), ...(conditions.length > 0 && { allOf: conditions }) };
}

function ifSchema(text) {
  const tests = text.split(' & ').map((test) => {
    const [, name, list, value] = /^(\w+)(?: in \[(.*)\]|=(.*))$/.exec(test);
    return [name, list ? { enum: list.split(',') } : { const: value }];
  });
  return { properties: Object.fromEntries(tests), required: tests.map(([name]) => name) };
}
