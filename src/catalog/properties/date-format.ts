/** Dates and times in the formats that custom properties are declared with (`dd MMM yyyy`). Pure. */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

interface Fields {
  y: number;
  month: number;
  day: number;
  dayOfYear: number | null;
  hour: number;
  minute: number;
  second: number;
  milli: number;
  afternoon: boolean | null;
}

interface Token {
  pattern: string;
  set(fields: Fields, text: string): void;
}

const digits = (count: string, set: (fields: Fields, value: number) => void): Token => ({
  pattern: `(\\d{${count}})`,
  set: (fields, text) => set(fields, Number(text)),
});

const monthNamed = (length?: number): Token => ({
  pattern: `(${MONTHS.map((name) => name.slice(0, length)).join('|')})`,
  set: (fields, text) => {
    fields.month = 1 + MONTHS.findIndex((name) => name.slice(0, length).toLowerCase() === text.toLowerCase());
  },
});

const setDay = (fields: Fields, value: number) => Object.assign(fields, { day: value });
const setHour = (fields: Fields, value: number) => Object.assign(fields, { hour: value });
const setMonth = (fields: Fields, value: number) => Object.assign(fields, { month: value });

const TOKENS: Readonly<Record<string, Token>> = {
  yyyy: digits('4', (fields, value) => Object.assign(fields, { y: value })),
  MMMM: monthNamed(),
  MMM: monthNamed(3),
  MM: digits('2', setMonth),
  M: digits('1,2', setMonth),
  dd: digits('2', setDay),
  d: digits('1,2', setDay),
  DDD: digits('3', (fields, value) => Object.assign(fields, { dayOfYear: value })),
  HH: digits('2', setHour),
  H: digits('1,2', setHour),
  hh: digits('2', setHour),
  mm: digits('2', (fields, value) => Object.assign(fields, { minute: value })),
  ss: digits('2', (fields, value) => Object.assign(fields, { second: value })),
  SSSSSS: digits('6', (fields, value) => Object.assign(fields, { milli: Math.floor(value / 1000) })),
  SSS: digits('3', (fields, value) => Object.assign(fields, { milli: value })),
  a: { pattern: '(AM|PM)', set: (fields, text) => Object.assign(fields, { afternoon: /pm/i.test(text) }) },
};

/** The letters of a format that each kind of property may use. */
const LETTERS = { date: 'yMdD', dateTime: 'yMdDHhmsSa', time: 'HhmsSa' } as const;

export type DateKind = keyof typeof LETTERS;

/** Why a format cannot be used; null if it can. */
export function formatProblem(format: string, kind: DateKind): string | null {
  const tokens = tokensOf(format);
  if (tokens === null) return `${JSON.stringify(format.slice(0, 100))} is not a known format`;
  const letters = tokens.flatMap(({ name }) => name ?? []).map((name) => name.charAt(0));
  if (letters.length === 0 || letters.some((letter) => !LETTERS[kind].includes(letter)))
    return `${JSON.stringify(format.slice(0, 100))} is not a format of ${kind === 'date' ? 'dates' : kind === 'time' ? 'times' : 'dates with times'}`;
  if (kind !== 'time' && !letters.includes('y')) return `${JSON.stringify(format.slice(0, 100))} has no year`;
  return null;
}

/** Milliseconds, since 1970 or for times since midnight; null if the text does not have the format. */
export function readDate(text: string, format: string): number | null {
  const tokens = tokensOf(format);
  if (tokens === null) return null;
  const source = tokens.map(({ name, text: literal }) => (name ? TOKENS[name]?.pattern : escaped(literal))).join('');
  const found = new RegExp(`^${source}$`, 'i').exec(text);
  if (!found) return null;
  const fields: Fields = {
    ...{ y: 1970, month: 1, day: 1, dayOfYear: null },
    ...{ hour: 0, minute: 0, second: 0, milli: 0, afternoon: null },
  };
  tokens
    .flatMap(({ name }) => name ?? [])
    .forEach((name, i) => {
      TOKENS[name]?.set(fields, found[i + 1] ?? '');
    });
  return timeOf(fields);
}

/** null where a field is out of range, such as the 30th of February. */
function timeOf(fields: Fields): number | null {
  const { y, month, day, dayOfYear, minute, second, milli, afternoon } = fields;
  if (afternoon !== null && (fields.hour < 1 || fields.hour > 12)) return null;
  const hour = afternoon === null ? fields.hour : (fields.hour % 12) + (afternoon ? 12 : 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(y, dayOfYear === null ? month - 1 : 0, dayOfYear ?? day);
  const isExact = dayOfYear === null ? date.getUTCMonth() === month - 1 && date.getUTCDate() === day : dayOfYear > 0;
  if (!isExact || date.getUTCFullYear() !== y) return null;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milli;
}

/** The parts of a format: names of tokens, or literal text. null if it has letters that mean nothing. */
function tokensOf(format: string): { name: string | null; text: string }[] | null {
  if (format.length > 100) return null;
  const parts: { name: string | null; text: string }[] = [];
  for (const [run] of format.matchAll(/'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g)) {
    // Adjacent tokens such as `yyyyDDD` are separate runs of letters.
    if (/^[A-Za-z]/.test(run)) {
      if (!Object.hasOwn(TOKENS, run)) return null;
      parts.push({ name: run, text: '' });
    } else parts.push({ name: null, text: run.startsWith("'") ? run.slice(1, -1) : run });
  }
  return parts;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
