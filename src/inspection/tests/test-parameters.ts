/** Values of the parameters of a test case, which are texts, as their types. */
import type { TestCaseParameterValue } from '../../../contract/index.js';
import type { SourceLiteral } from '../../egress/index.js';
import { readLiteral } from './read-literal.js';
import { type Bounds, CannotRun } from './verdict.js';

export interface TestParameters {
  /** '' if it is not given. */
  text(name: string): string;
  /** Throws `CannotRun` if it is not given. */
  required(name: string): string;
  number(name: string, otherwise: number): number;
  isTrue(name: string): boolean;
  bounds(min: string, max: string): Bounds;
  /** A list such as `["a", "b"]`; a single value is a list of one. */
  list(name: string): SourceLiteral[];
  all(): readonly (readonly [name: string, value: string])[];
}

export function testParameters(given: readonly TestCaseParameterValue[] | undefined): TestParameters {
  const values = new Map((given ?? []).map(({ name = '', value = '' }) => [name, value]));
  const text = (name: string) => values.get(name) ?? '';
  const number = (name: string, otherwise: number) => {
    if (text(name).trim() === '') return otherwise;
    const value = Number(text(name));
    if (Number.isNaN(value)) throw new CannotRun(`${name} must be a number, not ${text(name)}`);
    return value;
  };
  return {
    text,
    required(name) {
      if (text(name) === '') throw new CannotRun(`the test case has no value for ${name}`);
      return text(name);
    },
    number,
    isTrue: (name) => text(name).toLowerCase() === 'true',
    bounds(min, max) {
      return { min: number(min, Number.NEGATIVE_INFINITY), max: number(max, Number.POSITIVE_INFINITY) };
    },
    list(name) {
      const value = readLiteral(text(name));
      if (value === undefined) throw new CannotRun(`${name} must be a list such as ["a", "b"], not ${text(name)}`);
      return Array.isArray(value) ? value : [value];
    },
    all: () => [...values],
  };
}
