import { jsonPathSteps } from '../json-path.js';
import type { Dialect } from '../port.js';
import { QUIET_WRITES } from './marks/quiet-writes.js';
import { ROW_MARKS } from './marks/row-marks.js';
import { POSTGRES_FILTERS } from './postgres-filters.js';
import { POSTGRES_SEARCH } from './postgres-search.js';

const PREFIX_LENGTH = 500;

/** Catalogs in two schemas of one database share its advisory locks. */
const NAME_KEY = "hashtextextended(current_schema() || ' ' || $1::text, 0)";

/** A PostgreSQL index row is limited to 2,704 bytes, so listings sort by the leading 500 characters of a name. */
export const POSTGRES_DIALECT: Dialect = {
  name: 'postgres',
  forUpdate: ' for update',
  forWrite: ' for no key update',
  forShare: ' for share',
  forKeyShare: ' for key share',
  skipLocked: ' for no key update skip locked',
  lockName: {
    alone: `select pg_advisory_xact_lock(${NAME_KEY})`,
    shared: `select pg_advisory_xact_lock_shared(${NAME_KEY})`,
  },
  concurrentWriters: true,
  // The planner expects 10 rows of an array, but 100 of the function: enough to read whole tables instead of an index.
  list: (parameter) =>
    `(select unnest(array(select value from json_array_elements_text(${parameter}::text::json))) as value)`,
  among: (parameter) => `= any(array(select value from json_array_elements_text(${parameter}::text::json)))`,
  pack: (columns, order) => `cast(json_agg(json_build_array(${columns.join(', ')}) order by ${order}) as text)`,
  along: () => '',
  prefix: (name) => `left(${name}, ${PREFIX_LENGTH})`,
  // A column, because an expression index never allows an index-only scan.
  sortKey: (alias) => `${alias}.fqn_key`,
  prefixLength: PREFIX_LENGTH,
  blocking: false,
  remote: true,
  rowOrder: { column: 'id', start: '' },
  field: (column, path) => `(${column}::json #>> '{${jsonPathSteps(path).join(',')}}')`,
  flag: (column, path) => `coalesce(${column}::json #>> '{${jsonPathSteps(path).join(',')}}' = 'true', false)`,
  position: (text, part) => `strpos(${text}, ${part})`,
  unhex: (text) => `decode(${text}, 'hex')`,
  lower: (text) => `lower(${text})`,
  hash: (text) => `sha256(convert_to(${text}, 'UTF8'))`,
  now: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
  hasTable: 'select 1 as found where to_regclass($1) is not null',
  // Building an index may take longer than the limits that somebody set for the statements of requests.
  beforeMigration: [
    "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)",
    'select pg_advisory_xact_lock(7236144)',
  ],
  positionsAtInsert: false,
  // Catalogs in two schemas of one database share its channels, so the schema is part of the payload.
  notify: "select pg_notify('cairn', current_schema() || ' ' || $1::text)",
  trigger: (name, table, after, statement, when) => [
    `create or replace function ${name}() returns trigger language plpgsql as $body$
      begin ${statement}; return null; end $body$`,
    `create trigger ${name} after ${after} on ${table} for each row${when ? ` when (${when})` : ''}
      execute function ${name}()`,
  ],
  compressFast: (table, columns) => [
    `do $body$ begin
      ${columns.map((column) => `alter table ${table} alter column ${column} set compression lz4;`).join('\n      ')}
    exception when feature_not_supported then null; end $body$`,
  ],
  quietWrites: QUIET_WRITES,
  rowMarks: ROW_MARKS,
  filters: POSTGRES_FILTERS,
  search: POSTGRES_SEARCH,
  types: { text: 'text collate "C"', integer: 'bigint', bytes: 'bytea' },
};
