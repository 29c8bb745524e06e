// Formats used by the schemas. Purely informative ones (password, json, …) accept every value.
import { type FormatName, fastFormats } from 'ajv-formats/dist/formats.js';

const standard: readonly FormatName[] = ['uuid', 'date', 'time', 'date-time', 'int64'];
const informative = ['password', 'json', 'queryBuilder'];
const email = /^[^\s@]+@[^\s@]+$/;
const uri = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i;

export function formats(): Record<string, unknown> {
  return {
    ...Object.fromEntries(standard.map((name) => [name, fastFormats[name]])),
    ...Object.fromEntries(informative.map((name) => [name, true])),
    email,
    uri,
    url: uri,
    timezone: isTimezone,
    'utc-millisec': { type: 'number', validate: Number.isSafeInteger },
  };
}

function isTimezone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
