// What a test measured and what it expects, for charts. Pure.
import type { TestCaseResult } from 'cairn/client';
import type { TestCaseParameterValue } from 'cairn/contract';

export interface Bounds {
  least: number | null;
  most: number | null;
}

const MOST_SERIES = 4;

function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The limits that the parameters of a test name: `minValue`, `maxLength`, or one value that must be met. */
export function boundsOf(parameters: readonly TestCaseParameterValue[] = []): Bounds {
  const find = (pattern: RegExp) =>
    numberOf(parameters.find(({ name = '', value }) => pattern.test(name) && numberOf(value) !== null)?.value);
  const exact = find(/^(value|columnCount)$/);
  return { least: find(/^min/i) ?? exact, most: find(/^max/i) ?? exact };
}

export interface History {
  times: number[];
  values: { name: string; values: (number | null)[] }[];
  least: (number | null)[];
  most: (number | null)[];
}

/** Results, oldest first, as one series for each figure that they have. Limits that follow the history differ from result to result. */
export function historyOf(results: readonly TestCaseResult[], bounds: Bounds): History {
  const sorted = [...results].sort((a, b) => a.timestamp - b.timestamp);
  const names = [
    ...new Set(
      sorted.flatMap(({ testResultValue = [] }) =>
        testResultValue.flatMap(({ name, value }) => (name && numberOf(value) !== null ? [name] : [])),
      ),
    ),
  ].slice(0, MOST_SERIES);
  return {
    times: sorted.map(({ timestamp }) => timestamp),
    values: names.map((name) => ({
      name,
      values: sorted.map(({ testResultValue = [] }) =>
        numberOf(testResultValue.find((value) => value.name === name)?.value),
      ),
    })),
    least: sorted.map(({ minBound }) => minBound ?? bounds.least),
    most: sorted.map(({ maxBound }) => maxBound ?? bounds.most),
  };
}

/** The column that a link names; undefined for tests of a whole table. */
export function columnOf(entityLink: string): string | undefined {
  return /::columns::(.+?)>$/.exec(entityLink)?.[1];
}
