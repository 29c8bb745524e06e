/** The part of the query language of search engines that reports use, evaluated on values. Pure. */
import { catalogError, isObject } from '../../../../contract/index.js';
import type { Fields } from '../../../catalog/index.js';

export type Test = (value: Fields) => boolean;

const DEEPEST = 50;
const MOST_CLAUSES = 256;
const LONGEST_FIELD = 200;

export interface ReportQuery {
  test: Test;
  /** What a test of one value costs. */
  clauses: number;
}

/** The test of rows that the query of a report means: JSON with or without `query`, a plain text, or nothing. 400 if it cannot be parsed. */
export function readQuery(text: string | undefined): ReportQuery {
  const given = text?.trim() ?? '';
  if (given === '' || given === '*') return { test: () => true, clauses: 1 };
  if (!given.startsWith('{')) return { test: containing(given), clauses: 1 };
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw catalogError('BAD_REQUEST', 'q is not valid JSON');
  }
  const size = { clauses: 0 };
  const test = testOf(isObject(value) && 'query' in value ? value.query : value, 0, size);
  return { test, clauses: size.clauses };
}

/** 400 for the name of a field that is longer than any. */
export function checkField(field: string, given: string): string {
  if (field.length <= LONGEST_FIELD) return field;
  throw catalogError('BAD_REQUEST', `${given}: the name of a field must have at most ${LONGEST_FIELD} characters`);
}

/** All values at a path, through lists. `.keyword` and similar sub-fields mean the field itself. */
export function valuesAt(value: unknown, path: string): unknown[] {
  const steps = path.replace(/\.(keyword|nonNormalized|raw)$/, '').split('.');
  return steps.reduce<unknown[]>(
    (found, step) => found.flatMap((item) => (isObject(item) && Object.hasOwn(item, step) ? listOf(item[step]) : [])),
    [value],
  );
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.flatMap(listOf) : [value];
}

interface Size {
  clauses: number;
}

function testOf(query: unknown, depth: number, size: Size): Test {
  if (depth > DEEPEST) throw catalogError('BAD_REQUEST', 'q is nested too deeply');
  if (++size.clauses > MOST_CLAUSES) throw catalogError('BAD_REQUEST', `q must have at most ${MOST_CLAUSES} clauses`);
  if (!isObject(query)) throw catalogError('BAD_REQUEST', 'q: a query must be an object');
  const [entry, ...others] = Object.entries(query);
  if (!entry) return () => true;
  if (others.length > 0) throw catalogError('BAD_REQUEST', 'q: a query must have exactly one kind');
  const [kind, body] = entry;
  switch (kind) {
    case 'match_all':
      return () => true;
    case 'bool':
      return boolTest(objectOf(body, kind), depth, size);
    case 'nested':
      return testOf(objectOf(body, kind).query, depth + 1, size);
    case 'exists':
      return existsTest(checkField(String(objectOf(body, kind).field), 'q'));
    default:
      return fieldTest(kind, objectOf(body, kind));
  }
}

function boolTest(body: Fields, depth: number, size: Size): Test {
  const tests = (name: string) =>
    (body[name] === undefined ? [] : [body[name]].flat()).map((query) => testOf(query, depth + 1, size));
  const all = [...tests('must'), ...tests('filter')];
  const some = tests('should');
  const not = tests('must_not');
  return (value) =>
    all.every((test) => test(value)) &&
    (some.length === 0 || some.some((test) => test(value))) &&
    !not.some((test) => test(value));
}

function existsTest(field: string): Test {
  return (value) => valuesAt(value, field).length > 0;
}

function fieldTest(kind: string, body: Fields): Test {
  const [entry] = Object.entries(body).filter(([name]) => name !== 'boost');
  if (!entry) throw catalogError('BAD_REQUEST', `q: ${kind} requires a field`);
  const [name, given] = entry;
  const field = checkField(name, 'q');
  const passes = valueTest(kind, given);
  return (value) => valuesAt(value, field).some(passes);
}

function valueTest(kind: string, given: unknown): (value: unknown) => boolean {
  const wanted = isObject(given) ? (given.value ?? given.query) : given;
  switch (kind) {
    case 'term':
    case 'match':
    case 'match_phrase':
      return (value) => folded(value) === folded(wanted);
    case 'terms': {
      const values = new Set([given].flat().map(folded));
      return (value) => values.has(folded(value));
    }
    case 'prefix':
      return (value) => folded(value).startsWith(folded(wanted));
    case 'wildcard': {
      const parts = folded(wanted).split(/\*+/);
      return (value) => fitsParts(folded(value), parts);
    }
    case 'range':
      return rangeTest(objectOf(given, kind));
    default:
      throw catalogError('BAD_REQUEST', `q: ${kind.slice(0, 100)} is not supported in reports`);
  }
}

/** Whether a text consists of these parts with anything between them. */
function fitsParts(text: string, parts: readonly string[]): boolean {
  const [start = '', ...rest] = parts;
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - end.length;
}

function rangeTest(bounds: Fields): (value: unknown) => boolean {
  const bound = (name: string) => (bounds[name] === undefined ? undefined : Number(bounds[name]));
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map(bound);
  if ([gte, gt, lte, lt].some((one) => Number.isNaN(one)))
    throw catalogError('BAD_REQUEST', 'q: bounds of a range must be numbers');
  return (value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return false;
    return (
      (gte === undefined || number >= gte) &&
      (gt === undefined || number > gt) &&
      (lte === undefined || number <= lte) &&
      (lt === undefined || number < lt)
    );
  };
}

/** A value with these words in its name or description. */
function containing(text: string): Test {
  const wanted = folded(text.replaceAll('*', ''));
  return (value) =>
    ['name', 'displayName', 'fullyQualifiedName', 'description'].some((field) => folded(value[field]).includes(wanted));
}

function folded(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).toLowerCase();
}

function objectOf(value: unknown, kind: string): Fields {
  if (!isObject(value)) throw catalogError('BAD_REQUEST', `q: ${kind} must be an object`);
  return value;
}
