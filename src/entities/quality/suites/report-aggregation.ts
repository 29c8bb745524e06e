/**
 * Aggregations of reports: levels joined with commas, each `bucketName=…:aggType=…:field=…`, further parameters joined with
 * `&`. Every row of the report is one combination of buckets with the values of the last level. Pure, and in steps: a report of many
 * values would keep others waiting.
 */
import { setImmediate } from 'node:timers/promises';
import { catalogError, type DataQualityReport } from '../../../../contract/index.js';
import type { Fields } from '../../../catalog/index.js';
import { checkField, type ReportQuery, valuesAt } from './report-query.js';

interface Level {
  kind: string;
  field: string;
  size: number;
  interval: string;
}

const BUCKETS = ['terms', 'date_histogram'];
const METRICS = ['cardinality', 'avg', 'sum', 'min', 'max'];
const MOST_LEVELS = 5;
const COUNT = 'document_count';
const DAY = 86_400_000;
/** Values and buckets of all levels of a report. Values of lists multiply with every level. */
const MOST_STEPS = 500_000;
/** Steps between two pauses. */
const STEPS_AT_ONCE = 10_000;

export function readAggregation(text: string | undefined): Level[] {
  if (!text) throw catalogError('BAD_REQUEST', 'aggregationQuery is required');
  const levels = text.split(',').map(readLevel);
  if (levels.length > MOST_LEVELS)
    throw catalogError('BAD_REQUEST', `aggregationQuery must not have more than ${MOST_LEVELS} levels`);
  const inner = levels.filter(({ kind }) => kind !== 'nested');
  if (inner.slice(0, -1).some(({ kind }) => METRICS.includes(kind)))
    throw catalogError('BAD_REQUEST', 'aggregationQuery: only the last level can be a metric');
  return inner;
}

function readLevel(text: string): Level {
  const given = new Map(
    text
      .trim()
      .split(/[:&]/)
      .map((part): [string, string] => {
        const at = part.indexOf('=');
        return [part.slice(0, at), part.slice(at + 1)];
      }),
  );
  const kind = given.get('aggType') ?? '';
  const field = given.get('field') ?? '';
  if (kind === 'nested') return { kind, field, size: 0, interval: '' };
  if (![...BUCKETS, ...METRICS].includes(kind))
    throw catalogError(
      'BAD_REQUEST',
      `aggregationQuery: aggType must be one of ${[...BUCKETS, ...METRICS].join(', ')}`,
    );
  if (!/^[\w.]+$/.test(field)) throw catalogError('BAD_REQUEST', 'aggregationQuery: every level requires a field');
  checkField(field, 'aggregationQuery');
  const size = Number(given.get('size') ?? 1000);
  if (!Number.isInteger(size) || size < 1 || size > 10_000)
    throw catalogError('BAD_REQUEST', 'aggregationQuery: size must be from 1 to 10000');
  const interval = given.get('calendar_interval') ?? given.get('fixed_interval') ?? 'day';
  if (kind === 'date_histogram' && startOf(0, interval) === null)
    throw catalogError('BAD_REQUEST', 'aggregationQuery: calendar_interval must be hour, day, week, month or year');
  return { kind, field, size, interval };
}

/** Counts the values that the query selects. 400 if the levels have too many combinations. */
export async function report(
  levels: readonly Level[],
  { test, clauses }: ReportQuery,
  values: readonly Fields[],
): Promise<DataQualityReport> {
  const dimensions = levels.filter(({ kind }) => BUCKETS.includes(kind)).map(({ field }) => field);
  const last = levels.at(-1);
  const metric = last && METRICS.includes(last.kind) ? last.field : COUNT;
  const data: Record<string, string>[] = [];
  const selected: Fields[] = [];
  const some = Math.ceil(STEPS_AT_ONCE / clauses);
  for (let at = 0; at < values.length; at += some) {
    selected.push(...values.slice(at, at + some).filter(test));
    await setImmediate();
  }
  await addRows(levels, selected, {}, data, { steps: 0, atPause: 0 });
  return { metadata: { keys: [...dimensions, metric], dimensions, metrics: [metric] }, data };
}

interface Work {
  steps: number;
  /** Number of steps at the last pause. */
  atPause: number;
}

function count(steps: number, work: Work): Promise<void> | undefined {
  work.steps += steps;
  if (work.steps > MOST_STEPS)
    throw catalogError('BAD_REQUEST', 'aggregationQuery: the levels have too many combinations of values');
  if (work.steps - work.atPause < STEPS_AT_ONCE) return undefined;
  work.atPause = work.steps;
  return setImmediate();
}

async function addRows(
  [level, ...rest]: readonly Level[],
  values: readonly Fields[],
  row: Record<string, string>,
  data: Record<string, string>[],
  work: Work,
): Promise<void> {
  if (!level) data.push({ ...row, [COUNT]: String(values.length) });
  else if (METRICS.includes(level.kind)) data.push({ ...row, [level.field]: metricOf(level, values) });
  else {
    const buckets = bucketsOf(level, values);
    await count(values.length + buckets.length, work);
    for (const [key, some] of buckets) await addRows(rest, some, { ...row, [level.field]: key }, data, work);
  }
}

/** The largest first; of times, the earliest first. */
function bucketsOf(level: Level, values: readonly Fields[]): [string, Fields[]][] {
  const buckets = new Map<string, Fields[]>();
  for (const value of values)
    for (const found of new Set(valuesAt(value, level.field))) {
      const start = level.kind === 'terms' ? found : startOf(Number(found), level.interval);
      if (start === null) continue;
      const key = String(start);
      const bucket = buckets.get(key);
      if (bucket) bucket.push(value);
      else buckets.set(key, [value]);
    }
  const sorted = [...buckets].sort(([a, some], [b, others]) =>
    level.kind === 'terms' ? others.length - some.length || (a < b ? -1 : 1) : Number(a) - Number(b),
  );
  return sorted.slice(0, level.size);
}

/** Start of the period that a time is in, in UTC. null for an unknown period or time. */
function startOf(time: number, interval: string): number | null {
  if (Number.isNaN(time)) return null;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return null;
  const day = time - (((time % DAY) + DAY) % DAY);
  switch (interval) {
    case 'hour':
    case '1h':
      return time - (((time % 3_600_000) + 3_600_000) % 3_600_000);
    case 'day':
    case '1d':
      return day;
    case 'week':
    case '7d':
      return day - ((date.getUTCDay() + 6) % 7) * DAY;
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0, 1);
    default:
      return null;
  }
}

function metricOf({ kind, field }: Level, values: readonly Fields[]): string {
  const found = values.flatMap((value) => valuesAt(value, field));
  if (kind === 'cardinality') return String(new Set(found.map(String)).size);
  const numbers = found.map(Number).filter((number) => Number.isFinite(number));
  if (numbers.length === 0) return kind === 'sum' ? '0' : 'null';
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (kind === 'sum') return String(sum);
  if (kind === 'avg') return String(sum / numbers.length);
  return String(numbers.reduce((a, b) => (kind === 'min' ? Math.min(a, b) : Math.max(a, b))));
}
