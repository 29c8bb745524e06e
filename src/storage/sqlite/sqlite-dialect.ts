import { jsonPathSteps } from '../json-path.js';
import type { Dialect } from '../port.js';
import { SQLITE_FILTERS } from './sqlite-filters.js';
import { SQLITE_SEARCH } from './sqlite-search.js';

/** The function that connections define for `hash`. */
export const SQLITE_HASH = 'cairn_hash';
/** SQLite's own `lower` knows the letters of ASCII only. */
export const SQLITE_LOWER = 'cairn_lower';

/** SQLite does not limit the size of index rows, so listings sort by the whole name. */
export const SQLITE_DIALECT: Dialect = {
  name: 'sqlite',
  forUpdate: '',
  forWrite: '',
  forShare: '',
  forKeyShare: '',
  skipLocked: '',
  lockName: null,
  concurrentWriters: false,
  among: (parameter) => `in (select value from json_each(${parameter}))`,
  list: (parameter) => `(select value from json_each(${parameter}))`,
  pack: (columns, order) => `nullif(json_group_array(json_array(${columns.join(', ')}) order by ${order}), '[]')`,
  along: (index) => ` indexed by ${index}`,
  prefix: (name) => name,
  sortKey: (alias) => `${alias}.fqn`,
  prefixLength: null,
  blocking: true,
  remote: false,
  rowOrder: { column: 'rowid', start: 0 },
  field: (column, path) => `cast(${column} ->> '$.${jsonPathSteps(path).join('.')}' as text)`,
  flag: (column, path) => `coalesce(${column} ->> '$.${jsonPathSteps(path).join('.')}' = 1, false)`,
  position: (text, part) => `instr(${text}, ${part})`,
  unhex: (text) => `unhex(${text})`,
  lower: (text) => `${SQLITE_LOWER}(${text})`,
  hash: (text) => `${SQLITE_HASH}(${text})`,
  now: `cast(unixepoch('subsec') * 1000 as integer)`,
  hasTable: "select 1 as found from sqlite_schema where type = 'table' and name = $1",
  beforeMigration: [],
  compressFast: () => [],
  positionsAtInsert: true,
  notify: null,
  trigger: (name, table, after, statement, when) => [
    `create trigger ${name} after ${after} on ${table}${when ? ` when ${when}` : ''} begin ${statement}; end`,
  ],
  quietWrites: null,
  rowMarks: [],
  filters: SQLITE_FILTERS,
  search: SQLITE_SEARCH,
  types: { text: 'text', integer: 'integer', bytes: 'blob' },
};
