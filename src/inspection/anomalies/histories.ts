/** Histories of figures, from the results of a test case and from profiles. */
import { isObject, parseObject, type TestCaseResult } from '../../../contract/index.js';
import { listPoints, listResults, type PointRange, type Sql } from '../../storage/index.js';
import { MOST_POINTS, type Point } from './expected-range.js';

/** The points of each figure by its name, newest first. */
export type Histories = ReadonlyMap<string, readonly Point[]>;

/** `more`: number of points beyond those that one range uses. `before`: only points before this time. */
export interface Window {
  more?: number;
  before?: number;
}

/** The newest results of a test case; values that are not numbers are left out. */
export async function historiesOfCase(sql: Sql, caseId: string, { more = 0, before }: Window = {}): Promise<Histories> {
  const to = before === undefined ? Number.MAX_SAFE_INTEGER : before - 1;
  const rows = await listResults(sql, { caseIds: [caseId], from: 0, to, limit: MOST_POINTS + more });
  return collect(rows, (doc) => {
    const { testResultValue = [] } = parseObject<TestCaseResult>(doc);
    return testResultValue.map(({ name = '', value = '' }) => [name, value.trim() === '' ? Number.NaN : Number(value)]);
  });
}

/** The newest profiles of a table, or of a column of it (`key`: its path). */
export async function historiesOfProfile(
  sql: Sql,
  series: Pick<PointRange, 'entityId' | 'kind' | 'key'>,
  { more = 0, before }: Window = {},
): Promise<Histories> {
  const to = before === undefined ? {} : { to: before - 1 };
  const rows = await listPoints(sql, { key: '', ...series, ...to, limit: MOST_POINTS + more });
  return collect(rows, figuresOf);
}

/** Members of a profile that are settings, not figures of the data. */
const NO_FIGURES = new Set(['timestamp', 'profileSample']);

/** The numbers of a profile by the name of the metric, with custom metrics. */
export function figuresOf(doc: string): [name: string, value: number][] {
  const profile = parseObject(doc);
  const custom = Array.isArray(profile.customMetrics) ? profile.customMetrics.filter(isObject) : [];
  return [
    ...Object.entries(profile).filter(([name]) => !NO_FIGURES.has(name)),
    ...custom.map(({ name, value }): [string, unknown] => [String(name), value]),
  ].flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : []));
}

function collect(
  rows: readonly { at: number; doc: string }[],
  read: (doc: string) => readonly (readonly [name: string, value: number])[],
): Histories {
  const histories = new Map<string, Point[]>();
  for (const { at, doc } of rows)
    for (const [name, value] of read(doc)) {
      if (!Number.isFinite(value)) continue;
      const points = histories.get(name) ?? [];
      if (points.length === 0) histories.set(name, points);
      points.push({ at, value });
    }
  return histories;
}
