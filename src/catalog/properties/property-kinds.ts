/**
 * The kinds of custom properties: how their configuration and their values are checked, and what of a value is
 * searched. Pure.
 */
import { isObject } from '../../../contract/index.js';
import { type DateKind, formatProblem, readDate } from './date-format.js';

/** A value to search by: `part` names a member of the value, '' the value itself. */
export interface PropertyValue {
  part: string;
  text: string;
  number?: number;
}

export interface PropertyKind {
  /** What a field of this kind holds, for people. */
  about: string;
  /** The rule that the configuration breaks; null if it is valid. */
  configProblem(config: unknown): string | null;
  /** The rule that a value breaks; null if it is valid. */
  problem(value: unknown, config: unknown): string | null;
  values(value: unknown, config: unknown): PropertyValue[];
  /** The form in which a value is stored, if others are equal to it. */
  stored?(value: unknown): unknown;
  /** Values are references, of the types of the configuration: one, or a list. */
  refers?: 'one' | 'list';
}

const none = (config: unknown) => (config === undefined ? null : 'must be absent');
const plain = (value: unknown): PropertyValue[] => [{ part: '', text: String(value) }];
const numbered = (value: unknown): PropertyValue[] => [{ part: '', text: String(value), number: Number(value) }];

function text(about: string, rule: (value: string) => string | null = () => null): PropertyKind {
  return {
    about,
    configProblem: none,
    problem: (value) => (typeof value === 'string' ? rule(value) : 'must be a string'),
    values: plain,
  };
}

function numeric(about: string, fits: (value: number) => boolean, rule: string): PropertyKind {
  return {
    about,
    configProblem: none,
    problem: (value) => (typeof value === 'number' && Number.isFinite(value) && fits(value) ? null : rule),
    values: numbered,
  };
}

function dated(about: string, kind: DateKind): PropertyKind {
  return {
    about,
    configProblem: (config) =>
      typeof config === 'string' ? formatProblem(config, kind) : 'must be the format of the values',
    problem: (value, config) =>
      typeof value === 'string' && readDate(value, String(config)) !== null
        ? null
        : `must have the format ${String(config)}`,
    values: (value, config) => {
      const number = readDate(String(value), String(config));
      return [{ part: '', text: String(value), ...(number === null ? {} : { number }) }];
    },
  };
}

/** Each is looked up when it is written. */
const MOST_REFERENCES = 1000;

function referring(about: string, refers: 'one' | 'list'): PropertyKind {
  return {
    about,
    refers,
    configProblem: (config) => (isTexts(config) && config.length > 0 ? null : 'must list the types that are allowed'),
    problem: (value) => {
      if (refers === 'one') return isReference(value) ? null : 'must be a reference with id and type';
      if (!Array.isArray(value) || !value.every(isReference)) return 'must be a list of references with id and type';
      return value.length <= MOST_REFERENCES ? null : `must have at most ${MOST_REFERENCES} references`;
    },
    values: (value) => [value].flat().flatMap((item) => (isObject(item) ? [{ part: '', text: String(item.id) }] : [])),
  };
}

const DURATION = /^-?P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const isTime = (value: number) => Number.isSafeInteger(value) && value >= 0;

const timeInterval: PropertyKind = {
  about: 'A period between two times, in milliseconds since 1970',
  configProblem: none,
  problem: (value) => {
    if (!isObject(value) || Object.keys(value).some((key) => key !== 'start' && key !== 'end'))
      return 'must be an object with start and end';
    const { start, end } = value;
    if (typeof start !== 'number' || typeof end !== 'number' || !isTime(start) || !isTime(end))
      return 'start and end must be times in milliseconds since 1970';
    return start <= end ? null : 'start must not be after end';
  },
  values: (value) =>
    isObject(value)
      ? (['start', 'end'] as const).map((part) => ({ part, text: String(value[part]), number: Number(value[part]) }))
      : [],
};

const enumeration: PropertyKind = {
  about: 'One or several of the values that the configuration lists',
  configProblem: (config) => {
    if (!isObject(config)) return 'must be an object with values';
    if (!isTexts(config.values) || config.values.length === 0 || config.values.some((value) => value.trim() === ''))
      return 'values must list the values that are allowed';
    return new Set(config.values).size === config.values.length ? null : 'values must not repeat a value';
  },
  problem: (value, config) => {
    const { values, multiSelect } = isObject(config) ? config : {};
    if (!isTexts(value)) return 'must be a list of strings';
    if (value.length > 1 && multiSelect !== true) return 'must have only one value';
    if (new Set(value).size !== value.length) return 'must not repeat a value';
    const allowed = new Set(isTexts(values) ? values : []);
    const unknown = value.find((item) => !allowed.has(item));
    return unknown === undefined ? null : `${JSON.stringify(unknown.slice(0, 100))} is not one of its values`;
  },
  values: (value) => (isTexts(value) ? value.flatMap(plain) : []),
  // The values are a set. In one order, sets that are equal make no new version.
  stored: (value) => (isTexts(value) ? [...value].sort() : value),
};

const table: PropertyKind = {
  about: 'A small table with the columns that the configuration names',
  configProblem: (config) => {
    if (!isObject(config) || !isTexts(config.columns)) return 'must be an object with columns';
    const { columns } = config;
    const [least, most] = [limit(config.minColumns, 1), limit(config.maxColumns, 3)];
    if (columns.length < least || columns.length > most) return `columns must have from ${least} to ${most} names`;
    if (columns.some((column) => column.trim() === '')) return 'columns must not have empty names';
    return new Set(columns).size === columns.length ? null : 'columns must not repeat a name';
  },
  problem: (value, config) => {
    if (!isObject(value) || Object.keys(value).some((key) => key !== 'columns' && key !== 'rows'))
      return 'must be an object with columns and rows';
    const known = isObject(config) && isTexts(config.columns) ? config.columns : [];
    const { columns, rows = [] } = value;
    if (!isTexts(columns) || columns.length === 0 || columns.some((column) => !known.includes(column)))
      return `columns must be among ${known.join(', ')}`;
    if (!Array.isArray(rows) || !rows.every((row) => isObject(row) && isTexts(Object.values(row))))
      return 'rows must be a list of objects with strings';
    const keys = rows.flatMap((row) => Object.keys(row));
    return keys.every((key) => known.includes(key)) ? null : `rows may only have the columns ${known.join(', ')}`;
  },
  values: (value) => {
    const rows = isObject(value) && Array.isArray(value.rows) ? value.rows.filter(isObject) : [];
    return rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, cell]) => [
        { part: '', text: String(cell) },
        { part: `rows.${column}`, text: String(cell) },
      ]),
    );
  },
};

const hyperlink: PropertyKind = {
  about: 'A link with the text that it is shown with',
  configProblem: none,
  problem: (value) => {
    if (!isObject(value) || Object.keys(value).some((key) => key !== 'url' && key !== 'displayText'))
      return 'must be an object with url and displayText';
    if (typeof value.url !== 'string' || !isWebAddress(value.url)) return 'url must be an http or https address';
    return ['string', 'undefined'].includes(typeof value.displayText) ? null : 'displayText must be a string';
  },
  values: (value) =>
    isObject(value)
      ? (['url', 'displayText'] as const).flatMap((part) =>
          value[part]
            ? [
                { part, text: String(value[part]) },
                { part: '', text: String(value[part]) },
              ]
            : [],
        )
      : [],
};

/** By name, which is also that of the type that describes the kind. */
export const propertyKinds: Readonly<Record<string, PropertyKind>> = {
  'date-cp': dated('A date in the format that the configuration names', 'date'),
  'dateTime-cp': dated('A date with a time in the format that the configuration names', 'dateTime'),
  duration: text('A duration of ISO 8601, such as P1DT2H', (value) =>
    value.length <= 100 && DURATION.test(value) ? null : 'must be a duration of ISO 8601, such as P1DT2H',
  ),
  email: text('An email address', (value) =>
    value.length >= 6 && value.length <= 127 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
      ? null
      : 'must be an email address',
  ),
  entityReference: referring('A reference to an entity of the types that the configuration lists', 'one'),
  entityReferenceList: referring('References to entities of the types that the configuration lists', 'list'),
  enum: enumeration,
  'hyperlink-cp': hyperlink,
  integer: numeric('A whole number', Number.isSafeInteger, 'must be an integer'),
  markdown: text('A text in Markdown'),
  number: numeric('A number', () => true, 'must be a number'),
  sqlQuery: text('A query in SQL'),
  string: text('A text'),
  'table-cp': table,
  'time-cp': dated('A time of day in the format that the configuration names', 'time'),
  timeInterval,
  timestamp: numeric('A time in milliseconds since 1970', isTime, 'must be a time in milliseconds since 1970'),
};

export function propertyKind(name: string): PropertyKind | undefined {
  return Object.hasOwn(propertyKinds, name) ? propertyKinds[name] : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isReference(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof value.id === 'string' || (typeof value.type === 'string' && typeof nameIn(value) === 'string');
}

/** The FQN by which a reference without an id names its entity. */
export function nameIn(value: { fullyQualifiedName?: unknown; name?: unknown }): unknown {
  return value.fullyQualifiedName ?? value.name;
}

function limit(value: unknown, usual: number): number {
  return typeof value === 'number' ? value : usual;
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
