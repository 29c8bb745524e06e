/**
 * `config.digest` and `config.quietHours` of a destination: when its messages are sent. An extension of the interface, for mail and
 * chat; webhooks get each event at once.
 */
import { isObject } from '../../../contract/index.js';
import { parseDuration } from '../../config/index.js';
import { DESTINATION_KINDS } from '../../destinations/index.js';

type Config = Readonly<Record<string, unknown>>;

export interface QuietHours {
  /** Minutes since midnight, by the clock of the time zone. */
  from: number;
  /** Equal to `from`: the whole day. */
  to: number;
  timeZone: string;
  /** On which they begin: 0 is Sunday. */
  days: readonly number[];
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const LONGEST_DIGEST = 7 * 86_400_000;
const SHORTEST_DIGEST = 1000;
const MINUTE = 60_000;
const DAY_MINUTES = 1440;

/** Milliseconds for which events are collected; null: each is a message. */
export function readDigest({ digest }: Config): number | null {
  return problemOfDigest(digest) === null && typeof digest === 'string' ? parseDuration(digest) : null;
}

export function readQuietHours({ quietHours: given }: Config): QuietHours | null {
  if (!isObject(given) || problemOfQuietHours(given) !== null) return null;
  const { from, to, timeZone = 'UTC', days = DAYS } = given;
  return {
    from: minutesOf(from),
    to: minutesOf(to),
    timeZone: String(timeZone),
    days: (Array.isArray(days) ? days : DAYS).map((day) => DAYS.indexOf(String(day))),
  };
}

/** What is wrong, to complete a sentence that begins with the config; null: nothing. */
export function problemOfTiming({ digest, quietHours }: Config, type: string): string | null {
  const isGiven = (digest ?? null) !== null || (quietHours ?? null) !== null;
  if (isGiven && !DESTINATION_KINDS[type]?.forPeople) {
    const others = Object.keys(DESTINATION_KINDS).filter((name) => DESTINATION_KINDS[name]?.forPeople);
    return `digest and quietHours are for ${others.join(', ')}, not for ${type}`;
  }
  return problemOfDigest(digest) ?? problemOfQuietHours(quietHours);
}

function problemOfDigest(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  const length = typeof given === 'string' ? parseDuration(given) : Number.NaN;
  if (length >= SHORTEST_DIGEST && length <= LONGEST_DIGEST) return null;
  return 'digest must be a duration from 1s to 7d, such as 15m or 1h';
}

function problemOfQuietHours(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) return 'quietHours must be an object';
  const unknown = Object.keys(given).find((name) => !['from', 'to', 'timeZone', 'days'].includes(name));
  if (unknown !== undefined) return `quietHours.${unknown.slice(0, 50)} is unknown; it has from, to, timeZone and days`;
  for (const name of ['from', 'to'] as const)
    if (Number.isNaN(minutesOf(given[name]))) return `quietHours.${name} must be a time such as 22:00`;
  if (given.timeZone !== undefined && !isTimeZone(given.timeZone))
    return 'quietHours.timeZone must be a name such as Europe/Berlin';
  const { days } = given;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.every((day) => DAYS.includes(day))))
    return `quietHours.days must be a list of ${DAYS.join(', ')}`;
  return null;
}

function minutesOf(time: unknown): number {
  const [, hours = '', minutes = ''] = (typeof time === 'string' && /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)) || [];
  return hours === '' ? Number.NaN : Number(hours) * 60 + Number(minutes);
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * When the quiet hours end that a time is in; the time itself if it is in none. By the clock on the wall: where it is changed in between,
 * they are an hour longer or shorter. Times in milliseconds.
 */
export function endOfQuiet(time: number, quiet: QuietHours): number {
  let at = time;
  // Quiet hours of several days can follow each other without a gap.
  for (let i = 0; i < 16; i++) {
    const left = minutesLeft(at, quiet);
    if (left === null) return at;
    at = atMinute(Math.floor(at / MINUTE) * MINUTE + left * MINUTE, at, left, quiet);
  }
  return at;
}

/** Minutes of the wall clock until the end; null outside of quiet hours. */
function minutesLeft(time: number, { from, to, timeZone, days }: QuietHours): number | null {
  const { day, minute } = wallClock(time, timeZone);
  const ends = to > from ? to : to + DAY_MINUTES;
  for (const back of [0, 1]) {
    const since = minute + back * DAY_MINUTES;
    if (days.includes((day - back + 7) % 7) && since >= from && since < ends) return ends - since;
  }
  return null;
}

/** Corrects a guess by what the clock was changed by in between. */
function atMinute(guess: number, from: number, left: number, { timeZone }: QuietHours): number {
  const wanted = (wallClock(from, timeZone).minute + left) % DAY_MINUTES;
  const off = (wanted - wallClock(guess, timeZone).minute + DAY_MINUTES + DAY_MINUTES / 2) % DAY_MINUTES;
  const corrected = guess + (off - DAY_MINUTES / 2) * MINUTE;
  // The clock can skip the end.
  return wallClock(corrected, timeZone).minute === wanted && corrected > from ? corrected : Math.max(guess, corrected);
}

function wallClock(time: number, timeZone: string): { day: number; minute: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    ...{ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return {
    day: DAYS.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}
