import type { Option } from './option.js';

type Parsed = { value: string | number | boolean | readonly string[] } | { wrong: string };

const DURATION_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SIZE_UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
const TRUE = ['true', '1', 'yes', 'on'];
const FALSE = ['false', '0', 'no', 'off'];
/** The hosts behind the first one in the URL of a database. */
const OTHER_HOSTS = /(\/\/(?:[^/@]*@)?[^/,]+),[^/?]*/;

/** Reads the text of one option; `wrong` completes the sentence "`--port` …". */
export function parseOption(option: Option, text: string): Parsed {
  switch (option.type) {
    case 'integer':
      return integer(text, option.min, option.max);
    case 'duration':
      return duration(text, option.min, option.max);
    case 'size':
      return size(text);
    case 'boolean':
      if (TRUE.includes(text.toLowerCase())) return { value: true };
      if (FALSE.includes(text.toLowerCase())) return { value: false };
      return { wrong: 'must be true or false' };
    case 'choice':
      return option.choices.includes(text) ? { value: text } : { wrong: `must be one of ${option.choices.join(', ')}` };
    case 'list':
      return list(text, option);
    case 'url':
      return url(text, option);
    case 'text':
      if (option.pattern && !option.pattern.test(text)) return { wrong: `must be ${option.shape}` };
      return { value: text };
  }
}

/** The default of an option, written as a user would write it. */
export function defaultText(option: Option): string {
  return option.type === 'list' ? option.default.join(',') : String(option.default);
}

interface ListOption {
  pattern?: RegExp;
  accepts?: (item: string) => boolean;
  shape?: string;
}

function list(text: string, { pattern, accepts, shape }: ListOption): Parsed {
  const value = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const isValid = (item: string) => (pattern?.test(item) ?? true) && (accepts?.(item) ?? true);
  return value.every(isValid) ? { value } : { wrong: `must be ${shape}` };
}

function integer(text: string, min: number, max: number): Parsed {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return { value };
  return { wrong: `must be a whole number from ${min} to ${max}` };
}

function duration(text: string, min = '0s', max?: string): Parsed {
  const value = parseDuration(text);
  if (Number.isNaN(value)) return { wrong: 'must be a duration such as 500ms, 30s, 10m, 12h or 7d' };
  if (value < parseDuration(min)) return { wrong: `must be at least ${min}` };
  if (max !== undefined && value > parseDuration(max)) return { wrong: `must be at most ${max}` };
  return { value };
}

/** A duration such as `500ms`, `30s`, `10m`, `12h` or `7d`, in milliseconds; NaN for any other text. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * (DURATION_UNITS[match[2] ?? ''] ?? Number.NaN) : Number.NaN;
}

function size(text: string): Parsed {
  const match = /^(\d{1,12})\s?(B|KiB|MiB|GiB|)$/.exec(text);
  const value = match ? Number(match[1]) * (SIZE_UNITS[match[2] ?? ''] ?? Number.NaN) : Number.NaN;
  if (value >= 1) return { value };
  return { wrong: 'must be a size such as 512KiB or 32MiB' };
}

function url(text: string, { schemes, severalHosts = false }: Extract<Option, { type: 'url' }>): Parsed {
  const single = severalHosts ? text.replace(OTHER_HOSTS, '$1') : text;
  const isWhole = /^\w+:\/\//.test(text) && URL.canParse(single);
  if (isWhole && schemes.includes(new URL(single).protocol)) return { value: text.replace(/\/+$/, '') };
  return { wrong: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}` };
}
