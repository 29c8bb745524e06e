/** Times of service levels. Pure. */
import type { ContractSLA } from '../../../../contract/index.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const FIXED: Readonly<Record<string, number>> = { minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY };

/** The time `count` units before `at`; months and years by the calendar, in UTC. */
export function timeBefore(at: number, count: number, unit: string): number {
  const fixed = FIXED[unit];
  if (fixed !== undefined) return at - count * fixed;
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - count * (unit === 'year' ? 12 : 1));
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return date.getTime();
}

export function lengthOf(count: number, unit: string): number {
  return count * (FIXED[unit] ?? 0);
}

/** A time of day in minutes; null if the text is not one. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?/.exec(time.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/**
 * The last time, up to `now`, at which the clocks of the time zone showed the time of day; null if `time` is not one.
 * In a zone such as `GMT+05:30 (Asia/Kolkata)` the name counts, and the offset only if the name is unknown.
 */
export function lastTimeOfDay(time: string, zone: ContractSLA['timezone'] | undefined, now: number): number | null {
  const minutes = minutesOf(time);
  if (minutes === null) return null;
  const offsetOf = offsets(zone ?? 'GMT+00:00 (Europe/London)');
  for (let days = -1; days <= 2; days++) {
    const local = now + offsetOf(now) - days * DAY;
    const midnight = local - (((local % DAY) + DAY) % DAY);
    const wall = midnight + minutes * MINUTE;
    // The offset at that time can differ from the one now.
    const at = wall - offsetOf(wall - offsetOf(now));
    if (at <= now) return at;
  }
  return null;
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at a time. */
function offsets(zone: string): (at: number) => number {
  const [, sign, hours, minutes, name = ''] = /^GMT([+-])(\d\d):(\d\d) \((.*)\)$/.exec(zone) ?? [];
  const fixed = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE);
  const format = formatOf(name.replaceAll(' ', '_'));
  if (!format) return () => fixed;
  return (at) => {
    const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return wall - Math.floor(at / 1000) * 1000;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...({
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      } as const),
    });
  } catch {
    return null;
  }
}
