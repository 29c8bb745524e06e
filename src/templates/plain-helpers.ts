/** Helpers for lists, texts and numbers. Pure. */
import { isObject } from '../../contract/index.js';
import { type Helper, MOST_VALUES } from './helper.js';
import { down, isEmpty } from './values.js';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const holds = (value: unknown) => !isEmpty(value) && value !== 0;

/** A number of decimals, or a length; at most `most`. */
function count(value: unknown, most: number): number {
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), most) : 0;
}

export const PLAIN_HELPERS: Readonly<Record<string, Helper>> = {
  lookup: {
    takes: [2, 2],
    about: 'A property of an object, or an item of a list, by a name that is a value.',
    usages: [{ syntax: '{{lookup object name}}', example: '{{lookup entity "name"}}' }],
    run: ([value, name], { meter }) => down(value, [meter.text(name)]),
  },
  pluck: {
    takes: [2, 2],
    about: 'The property of each item of a list.',
    usages: [{ syntax: '{{pluck list "property"}}', example: '{{pluck entity.owners "name"}}' }],
    run([list, name], { meter }) {
      meter.spend(listOf(list).length);
      const property = meter.text(name);
      return listOf(list).map((item) => down(item, [property]));
    },
  },
  filter: {
    takes: [1, 1],
    about: 'The items of a list whose properties have the given values.',
    usages: [{ syntax: '{{filter list property="value"}}', example: '{{#each (filter results status="Failed")}}' }],
    run([list], { hash, meter }) {
      meter.spend(listOf(list).length * (1 + hash.size));
      const wanted = [...hash].map(([name, value]) => [name, meter.text(value)] as const);
      return listOf(list).filter((item) => wanted.every(([name, value]) => meter.text(down(item, [name])) === value));
    },
  },
  limit: {
    takes: [2, 2],
    about: 'The first items of a list.',
    usages: [{ syntax: '{{limit list number}}', example: '{{#each (limit entity.columns 5)}}' }],
    run([list, number], { meter }) {
      meter.spend(listOf(list).length / 10);
      return listOf(list).slice(0, count(number, 1_000_000));
    },
  },
  split: {
    takes: [2, 2],
    about: 'The parts of a text between separators.',
    usages: [{ syntax: '{{split text separator}}', example: '{{#each (split entity.fullyQualifiedName ".")}}' }],
    run([text, separator], { meter }) {
      const parts = meter.text(text).split(meter.text(separator));
      meter.spend(parts.length);
      return parts;
    },
  },
  length: {
    takes: [1, 1],
    about: 'The number of items of a list, of properties of an object, or of characters of a text.',
    usages: [{ syntax: '{{length value}}', example: '{{length entity.columns}}' }],
    run([value], { meter }) {
      if (Array.isArray(value)) return value.length;
      return isObject(value) ? Object.keys(value).length : meter.text(value).length;
    },
  },
  eq: {
    takes: [2, 2],
    about: 'Whether two values are equal.',
    usages: [{ syntax: '(eq a b)', example: '{{#if (eq event.eventType "entityCreated")}}' }],
    run: ([a, b], { meter }) => a === b || meter.text(a) === meter.text(b),
  },
  gt: {
    takes: [2, 2],
    about: 'Whether the first number is greater than the second.',
    usages: [{ syntax: '(gt a b)', example: '{{#if (gt (length entity.columns) 10)}}' }],
    run: ([a, b]) => Number(a) > Number(b),
  },
  and: {
    takes: [1, MOST_VALUES],
    about: 'Whether all values are true.',
    usages: [{ syntax: '(and a b)', example: '{{#if (and entity.owners entity.domains)}}' }],
    run: (values) => values.every(holds),
  },
  or: {
    takes: [1, MOST_VALUES],
    about: 'Whether one of the values is true.',
    usages: [{ syntax: '(or a b)', example: '{{#if (or entity.owners entity.domains)}}' }],
    run: (values) => values.some(holds),
  },
  not: {
    takes: [1, 1],
    about: 'Whether a value is missing, false, empty or 0.',
    usages: [{ syntax: '(not value)', example: '{{#if (not entity.owners)}}' }],
    run: ([value]) => !holds(value),
  },
  startsWith: {
    takes: [2, 2],
    about: 'Whether a text begins with another.',
    usages: [{ syntax: '(startsWith text prefix)', example: '{{#if (startsWith event.eventType "entity")}}' }],
    run: ([text, prefix], { meter }) => meter.text(text).startsWith(meter.text(prefix)),
  },
  endsWith: {
    takes: [2, 2],
    about: 'Whether a text ends with another.',
    usages: [{ syntax: '(endsWith text suffix)', example: '{{#if (endsWith event.entityType "Service")}}' }],
    run: ([text, suffix], { meter }) => meter.text(text).endsWith(meter.text(suffix)),
  },
  camelCaseToTitle: {
    takes: [1, 1],
    about: 'Words with capitals: testCase becomes Test Case.',
    usages: [{ syntax: '{{camelCaseToTitle text}}', example: '{{camelCaseToTitle event.entityType}}' }],
    run([text], { meter }) {
      const words = meter.text(text).replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2');
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
  },
  truncate: {
    takes: [2, 2],
    about: 'A text cut to a number of characters.',
    usages: [{ syntax: '{{truncate text number}}', example: '{{truncate entity.description 200}}' }],
    run([text, number], { meter }) {
      const [whole, most] = [meter.text(text), count(number, 1_000_000)];
      if (whole.length <= most) return whole;
      const shown = whole.slice(0, Math.max(0, most - 1));
      return most === 0 ? '' : `${shown.replace(/[\ud800-\udbff]$/, '')}…`;
    },
  },
  formatDate: {
    takes: [1, 1],
    about: 'A time in milliseconds since 1970 as YYYY-MM-DD HH:mm:ss, in UTC.',
    usages: [{ syntax: '{{formatDate milliseconds}}', example: '{{formatDate event.timestamp}}' }],
    run([milliseconds]) {
      const date = new Date(Number(milliseconds));
      return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
    },
  },
  math: {
    takes: [2, 3],
    about: 'The result of a calculation; + - * / and round, with a number of digits.',
    usages: [
      { syntax: '{{math a operator b}}', example: '{{math result.failedRows "/" result.passedRows}}' },
      { syntax: '{{math a "round" digits}}', example: '{{math result.failedRowsPercentage "round" 2}}' },
    ],
    run([a, operator, b]) {
      const result = calculate(Number(a), operator, Number(b ?? 0));
      return Number.isFinite(result) ? result : '';
    },
  },
};

function calculate(a: number, operator: unknown, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '/') return a / b;
  return operator === 'round' ? Number(a.toFixed(count(b, 20))) : Number.NaN;
}
