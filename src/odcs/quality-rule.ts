/** Quality rules of the standard: what they measure, and what the measure must be. */
import { isObject, type JsonObject } from '../../contract/index.js';
import { textIn } from './document.js';

export type OdcsMetric = 'nullValues' | 'missingValues' | 'invalidValues' | 'duplicateValues' | 'rowCount';

export type QualityRule = { name: string; column?: string } & (
  | { kind: 'metric'; metric: OdcsMetric; percent: boolean; arguments: JsonObject; wanted: Expectation }
  | { kind: 'sql'; query: string; wanted: Expectation }
  /** A rule that cannot be checked by a program, with the reason. */
  | { kind: 'unchecked'; reason: string }
);

/** A comparison of a measured value. */
export interface Expectation {
  /** `must be less than 5`. */
  text: string;
  holds(value: unknown): boolean;
}

const METRICS: readonly string[] = [
  'nullValues',
  'missingValues',
  'invalidValues',
  'duplicateValues',
  'rowCount',
] satisfies OdcsMetric[];
const isMetric = (name: unknown): name is OdcsMetric => typeof name === 'string' && METRICS.includes(name);

/** A rule as written in a document; null if it is a text for people. `column`: the column it is about. */
export function readQualityRule(rule: JsonObject, column?: string): QualityRule | null {
  const own = column ?? textIn(rule.column);
  const place = own === undefined ? {} : { column: own };
  const type = textIn(rule.type) ?? 'library';
  if (type === 'text') return null;
  const metric = rule.metric ?? (type === 'library' ? rule.rule : undefined);
  const name = textIn(rule.name) ?? textIn(rule.description) ?? (isMetric(metric) ? metric : type);
  const unchecked = (reason: string): QualityRule => ({ name, ...place, kind: 'unchecked', reason });
  if (type === 'custom')
    return unchecked(`it is for another program, ${textIn(rule.engine) ?? 'which it does not name'}`);
  const wanted = readExpectation(rule);
  if (wanted === null) return unchecked('it does not say what the value must be');
  if (type === 'sql') {
    const query = textIn(rule.query);
    return query === undefined ? unchecked('it has no query') : { name, ...place, kind: 'sql', query, wanted };
  }
  if (!isMetric(metric)) return unchecked(`${String(metric)} is not a metric of the standard`);
  if (own === undefined && metric !== 'rowCount' && metric !== 'duplicateValues')
    return unchecked(`${metric} is about a column, and the rule names none`);
  const given = isObject(rule.arguments) ? rule.arguments : {};
  return { name, ...place, kind: 'metric', metric, percent: rule.unit === 'percent', arguments: given, wanted };
}

/** The comparison that the value must satisfy; null if the rule has none. If there are several, all must hold. */
export function readExpectation(rule: JsonObject): Expectation | null {
  const all = COMPARISONS.flatMap(([key, words, make]) => {
    const operand = rule[key];
    const holds = operand === undefined || operand === null ? null : make(operand);
    return holds ? [{ text: `${words} ${describe(operand)}`, holds }] : [];
  });
  if (all.length === 0) return null;
  return { text: all.map(({ text }) => text).join(' and '), holds: (value) => all.every(({ holds }) => holds(value)) };
}

type Test = (value: unknown) => boolean;

const numeric =
  (test: (value: number, operand: number) => boolean) =>
  (operand: unknown): Test | null => {
    const limit = numberIn(operand);
    return limit === null ? null : (value) => onNumber(value, (given) => test(given, limit));
  };
const between =
  (test: (inside: boolean) => boolean) =>
  (operand: unknown): Test | null => {
    const [low, high] = Array.isArray(operand) ? operand.map(numberIn) : [];
    if (typeof low !== 'number' || typeof high !== 'number') return null;
    return (value) => onNumber(value, (given) => test(given >= low && given <= high));
  };

const COMPARISONS: readonly [string, string, (operand: unknown) => Test | null][] = [
  ['mustBe', 'must be', (operand) => (value) => isSame(value, operand)],
  ['mustNotBe', 'must not be', (operand) => (value) => !isSame(value, operand)],
  ['mustBeGreaterThan', 'must be greater than', numeric((a, b) => a > b)],
  ['mustBeGreaterOrEqualTo', 'must be at least', numeric((a, b) => a >= b)],
  ['mustBeLessThan', 'must be less than', numeric((a, b) => a < b)],
  ['mustBeLessOrEqualTo', 'must be at most', numeric((a, b) => a <= b)],
  ['mustBeBetween', 'must be between', between((inside) => inside)],
  ['mustNotBeBetween', 'must not be between', between((inside) => !inside)],
];

function describe(operand: unknown): string {
  return Array.isArray(operand)
    ? operand.map(String).join(' and ')
    : typeof operand === 'string'
      ? operand
      : JSON.stringify(operand);
}

/** Databases return numbers as text if a JavaScript number could not represent them. */
function isSame(value: unknown, operand: unknown): boolean {
  const [a, b] = [numberIn(value), numberIn(operand)];
  if (a !== null && b !== null) return a === b;
  if (typeof operand === 'boolean' && a !== null) return a === Number(operand);
  return String(value) === String(operand);
}

function onNumber(value: unknown, test: (value: number) => boolean): boolean {
  const given = numberIn(value);
  return given !== null && test(given);
}

export function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : null;
}
