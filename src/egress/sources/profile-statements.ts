// The statements that compute a profile in a source. One statement covers many columns; aliases with the index of a column tell its figures apart.
import type { ColumnKind } from './column-kinds.js';
import { quoteSourceName, quoteSourceTable, quoteSourceText } from './quote.js';
import type { SourceKind } from './source.js';

/** A column of a statement; `index` comes back with its figures. */
export interface ProfiledColumn {
  index: number;
  name: string;
  kind: ColumnKind;
}

/** The part of a table that a profile reads. */
export interface ProfiledRows {
  schema: string;
  table: string;
  /** A statement whose rows stand for the table. */
  query?: string | undefined;
  /** A condition on the rows. */
  where?: RowCondition | undefined;
  sample?: RowSample | undefined;
  /** Whether the name is that of a table, of which PostgreSQL reads a sample without reading all of it. */
  isTable: boolean;
}

/** Values of a column: from `min`, up to `max`, or one of a list. */
export interface RowCondition {
  column: string;
  min?: string | number | undefined;
  max?: string | number | undefined;
  values?: readonly (string | number)[] | undefined;
}

/** `PERCENTAGE` of the rows, or so many `ROWS`; these are drawn at random if `isRandom`, else the first ones. */
export interface RowSample {
  type: 'PERCENTAGE' | 'ROWS';
  size: number;
  isRandom: boolean;
  /** Reads whole pages of the table, which is faster and less random; of PostgreSQL. */
  bySystem: boolean;
  /** Gives the same rows to all statements of a profile, where the source can do that. A positive integer. */
  seed: number;
}

/** Name and type of each column of a table, in order; none if there is no such table. */
export function columnsStatement(kind: SourceKind, { schema, table }: { schema: string; table: string }): string {
  const text = (value: string) => quoteSourceText(kind, value);
  if (kind === 'postgres')
    return `select a.attname as name, pg_catalog.format_type(a.atttypid, null) as type, c.relkind::text as relation
      from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${text(schema)} and c.relname = ${text(table)} and a.attnum > 0 and not a.attisdropped
      order by a.attnum`;
  if (kind === 'mysql')
    return `select c.column_name as name, lower(c.data_type) as type, 'r' as relation from information_schema.columns c
      where c.table_schema = ${text(schema)} and c.table_name = ${text(table)} order by c.ordinal_position`;
  return `select name, type, 'r' as relation from pragma_table_xinfo(${text(table)}, ${text(schema)})
    where hidden <> 1 order by cid`;
}

/** The rows as they stand behind `from`. */
export function rowsOf(kind: SourceKind, rows: ProfiledRows): string {
  const { query, where, sample } = rows;
  const base = query === undefined ? quoteSourceTable(kind, rows) : `(${query}\n) as given`;
  const conditions = where ? [conditionOf(kind, where)] : [];
  if (!sample) return conditions.length === 0 ? base : `(select * from ${base} where ${conditions[0]}) as chosen`;
  if (sample.type === 'ROWS') {
    const filter = conditions.length === 0 ? '' : ` where ${conditions[0]}`;
    const order = sample.isRandom ? ` order by ${randomOf(kind, sample.seed)}` : '';
    return `(select * from ${base}${filter}${order} limit ${Math.max(0, Math.floor(sample.size))}) as chosen`;
  }
  const isSampled = kind === 'postgres' && rows.isTable && query === undefined;
  const part = isSampled
    ? ` tablesample ${sample.bySystem ? 'system' : 'bernoulli'} (${sample.size}) repeatable (${sample.seed})`
    : '';
  if (!isSampled) conditions.push(`${randomOf(kind, sample.seed)} < ${sample.size / 100}`);
  const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `(select * from ${base}${part}${filter}) as chosen`;
}

/** A number from 0 to 1 for each row. */
function randomOf(kind: SourceKind, seed: number): string {
  if (kind === 'postgres') return 'random()';
  return kind === 'mysql' ? `rand(${seed})` : '((random() & 9223372036854775807) / 9223372036854775807.0)';
}

function conditionOf(kind: SourceKind, { column, min, max, values }: RowCondition): string {
  const name = quoteSourceName(kind, column);
  const literal = (value: string | number) =>
    typeof value === 'number' ? String(value) : quoteSourceText(kind, value);
  const parts = [
    ...(min === undefined ? [] : [`${name} >= ${literal(min)}`]),
    ...(max === undefined ? [] : [`${name} <= ${literal(max)}`]),
    ...(values === undefined ? [] : [values.length === 0 ? '1 = 0' : `${name} in (${values.map(literal).join(', ')})`]),
  ];
  return parts.length === 0 ? '1 = 1' : parts.join(' and ');
}

export function rowCountStatement(from: string): string {
  return `select count(*) as n from ${from}`;
}

/** What is computed of a column: numbers themselves, of texts their lengths. Null where nothing is. */
function measured(kind: SourceKind, { name, kind: columnKind }: ProfiledColumn): string | null {
  const column = quoteSourceName(kind, name);
  if (columnKind === 'text') return `${kind === 'mysql' ? 'char_length' : 'length'}(${column})`;
  if (columnKind !== 'number') return null;
  // Columns of SQLite hold values of any type.
  if (kind === 'sqlite') return `case when typeof(${column}) in ('integer', 'real') then ${column} end`;
  return kind === 'postgres' ? `cast(${column} as double precision)` : `(${column} + 0e0)`;
}

/**
 * One row: the number of rows, then for each column the number of values, least, greatest, mean and sum. Times have no
 * mean and sum, other columns only the number of values.
 */
export function aggregatesStatement(kind: SourceKind, from: string, columns: readonly ProfiledColumn[]): string {
  const figures = columns.flatMap((column) => {
    const { index, name, kind: columnKind } = column;
    const quoted = quoteSourceName(kind, name);
    const value = measured(kind, column);
    const of = (figure: string) =>
      value !== null
        ? `${figure}(${value})`
        : columnKind === 'time' && !/avg|sum/.test(figure)
          ? timeOf(kind, figure, quoted)
          : 'null';
    return [`count(${quoted})`, of('min'), of('max'), of('avg'), of('sum')].map(
      (text, place) => `${text} as c${index}_${place}`,
    );
  });
  return `select ${['count(*) as n', ...figures].join(', ')} from ${from}`;
}

function timeOf(kind: SourceKind, figure: string, quoted: string): string {
  return kind === 'sqlite'
    ? `${figure}(${quoted})`
    : `cast(${figure}(${quoted}) as ${kind === 'mysql' ? 'char' : 'text'})`;
}

/** For each column a row: its index, the number of distinct values, and of those that occur once. */
export function distinctStatement(kind: SourceKind, from: string, columns: readonly ProfiledColumn[]): string {
  return columns
    .map(({ index, name }) => {
      const column = quoteSourceName(kind, name);
      return `select ${index} as i, count(*) as d, sum(case when n = 1 then 1 else 0 end) as u
        from (select count(*) as n from ${from} where ${column} is not null group by ${column}) as g${index}`;
    })
    .join('\nunion all\n');
}

/**
 * For each column with numbers or texts a row: its index, the number of values, the values at and above each fourth of
 * them (three pairs), and the sum of squared distances from the mean.
 */
export function quantilesStatement(
  kind: SourceKind,
  from: string,
  columns: readonly (ProfiledColumn & { mean: number })[],
): string {
  const whole = (text: string) =>
    kind === 'mysql' ? `cast(${text} as signed)` : kind === 'postgres' ? `cast(${text} as bigint)` : text;
  const fourth = (text: string) => (kind === 'mysql' ? `(${text}) div 4` : `(${text}) / 4`);
  const places = [1, 2, 3].flatMap((p) => [
    `min(case when upto > ${fourth(`(total - 1) * ${p}`)} then v end) as q${p}`,
    `min(case when upto > ${fourth(`(total - 1) * ${p} + 3`)} then v end) as r${p}`,
  ]);
  return columns
    .map((column) => {
      const { index, mean } = column;
      const value = measured(kind, column) ?? 'null';
      return `select ${index} as i, max(total) as n, ${places.join(', ')}, sum(n * (v - (${mean})) * (v - (${mean}))) as s
        from (select v, n, ${whole('sum(n) over (order by v)')} as upto, ${whole('sum(n) over ()')} as total
          from (select ${value} as v, count(*) as n from ${from} group by 1) as g${index} where v is not null) as h${index}`;
    })
    .join('\nunion all\n');
}

export interface Bins {
  /** Where the first bin begins. */
  least: number;
  width: number;
  count: number;
}

/** For each column a row per bin that is not empty: its index, the number of the bin, how many values lie in it. */
export function histogramStatement(
  kind: SourceKind,
  from: string,
  columns: readonly (ProfiledColumn & { bins: Bins })[],
): string {
  return columns
    .map((column) => {
      const { least, width, count } = column.bins;
      const value = measured(kind, column) ?? 'null';
      const place = `(v - (${least})) / ${width}`;
      const bin =
        kind === 'sqlite'
          ? `min(${count - 1}, cast(${place} as integer))`
          : `least(${count - 1}, ${kind === 'mysql' ? `floor(${place})` : `cast(floor(${place}) as bigint)`})`;
      return `select ${column.index} as i, ${bin} as b, count(*) as n
        from (select ${value} as v from ${from}) as g${column.index} where v is not null group by ${bin}`;
    })
    .join('\nunion all\n');
}
