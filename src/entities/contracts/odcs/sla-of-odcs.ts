/** Converts service levels between contracts and the standard. Pure. */
import { type ContractSLA, type JsonObject, keysOf, parseObject } from '../../../../contract/index.js';
import { equal } from '../../../catalog/index.js';
import { numberIn, objectsIn, textIn } from '../../../odcs/index.js';

/** Names of properties of the standard, and of other programs, for each part. The first is written. */
const NAMES = {
  refreshFrequency: ['frequency', 'freshness', 'refreshfrequency', 'fy'],
  maxLatency: ['latency', 'maxlatency', 'ly'],
  retention: ['retention', 're'],
  availabilityTime: ['timeOfAvailability', 'timeofavailability', 'availabilitytime', 'ta'],
} as const;

type Part = keyof typeof NAMES;

const UNITS: Readonly<Record<string, readonly string[]>> = {
  minute: ['m', 'min', 'mins', 'minute', 'minutes'],
  hour: ['h', 'hr', 'hrs', 'hour', 'hours'],
  day: ['d', 'day', 'days'],
  week: ['w', 'wk', 'wks', 'week', 'weeks'],
  month: ['mo', 'mos', 'month', 'months'],
  year: ['y', 'yr', 'yrs', 'year', 'years'],
};

const unitNamed = (text: unknown): string | undefined =>
  Object.keys(UNITS).find((unit) => UNITS[unit]?.includes(String(text).toLowerCase()));

/** The parts of the service level of a document that the catalog has fields for; undefined if there are none. */
export function slaOf(document: JsonObject, zones: readonly string[]): ContractSLA | undefined {
  const sla: JsonObject = {};
  for (const property of objectsIn(document.slaProperties)) {
    const part = partOf(property);
    if (part === undefined || sla[part] !== undefined) continue;
    Object.assign(sla, readPart(part, property, zones));
    const element = textIn(property.element)?.split(',')[0]?.trim().split('.').at(-1);
    if (element && sla[part] !== undefined) sla.columnName ??= element;
  }
  return Object.keys(sla).length > 0 ? parseObject<ContractSLA>(JSON.stringify(sla)) : undefined;
}

function partOf({ property }: JsonObject): Part | undefined {
  const name = String(property);
  return keysOf(NAMES).find((part) => NAMES[part].some((one) => one.toLowerCase() === name.toLowerCase())); // the keys of NAMES
}

function readPart(part: Part, { value, valueExt, unit }: JsonObject, zones: readonly string[]): JsonObject {
  if (part === 'availabilityTime') return readTime(value, valueExt, zones);
  const count = numberIn(value);
  const named = unitNamed(unit);
  if (count === null || !Number.isSafeInteger(count) || count < 0 || named === undefined) return {};
  if (part === 'maxLatency')
    return ['minute', 'hour', 'day'].includes(named) ? { maxLatency: { value: count, unit: named } } : {};
  if (named === 'minute') return {};
  if (part === 'retention') return named === 'hour' ? {} : { retention: { period: count, unit: named } };
  return { refreshFrequency: { interval: count, unit: named } };
}

/** `09:00`, `09:00-08:00`, or a time with the name of a time zone of the interface in `valueExt`. */
function readTime(value: unknown, valueExt: unknown, zones: readonly string[]): JsonObject {
  const [, time, offset] =
    /^([01]?\d:[0-5]\d|2[0-3]:[0-5]\d)(?::[0-5]\d)?\s*([+-]\d\d:?\d\d|Z)?$/.exec(textIn(value)?.trim() ?? '') ?? [];
  if (time === undefined) return {};
  const timezone = textIn(valueExt) ?? (offset === undefined ? undefined : zoneAt(offset, zones));
  return {
    availabilityTime: time.padStart(5, '0'),
    ...(timezone !== undefined && zones.includes(timezone) ? { timezone } : {}),
  };
}

function zoneAt(offset: string, zones: readonly string[]): string | undefined {
  const plain = offset === 'Z' ? '+00:00' : offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  return zones.find((zone) => zone.startsWith(`GMT${plain} `));
}

/** `slaProperties`, changed only where they differ from the service level. */
export function slaPropertiesOf(
  sla: ContractSLA | undefined,
  document: JsonObject,
  zones: readonly string[],
): JsonObject[] {
  const before = slaOf(document, zones) ?? {};
  const stored = objectsIn(document.slaProperties);
  const column = sla?.columnName;
  const moved = column !== before.columnName;
  const properties = stored.flatMap((property): JsonObject[] => {
    const part = partOf(property);
    if (part === undefined || before[part] === undefined) return [property];
    if (sla?.[part] === undefined) return [];
    const same = equal(before[part], sla[part]) && (part !== 'availabilityTime' || before.timezone === sla.timezone);
    const changed = same
      ? property
      : { ...without(property, ['value', 'valueExt', 'unit']), ...writePart(part, sla), property: property.property };
    return [
      moved ? { ...without(changed, ['element']), ...(column === undefined ? {} : { element: column }) } : changed,
    ];
  });
  const parts = keysOf(NAMES);
  for (const part of parts)
    if (sla?.[part] !== undefined && before[part] === undefined)
      properties.push({ ...writePart(part, sla), ...(column === undefined ? {} : { element: column }) });
  return properties;
}

function writePart(part: Part, sla: ContractSLA): JsonObject {
  const [property] = NAMES[part];
  if (part === 'availabilityTime')
    return { property, value: sla.availabilityTime, ...(sla.timezone === undefined ? {} : { valueExt: sla.timezone }) };
  if (part === 'maxLatency') return { property, value: sla.maxLatency?.value, unit: sla.maxLatency?.unit };
  if (part === 'retention') return { property, value: sla.retention?.period, unit: sla.retention?.unit };
  return { property, value: sla.refreshFrequency?.interval, unit: sla.refreshFrequency?.unit };
}

function without(holder: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([field]) => !fields.includes(field)));
}
