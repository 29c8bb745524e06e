/** Numbers, dates and names as people read them, by `Intl`. */
import { language } from './define-words.js';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const agos = new Map<string, Intl.RelativeTimeFormat>();
const collators = new Map<string, Intl.Collator>();

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = `${language.language} ${JSON.stringify(options)}`;
  const format = numbers.get(key) ?? new Intl.NumberFormat(language.language, options);
  numbers.set(key, format);
  return format.format(value);
}

/** A short number, such as 1.2K. */
export function formatShort(value: number): string {
  return formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** A size, such as 8.4 GB. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000))));
  const unit = UNITS[step] ?? 'byte';
  return formatNumber(bytes / 1000 ** step, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
}

/** How long something took, such as 12.5 min. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [unit, size]: [string, number] =
    seconds < 60 ? ['second', 1] : seconds < 3600 ? ['minute', 60] : ['hour', 3600];
  return formatNumber(seconds / size, { style: 'unit', unit, maximumFractionDigits: 1 });
}

export function formatDate(time: number, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  const key = `${language.language} ${JSON.stringify(options)}`;
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language.language, options);
  dates.set(key, format);
  return format.format(time);
}

export function formatTime(time: number): string {
  return formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}

const STEPS: [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [604_800, 'day', 86_400],
  [2_629_800, 'week', 604_800],
  [31_557_600, 'month', 2_629_800],
  [Number.POSITIVE_INFINITY, 'year', 31_557_600],
];

/** How long ago, such as "3 days ago". */
export function formatAgo(time: number, now = Date.now()): string {
  const seconds = (time - now) / 1000;
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit) ?? [0, 'second' as const, 1];
  const format = agos.get(language.language) ?? new Intl.RelativeTimeFormat(language.language, { numeric: 'auto' });
  agos.set(language.language, format);
  return format.format(Math.round(seconds / size), unit);
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A title of the server, such as "Table Row Count", in sentence case; words of capitals stay. */
export function sentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** A constant of the interface, such as `UNIT_OF_TIME`, in words. */
export function wordOf(constant: unknown): string {
  const text = String(constant ?? '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return upperFirst(text);
}

/** `databaseSchema` as "database schema". */
export function spaced(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** A name of a program, such as `StreamableHTTP`, in words; words of capitals stay. */
export function kindText(value: unknown): string {
  const text = String(value ?? '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return sentenceCase(upperFirst(text));
}

/** A field of search in words, as within a sentence: `owners.displayName` as "owners", `columns.dataType` as "columns data type". */
export function searchFieldText(field: string): string {
  const path = field.replace(/(\.(keyword|ngram|name|displayName|tagFQN))+$/, '').replaceAll('.', ' ');
  const text = kindText(path).replaceAll(/\b(\w+) \1\b/g, '$1'); // "request schema schema fields"
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Orders texts as people do: `table_2` comes before `table_10`. */
export function compareTexts(one: string, other: string): number {
  const collator = collators.get(language.language) ?? new Intl.Collator(language.language, { numeric: true });
  collators.set(language.language, collator);
  return collator.compare(one, other);
}
