/**
 * The subset of the query DSL that clients send: bool, term, terms, match, match_phrase, match_phrase_prefix,
 * multi_match, prefix, wildcard, range, exists, ids, nested (as plain), constant_score, match_all, match_none,
 * query_string. Anything else is 400.
 */

import { catalogError } from '../../../contract/index.js';
import { isObject } from '../../catalog/index.js';
import { first } from '../../context/index.js';
import type { Bound } from '../../storage/index.js';
import { cleanText } from '../words/clean-text.js';
import { parseQueryString } from './parse-query-string.js';
import { ALL, LIMITS, NONE, type SearchQuery } from './search-query.js';

type Body = Record<string, unknown>;

interface Budget {
  clauses: number;
  terms: number;
  patterns: number;
}

/** Parses the JSON text of `query_filter`: `{"query":{…}}` or the query alone. 400 when it is invalid. */
export function parseFilterText(text: string, parameter: string): SearchQuery {
  if (text.length > LIMITS.filterLength) throw refuse(`${parameter} is too long`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse(`${parameter} is not JSON`);
  }
  return parseFilter(body, parameter);
}

export function parseFilter(body: unknown, parameter: string): SearchQuery {
  if (!isObject(body)) throw refuse(`${parameter} must be an object`);
  const query = 'query' in body ? body.query : body;
  return parseQueryDsl(query);
}

export function parseQueryDsl(body: unknown): SearchQuery {
  return readQuery(body, { clauses: LIMITS.clauses, terms: LIMITS.terms, patterns: LIMITS.patterns }, 0);
}

function refuse(message: string) {
  return catalogError('BAD_REQUEST', message);
}

type Reader = (body: unknown, budget: Budget, depth: number) => SearchQuery;

const readers: Readonly<Record<string, Reader>> = {
  bool: readBool,
  match_all: () => ALL,
  match_none: () => NONE,
  term: (body) => {
    const [field, value] = fieldOf(body, 'term', 'value');
    return { kind: 'term', field, values: [scalar(value, 'term')] };
  },
  terms: readTerms,
  match: (body) => readMatch(body, 'match', 'words'),
  match_phrase: (body) => readMatch(body, 'match_phrase', 'phrase'),
  match_phrase_prefix: (body) => readMatch(body, 'match_phrase_prefix', 'prefix'),
  match_bool_prefix: (body) => readMatch(body, 'match_bool_prefix', 'prefix'),
  multi_match: readMultiMatch,
  query_string: readQueryString,
  simple_query_string: readQueryString,
  prefix: (body, budget) => {
    const [field, value] = fieldOf(body, 'prefix', 'value');
    return wildcard(field, `${scalar(value, 'prefix').replace(/[\\*?]/g, '\\$&')}*`, budget);
  },
  wildcard: (body, budget) => {
    const [field, value] = fieldOf(body, 'wildcard', isObject(body) && 'wildcard' in body ? 'wildcard' : 'value');
    return wildcard(field, scalar(value, 'wildcard'), budget);
  },
  range: readRange,
  exists: (body) => ({ kind: 'exists', field: scalar(object(body, 'exists').field, 'exists') }),
  ids: (body) => ({
    kind: 'term',
    field: '_id',
    values: list(object(body, 'ids').values).map((value) => scalar(value, 'ids')),
  }),
  nested: (body, budget, depth) => readQuery(object(body, 'nested').query, budget, depth + 1),
  constant_score: (body, budget, depth) => readQuery(object(body, 'constant_score').filter, budget, depth + 1),
};

function readQuery(body: unknown, budget: Budget, depth: number): SearchQuery {
  if (depth > LIMITS.depth) throw refuse(`queries may be nested at most ${LIMITS.depth} levels deep`);
  if (--budget.clauses < 0) throw refuse(`a query may have at most ${LIMITS.clauses} clauses`);
  if (body === undefined || body === null) return ALL;
  const entries = Object.entries(object(body, 'query'));
  if (entries.length === 0) return ALL;
  if (entries.length > 1) throw refuse(`a query must have exactly one kind, not ${entries.length}`);
  const [kind, inner] = first(entries);
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (!read) throw refuse(`queries of kind ${JSON.stringify(kind.slice(0, 50))} are not supported`);
  return read(inner, budget, depth);
}

function readBool(body: unknown, budget: Budget, depth: number): SearchQuery {
  const bool = object(body, 'bool');
  for (const key of Object.keys(bool))
    if (
      ![
        'must',
        'filter',
        'should',
        'must_not',
        'minimum_should_match',
        'boost',
        '_name',
        'adjust_pure_negative',
      ].includes(key)
    )
      throw refuse(`bool: ${JSON.stringify(key.slice(0, 50))} is not supported`);
  const read = (key: string) => list(bool[key]).map((part) => readQuery(part, budget, depth + 1));
  const must = [...read('must'), ...read('filter')];
  const should = read('should');
  const given = bool.minimum_should_match;
  const minimum =
    given === undefined ? (must.length === 0 && should.length > 0 ? 1 : 0) : readMinimum(given, should.length);
  return { kind: 'bool', must, should, mustNot: read('must_not'), minimum };
}

function readMinimum(given: unknown, of: number): number {
  const part = typeof given === 'object' ? null : /^(-?\d{1,4})(%?)$/.exec(String(given));
  if (!part) throw refuse('minimum_should_match must be a number or a percentage');
  const value = part[2] === '%' ? Math.floor((of * Number(part[1])) / 100) : Number(part[1]);
  return Math.max(0, Math.min(of, value < 0 ? of + value : value));
}

function readTerms(body: unknown, budget: Budget): SearchQuery {
  const [entry] = Object.entries(object(body, 'terms')).filter(([key]) => key !== 'boost' && key !== '_name');
  if (!entry || !Array.isArray(entry[1])) throw refuse('terms: a field with a list of values is required');
  budget.terms -= entry[1].length;
  if (budget.terms < 0) throw refuse(`a query may have at most ${LIMITS.terms} terms`);
  return { kind: 'term', field: entry[0], values: entry[1].map((value) => scalar(value, 'terms')) };
}

function readMatch(body: unknown, kind: string, form: 'words' | 'phrase' | 'prefix'): SearchQuery {
  const [field, value] = fieldOf(body, kind, 'query');
  const options = isObject(body) ? body[field] : undefined;
  const operator = isObject(options) && String(options.operator).toLowerCase() === 'and' ? 'and' : 'or';
  return { kind: 'text', text: scalar(value, kind), fields: [field], operator, form };
}

function readMultiMatch(body: unknown): SearchQuery {
  const { query, fields, operator, type } = object(body, 'multi_match');
  return {
    kind: 'text',
    text: scalar(query, 'multi_match'),
    fields: fieldList(fields),
    operator: String(operator).toLowerCase() === 'and' ? 'and' : 'or',
    form: type === 'phrase' ? 'phrase' : type === 'phrase_prefix' || type === 'bool_prefix' ? 'prefix' : 'words',
  };
}

function readQueryString(body: unknown, budget: Budget): SearchQuery {
  if (--budget.patterns < 0) throw refuse(`a query may have at most ${LIMITS.patterns} patterns and query strings`);
  const { query, fields, default_field: single, default_operator: operator } = object(body, 'query_string');
  const text = scalar(query, 'query_string');
  if (text.length > LIMITS.queryLength) throw refuse('query_string: query is too long');
  const named = typeof single === 'string' && single !== '*' ? [single] : fieldList(fields);
  return parseQueryString(text, named, String(operator).toLowerCase() === 'and' ? 'and' : 'or');
}

function fieldList(fields: unknown): string[] | null {
  if (!Array.isArray(fields) || fields.length === 0) return null;
  const names = fields.slice(0, 100).map((field) => String(field).replace(/\^[\d.]+$/, ''));
  return names.includes('*') ? null : names;
}

function readRange(body: unknown): SearchQuery {
  const [entry] = Object.entries(object(body, 'range'));
  if (!entry || !isObject(entry[1])) throw refuse('range: a field with bounds is required');
  const { gte, gt, lte, lt, from, to } = entry[1];
  return { kind: 'range', field: entry[0], low: bound(gte ?? from, gt), high: bound(lte ?? to, lt) };
}

function bound(closed: unknown, open: unknown): Bound | null {
  if (closed !== undefined && closed !== null) return { value: number(closed), open: false };
  return open === undefined || open === null ? null : { value: number(open), open: true };
}

function wildcard(field: string, pattern: string, budget: Budget): SearchQuery {
  if (--budget.patterns < 0) throw refuse(`a query may have at most ${LIMITS.patterns} patterns`);
  return { kind: 'wildcard', field, pattern };
}

/** `{field: value}` or `{field: {<key>: value}}`. */
function fieldOf(body: unknown, kind: string, key: string): [string, unknown] {
  const [entry] = Object.entries(object(body, kind)).filter(([name]) => name !== 'boost' && name !== '_name');
  if (!entry) throw refuse(`${kind}: a field is required`);
  return [entry[0], isObject(entry[1]) ? entry[1][key] : entry[1]];
}

function object(value: unknown, what: string): Body {
  if (!isObject(value)) throw refuse(`${what} must be an object`);
  return value;
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function scalar(value: unknown, kind: string): string {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw refuse(`${kind}: a value is required`);
}

function number(value: unknown): number {
  const result =
    typeof value === 'string' ? (/^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Date.parse(value)) : Number(value);
  if (!Number.isFinite(result)) throw refuse('range: bounds must be numbers or dates');
  return result;
}
