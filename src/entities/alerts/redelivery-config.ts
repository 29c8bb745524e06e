/** `config.redelivery` of a destination: whether failed deliveries are repeated. An extension of the interface. */
import { isObject } from '../../../contract/index.js';
import { parseDuration } from '../../config/index.js';

export interface RedeliveryConfig {
  /** Number of attempts, the first one included. */
  attempts: number;
  /** Time from the first attempt after which there are no more. Milliseconds. */
  within: number;
  /** Pause before the second attempt; each further one is twice as long. Milliseconds. */
  firstPause: number;
  longestPause: number;
}

const DEFAULTS: RedeliveryConfig = { attempts: 10, within: 86_400_000, firstPause: 5000, longestPause: 3_600_000 };
const MOST_ATTEMPTS = 100;
const DURATIONS = ['within', 'firstPause', 'longestPause'] as const;
const LONGEST = { within: 30 * 86_400_000, firstPause: 86_400_000, longestPause: 86_400_000 };

/** null: failed deliveries are not repeated. What is wrong counts as not given; `problemOfRedelivery` refuses it before. */
export function readRedelivery(config: Readonly<Record<string, unknown>>): RedeliveryConfig | null {
  const given = config.redelivery;
  if (given === true) return DEFAULTS;
  if (!isObject(given)) return null;
  const read = { ...DEFAULTS };
  if (isAttempts(given.attempts)) read.attempts = given.attempts;
  for (const name of DURATIONS) {
    const value = durationOf(given[name]);
    if (value > 0) read[name] = value;
  }
  return read;
}

/** What is wrong with a value, to complete a sentence that begins with its name; null: nothing. */
export function problemOfRedelivery(given: unknown): string | null {
  if (given === undefined || given === null || typeof given === 'boolean') return null;
  if (!isObject(given)) return 'redelivery must be true, false or an object';
  for (const [name, value] of Object.entries(given)) {
    if (name === 'attempts') {
      if (!isAttempts(value)) return `redelivery.attempts must be a whole number from 2 to ${MOST_ATTEMPTS}`;
      continue;
    }
    const duration = DURATIONS.find((known) => known === name);
    if (!duration) return `redelivery.${name.slice(0, 50)} is unknown; it has attempts, ${DURATIONS.join(', ')}`;
    const milliseconds = durationOf(value);
    if (!(milliseconds > 0 && milliseconds <= LONGEST[duration]))
      return `redelivery.${name} must be a duration such as 30s, 10m or 12h`;
  }
  return null;
}

function isAttempts(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= MOST_ATTEMPTS;
}

function durationOf(value: unknown): number {
  return typeof value === 'string' ? parseDuration(value) : Number.NaN;
}
