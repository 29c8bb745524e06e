// What tests and profiles measure of a table, as SQL expressions of each kind of source. Expressions of one table can
// stand in one SELECT, so that the source reads the table once.
import { EgressError } from '../egress-error.js';
import { quoteSourceName, quoteSourceText } from './quote.js';
import type { SourceKind } from './source.js';

/** A literal in a statement: a text, a finite number, a boolean or null. */
export type SourceLiteral = string | number | boolean | null;

/** A period that ends now. */
export interface SourcePeriod {
  count: number;
  unit: 'HOUR' | 'DAY' | 'MONTH' | 'YEAR';
}

/**
 * SQL expressions over one table. Columns and expressions are passed on as SQL: `column` quotes a name. Aggregates leave
 * out NULL unless they say otherwise; those without a value over no rows yield NULL.
 */
export interface TableMeasures {
  column(name: string): string;
  literal(value: SourceLiteral): string;
  rows(): string;
  /** Number of values that are not NULL. */
  values(expression: string): string;
  /** Number of rows that fulfil a condition; NULL over no rows. */
  rowsWhere(condition: string): string;
  /** Characters of a text. */
  length(expression: string): string;
  min(expression: string): string;
  max(expression: string): string;
  sum(expression: string): string;
  mean(expression: string): string;
  /** Of the whole population. */
  deviation(expression: string): Deviation;
  median(expression: string): string;
  /** Number of values that occur exactly once. */
  uniqueValues(expression: string): string;
  /** A point in time as milliseconds since 1970, which dates begin at midnight UTC. */
  milliseconds(expression: string): string;
  /** The same as text, for people. */
  shownTime(expression: string): string;
  /** Condition for texts in which a regular expression of the source is found. */
  matches(expression: string, pattern: string): string;
  within(expression: string, values: readonly SourceLiteral[]): string;
  /** Condition for points in time that are not earlier than the begin of the period. */
  since(expression: string, period: SourcePeriod, isDate: boolean): string;
  /** Condition for values that occur more than once. */
  repeated(expression: string): string;
}

/** A standard deviation, or its square where the source cannot extract a root. */
export interface Deviation {
  sql: string;
  isSquared: boolean;
}

/** `table`: its quoted name. */
export function tableMeasures(kind: SourceKind, table: string): TableMeasures {
  const common: Omit<TableMeasures, 'milliseconds' | 'shownTime' | 'matches' | 'since'> = {
    column: (name) => quoteSourceName(kind, name),
    literal: (value) => literal(kind, value),
    rows: () => 'count(*)',
    values: (expression) => `count(${expression})`,
    rowsWhere: (condition) => `sum(case when ${condition} then 1 else 0 end)`,
    length: (expression) =>
      kind === 'postgres'
        ? `length(cast(${expression} as text))`
        : `${kind === 'mysql' ? 'char_length' : 'length'}(${expression})`,
    min: (expression) => `min(${expression})`,
    max: (expression) => `max(${expression})`,
    sum: (expression) => (kind === 'postgres' ? `sum(cast(${expression} as numeric))` : `sum(${expression})`),
    mean: (expression) => `avg(${expression})`,
    deviation: (expression) =>
      kind === 'sqlite'
        ? { sql: squaredDeviation(expression, table), isSquared: true }
        : // MariaDB has four digits for the deviation of integers, unless they are floating-point numbers.
          { sql: `stddev_pop(${expression}${kind === 'mysql' ? ' + 0e0' : ''})`, isSquared: false },
    median: (expression) => median(kind, expression, table),
    uniqueValues: (expression) =>
      `(select count(*) from (select 1 as one from ${table} where ${expression} is not null group by ${expression} having count(*) = 1) u)`,
    within(expression, values) {
      if (values.length === 0) return '1 = 0';
      return `${expression} in (${values.map((value) => literal(kind, value)).join(', ')})`;
    },
    repeated: (expression) =>
      `${expression} in (select ${expression} from ${table} group by ${expression} having count(*) > 1)`,
  };
  return { ...common, ...ofKind[kind] };
}

type KindMeasures = Pick<TableMeasures, 'milliseconds' | 'shownTime' | 'matches' | 'since'>;

const ofKind: Readonly<Record<SourceKind, KindMeasures>> = {
  postgres: {
    milliseconds: (expression) => `extract(epoch from ${expression}) * 1000`,
    shownTime: (expression) => `cast(${expression} as text)`,
    matches: (expression, pattern) => `${expression} ~ ${quoteSourceText('postgres', pattern)}`,
    since(expression, { count, unit }, isDate) {
      const [now, type] = isDate ? ['current_date', 'date'] : ['current_timestamp', 'timestamp'];
      return `${expression} >= cast(${now} - interval '${count} ${unit}' as ${type})`;
    },
  },
  mysql: {
    milliseconds: (expression) => `timestampdiff(microsecond, '1970-01-01', ${expression}) / 1000`,
    shownTime: (expression) => `cast(${expression} as char)`,
    matches: (expression, pattern) => `${expression} regexp ${quoteSourceText('mysql', pattern)}`,
    since: (expression, { count, unit }, isDate) =>
      `${expression} >= ${isDate ? 'current_date' : 'current_timestamp'} - interval ${count} ${unit}`,
  },
  sqlite: {
    milliseconds: (expression) => `round((julianday(${expression}) - 2440587.5) * 86400000)`,
    shownTime: (expression) => `cast(${expression} as text)`,
    matches: (expression, pattern) => `${expression} regexp ${quoteSourceText('sqlite', pattern)}`,
    since: (expression, { count, unit }, isDate) =>
      `julianday(${expression}) >= julianday('now', '-${count} ${unit.toLowerCase()}s'${isDate ? ", 'start of day'" : ''})`,
  },
};

/** One SELECT of several expressions over a table. */
export function selectMeasures(table: string, expressions: readonly string[]): string {
  return `select ${expressions.map((sql, i) => `${sql} as m${i}`).join(', ')} from ${table}`;
}

/** Returns no rows, but the columns that a table has by now. */
export const selectColumns = (table: string): string => `select * from ${table} where 1 = 0`;

/** The first rows that fulfil a condition. */
export function selectRows(table: string, condition: string, limit: number): string {
  return `select * from ${table} where ${condition} limit ${limit}`;
}

/** Counts the rows of a table, also by a condition that a person wrote. */
export const countRows = (table: string, condition: string): string =>
  `select count(*) from ${table} where (${condition}\n)`;

/** Counts what a query returns without fetching it. */
export const countResult = (query: string): string => `select count(*) from (${query}\n) q`;

function literal(kind: SourceKind, value: SourceLiteral): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return kind === 'sqlite' ? String(Number(value)) : String(value);
  if (typeof value === 'string') return quoteSourceText(kind, value);
  if (!Number.isFinite(value)) throw new EgressError('invalid', `${value} is not a number for a statement`);
  return String(value);
}

// The usual formula with the mean of the squares loses all digits where values are large and close together.
function squaredDeviation(expression: string, table: string): string {
  return `(select avg((${expression} - mean) * (${expression} - mean)) from ${table}, (select avg(${expression}) as mean from ${table}))`;
}

/** The mean of the two middle values where their number is even, in every kind of source. */
function median(kind: SourceKind, expression: string, table: string): string {
  if (kind === 'postgres') return `percentile_cont(0.5) within group (order by ${expression})`;
  const half = (count: string) => (kind === 'mysql' ? `(${count}) div 2` : `(${count}) / 2`);
  return `(select avg(v) from (select ${expression} as v, row_number() over (order by ${expression}) as place, count(*) over () as total from ${table} where ${expression} is not null) m where place in (${half('total + 1')}, ${half('total + 2')}))`;
}
