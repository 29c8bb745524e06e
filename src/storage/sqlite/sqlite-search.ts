// Full-text search in SQLite: a contentless FTS5 table over tokens from our own tokenizer.

import type { GenerationTables, SearchColumn, SearchDialect, SearchTokens, WordQuery } from '../port.js';
import { SQLITE_HAS_LIKE } from './has-like.js';

const COLUMNS: readonly SearchColumn[] = ['exact', 'name', 'parts', 'refs', 'body', 'keys'];

// Every byte above ASCII is a token character, so that tokens are separated by blanks only.
const TEXT_TABLE = `create virtual table search_text using fts5(${COLUMNS.join(', ')}, content = '',
  contentless_delete = 1, tokenize = 'ascii', prefix = '2 3')`;

export const SQLITE_SEARCH: SearchDialect = {
  tables: [
    TEXT_TABLE,
    'create table search_touched (id text not null)',
    ...['insert', 'update', 'delete'].flatMap((change) => [
      touching('entity', change, 'id'),
      touching('relation', change, 'to_id'),
      touching('tag_usage', change, 'entity_id'),
    ]),
  ],
  ignoreFqns: [
    'drop trigger search_entity_update',
    touching(
      'entity',
      'update',
      'id',
      `when new.fqn = old.fqn or new.name <> old.name or new.deleted <> old.deleted
      or new.version <> old.version or new.updated_at <> old.updated_at or new.refs is not old.refs`,
    ),
  ],
  textTable: (name) => [
    `create virtual table ${name} using fts5(${COLUMNS.join(', ')}, content = '', contentless_delete = 1,
      tokenize = 'ascii')`,
  ],
  textHoldsFacets: false,
  facetedTextTable: () => [],
  noteWrites: () => [],
  writesSeen: null,
  // Measured in ADR 0007: fewer merges, and later ones for deleted entries.
  tuneText: (name) =>
    ['automerge', 'deletemerge'].map(
      (option) => `insert into ${name}(${name}, rank) values ('${option}', ${TUNING[option as keyof typeof TUNING]})`,
    ),
  emptying,
  takeTouched: null,
  createTakeTouched: [],
  lockAlone: null,
  hasText: (table) => `${table}.rowid = $1 and ${table} match $2`,
  textParameters: (n, { tokens }) => [n, oneOfEach(tokens)],
  number: 'rowid',
  writing: {
    kind: 'apart',
    putText: (table) =>
      `insert or replace into ${table} (rowid, ${COLUMNS.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7)`,
    textValues: (n, { tokens }) => [n, ...COLUMNS.map((column) => tokens[column])],
  },
  matches: (table, parameter) => `${table} match ${parameter}`,
  found: (table, parameter) => `select rowid as n from ${table} where ${table} match ${parameter}`,
  query: expression,
  lines: (value) => `group_concat(${value}, char(10))`,
  hasLike: (column, pattern, add) => `${SQLITE_HAS_LIKE}(${column}, ${add(pattern)})`,
};

const TUNING = { automerge: 8, deletemerge: 40 };
const BLOCKS = 4_000;
const ROWS = 5_000;

// The pages of the full-text index are deleted first, after its two bookkeeping records: emptying it at once would
// block the writer.
function emptying({ doc, text, facet, change, word, wordKey }: GenerationTables): { slices: string[]; rest: string[] } {
  const slice = (table: string, key: string, most: number, where = '') =>
    `delete from ${table} where ${key} in (select ${key} from ${table} ${where} order by ${key} limit ${most})`;
  return {
    slices: [
      slice(`${text}_data`, 'id', BLOCKS, 'where id > 10'),
      slice(`${text}_docsize`, 'id', 10 * ROWS),
      slice(doc, 'n', ROWS),
      slice(facet, 'f', ROWS),
      slice(wordKey, 'rowid', 10 * ROWS),
    ],
    rest: [`insert into ${text}(${text}) values ('delete-all')`, `delete from ${word}`, `delete from ${change}`],
  };
}

/** One token of each column: checking all of them would take a hundred times as long. */
function oneOfEach(tokens: SearchTokens): string {
  return COLUMNS.flatMap((column) => {
    const last = tokens[column].slice(tokens[column].lastIndexOf(' ') + 1);
    return last === '' ? [] : [`{${column}} : ${quoted(last)}`];
  }).join(' AND ');
}

function touching(table: string, change: string, column: string, when = ''): string {
  const row = change === 'delete' ? 'old' : 'new';
  return `create trigger search_${table}_${change} after ${change} on ${table}${when === '' ? '' : ` ${when}`}
    begin insert into search_touched (id) values (${row}.${column}); end`;
}

/** Builds an FTS5 expression. Tokens are quoted; no other text of a request reaches it. */
function expression(query: WordQuery): string {
  switch (query.kind) {
    case 'word':
      return `{${query.in.join(' ')}} : ${quoted(query.token)}${query.prefix ? ' *' : ''}`;
    case 'phrase':
      return `{${query.in.join(' ')}} : ${quoted(query.tokens.join(' '))}`;
    case 'or':
      return `(${query.of.map(expression).join(' OR ')})`;
    case 'and':
      return conjunction(query.of);
    case 'not':
      return conjunction([query]);
  }
}

// FTS5 supports NOT only as a binary operator, so excluded terms are subtracted from the required ones.
function conjunction(of: readonly WordQuery[]): string {
  const wanted = of.filter(({ kind }) => kind !== 'not').map(expression);
  const unwanted = of.flatMap((part) => (part.kind === 'not' ? [expression(part.of)] : []));
  if (wanted.length === 0) throw new Error('a query needs at least one required term');
  const positive = wanted.join(' AND ');
  return unwanted.length === 0 ? `(${positive})` : `((${positive}) NOT (${unwanted.join(' OR ')}))`;
}

function quoted(token: string): string {
  return `"${token.replaceAll('"', '""')}"`;
}
