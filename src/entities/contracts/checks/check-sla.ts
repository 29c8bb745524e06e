/**
 * Checks a service level by the times of the data that the catalog has: the life cycle of the asset, the operations that profiles
 * report, and the newest value of a column of times in its profile.
 */
import {
  type ColumnProfile,
  type ContractSLA,
  type LifeCycle,
  parseObject,
  type SlaValidation,
} from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import { type EntityRow, latestPointsByKey, listPoints } from '../../../storage/index.js';
import { columnProfileKind, systemProfileKind } from '../../table/profile/profile-kinds.js';
import { type Checked, NOTHING } from './check.js';
import { DAY, lastTimeOfDay, lengthOf, timeBefore } from './service-times.js';

/** The known times of the data. */
interface DataTimes {
  /** Milliseconds of the known updates, newest first. */
  updates: readonly number[];
  /** The newest time in the column of the service level, and when it was seen. */
  column: { newest: number; seenAt: number } | null;
}

const MOST_UPDATES = 1000;

export async function checkSla(
  sla: ContractSLA | undefined,
  asset: EntityRow,
  mayViewProfiles: boolean,
  scope: Scope,
): Promise<Checked<SlaValidation>> {
  const { refreshFrequency, maxLatency, availabilityTime } = sla ?? {};
  if (!sla || (!refreshFrequency && !maxLatency && availabilityTime === undefined)) return NOTHING;
  const now = scope.context.now();
  const times = await timesOf(asset, mayViewProfiles ? sla.columnName : undefined, now, scope);
  const checks = [
    ...(refreshFrequency ? [refreshed(refreshFrequency, times, now)] : []),
    ...(maxLatency ? [inTime(maxLatency, times, sla.columnName)] : []),
    ...(availabilityTime === undefined ? [] : [available(availabilityTime, sla.timezone, times, now)]),
  ];
  return {
    validation: Object.assign({}, ...checks.map(({ shown }) => shown)),
    failed: checks.flatMap(({ failed }) => (failed === undefined ? [] : [failed])),
    unchecked: checks.flatMap(({ unchecked }) => (unchecked === undefined ? [] : [unchecked])),
    kept: checks.filter(({ failed, unchecked }) => failed === undefined && unchecked === undefined).length,
  };
}

interface Found {
  shown: SlaValidation;
  failed?: string;
  unchecked?: string;
}

type Part<F extends keyof ContractSLA> = NonNullable<ContractSLA[F]>;

function refreshed({ interval, unit }: Part<'refreshFrequency'>, { updates, column }: DataTimes, now: number): Found {
  const known = [...updates.slice(0, 1), ...(column ? [column.newest] : [])];
  if (known.length === 0) return { shown: {}, unchecked: 'refreshFrequency: it is not known when the data changed' };
  const newest = Math.max(...known);
  const refreshFrequencyMet = newest >= timeBefore(now, interval, unit);
  return {
    shown: { refreshFrequencyMet },
    ...(refreshFrequencyMet
      ? {}
      : { failed: `refreshFrequency: the data changed last at ${timeText(newest)}, not within ${interval} ${unit}` }),
  };
}

/** The latency is the age of the newest value at the time of the profile. */
function inTime({ value, unit }: Part<'maxLatency'>, { column }: DataTimes, name: string | undefined): Found {
  if (!column)
    return {
      shown: {},
      unchecked:
        name === undefined
          ? 'maxLatency: the SLA names no column with the time of the data'
          : `maxLatency: no profile tells the newest time in ${name}`,
    };
  const actualLatency = Math.max(0, column.seenAt - column.newest);
  const latencyMet = actualLatency <= lengthOf(value, unit);
  return {
    shown: { latencyMet, actualLatency },
    ...(latencyMet
      ? {}
      : { failed: `maxLatency: the newest data were ${Math.round(actualLatency / 1000)} s old, not ${value} ${unit}` }),
  };
}

/** The availability is kept if new data arrived in the 24 hours before the last occurrence of the agreed time of day. */
function available(time: string, zone: ContractSLA['timezone'], { updates }: DataTimes, now: number): Found {
  const due = lastTimeOfDay(time, zone, now);
  if (due === null) return { shown: {}, unchecked: `availabilityTime: ${time} is not a time of day` };
  if (updates.some((at) => at <= due && at > due - DAY)) return { shown: { availabilityMet: true } };
  const [newest] = updates;
  if (newest === undefined) return { shown: {}, unchecked: 'availabilityTime: it is not known when the data changed' };
  if (newest > due)
    return {
      shown: {},
      unchecked: `availabilityTime: the data changed after ${timeText(due)}; whether they changed before is not known`,
    };
  return {
    shown: { availabilityMet: false },
    failed: `availabilityTime: no new data came in the day before ${timeText(due)}`,
  };
}

const timeText = (at: number): string => new Date(at).toISOString();

async function timesOf(asset: EntityRow, column: string | undefined, now: number, { sql }: Scope): Promise<DataTimes> {
  const { lifeCycle } = parseObject<{ lifeCycle?: LifeCycle }>(asset.doc);
  const points = await listPoints(sql, { entityId: asset.id, kind: systemProfileKind, to: now, limit: MOST_UPDATES });
  const updates = [
    ...[lifeCycle?.created, lifeCycle?.updated].flatMap((entry) => (entry === undefined ? [] : [entry.timestamp])),
    ...points.map(({ at }) => at),
  ];
  return {
    updates: updates.filter((at) => at <= now).sort((a, b) => b - a),
    column: column === undefined ? null : await newestIn(asset, column, sql),
  };
}

async function newestIn(asset: EntityRow, column: string, sql: Scope['sql']): Promise<DataTimes['column']> {
  const all = await latestPointsByKey(sql, asset.id, columnProfileKind);
  const point =
    all.find(({ key }) => key === column) ?? all.find(({ doc }) => parseObject<ColumnProfile>(doc).name === column);
  if (!point) return null;
  const newest = readTime(parseObject<ColumnProfile>(point.doc).max);
  return newest === null ? null : { newest, seenAt: point.at };
}

const SECONDS = 100_000_000_000;

/** A time as profiles have it: ISO text, in UTC if it names no zone, or seconds or milliseconds since 1970. */
function readTime(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null;
  if (number !== null) return number < SECONDS ? number * 1000 : number;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(' ', 'T');
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  return Number.isNaN(at) ? null : at;
}
