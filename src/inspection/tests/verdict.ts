import type { TestCaseStatus } from '../../../contract/index.js';
import type { SourceValue } from '../../egress/index.js';

/** What a test found. */
export interface Verdict {
  status: Extract<TestCaseStatus, 'Success' | 'Failed'>;
  /** One sentence for people. */
  result: string;
  values: readonly { name: string; value: string }[];
  rows?: RowCounts;
  minBound?: number;
  maxBound?: number;
}

/** How many of the rows that were looked at passed or failed; the other number follows. */
export type RowCounts = { total: number; passed: number; failed?: number } | { total: number; failed: number };

/** A test that cannot run, with the reason for people. Its result is `Aborted`. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}

/** Figures by name, as the source returned them. */
export type Found = (name: string) => SourceValue;

/** A test that consists of figures of one table, which it shares a statement with others for. */
export interface MeasuredTest {
  /** SQL of each figure. */
  measures: Readonly<Record<string, string>>;
  /** Throws `CannotRun`. */
  judge(found: Found): Verdict;
  /** Condition for the rows that fail; absent if no single row does. */
  failing?: string;
}

/** A figure that must be there. An empty table has no minimum, and nothing that is true of all of its values. */
export function figureIn(found: Found, name: string): SourceValue & {} {
  const value = found(name);
  if (value === null || value === undefined)
    throw new CannotRun(`the source returned no value for ${name}; the table or column may be empty`);
  return value;
}

export function numberIn(found: Found, name: string): number {
  const value = figureIn(found, name);
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) throw new CannotRun(`the source returned ${String(value)} for ${name}`);
  return number;
}

export const passed = (condition: boolean): Verdict['status'] => (condition ? 'Success' : 'Failed');

/** Whether a figure lies between bounds, which may be infinite. */
export const isBetween = (value: number, { min, max }: Bounds): boolean => min <= value && value <= max;

export interface Bounds {
  min: number;
  max: number;
}

/** The bounds of a result; infinite ones are left out. */
export function shownBounds({ min, max }: Bounds): Pick<Verdict, 'minBound' | 'maxBound'> {
  return { ...(Number.isFinite(min) ? { minBound: min } : {}), ...(Number.isFinite(max) ? { maxBound: max } : {}) };
}

/** `at least 1 and at most 5`. */
export function describeBounds({ min, max }: Bounds): string {
  const parts = [
    ...(Number.isFinite(min) ? [`at least ${min}`] : []),
    ...(Number.isFinite(max) ? [`at most ${max}`] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : 'any value';
}
