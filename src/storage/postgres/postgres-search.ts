// Full-text search in PostgreSQL: a tsvector of tokens from our own tokenizer. Each column has its own first
// character, which no word starts with, so the index alone decides what matches; with tsvector weights, it would have
// to recheck every row it finds.
import { ANY, ONE, stepsOf } from '../like-pattern.js';
import type { AskedColumn, SearchDialect, SearchText, WordQuery } from '../port.js';
import { deleteOldMarks } from './marks/delete-old-marks.js';

const MARK: Readonly<Record<AskedColumn, string>> = {
  exact: '!',
  name: '.',
  parts: ',',
  body: '',
  refs: '@',
  keys: '=',
  counted: '#',
};
const HIGHEST_POSITION = 16_000;
const STATE_LOCK = 7_236_145;

/**
 * Takes the entities that the transaction touched. Each statement of a function sees what was committed before it
 * began, so the state is read as it is under the lock.
 */
const TAKE_TOUCHED = `create or replace function search_take(out ids text, out current text, out shadow text)
  language plpgsql as $body$
  begin
    with taken as (delete from search_touched returning id)
      select string_agg(distinct id, ' ') into ids from taken;
    if ids is not null then
      perform pg_advisory_xact_lock_shared(${STATE_LOCK});
      select max(case when name = 'generation' then value end), max(case when name = 'shadow' then value end)
        into current, shadow from search_state where name in ('generation', 'shadow');
    end if;
  end $body$`;

const TOUCH = `create or replace function search_touch() returns trigger language plpgsql as $body$
  begin
    if TG_ARGV[0] = 'id' then
      insert into search_touched (id) values (case when TG_OP = 'DELETE' then OLD.id else NEW.id end);
    elsif TG_ARGV[0] = 'to_id' then
      insert into search_touched (id) values (case when TG_OP = 'DELETE' then OLD.to_id else NEW.to_id end);
    else
      insert into search_touched (id) values (case when TG_OP = 'DELETE' then OLD.entity_id else NEW.entity_id end);
    end if;
    return null;
  end $body$`;

/** Number of transactions whose change marks are kept; readers must not ask for older ones. */
export const RETAINED_TRANSACTIONS = 100_000;
/** Change marks are counted only if fewer transactions may be open; one that stays open long raises that number. */
const COUNTED_MARKS = 20_000;

// Records one row per transaction, whatever it changes. Not a unique index: rows of a restored dump may have the ids
// of later transactions in this cluster. Occasionally one transaction deletes old change marks, skipping rows locked
// by another.
const NOTE_WRITE = `create or replace function search_note_write() returns trigger language plpgsql as $body$
  declare
    mine text := cast(pg_current_xact_id() as text);
  begin
    if current_setting('cairn.search_written', true) is distinct from mine then
      insert into search_written (xact) values (pg_current_xact_id());
      perform set_config('cairn.search_written', mine, true);
      if cast(mine as bigint) % 500 = 0 then
        ${deleteOldMarks('search_written', RETAINED_TRANSACTIONS)};
      end if;
    end if;
    return null;
  end $body$`;

// All transactions before the oldest one in progress have ended, so the change marks from there on identify the state.
const WRITES_SEEN = `with here as (select pg_snapshot_xmin(pg_current_snapshot()) as oldest,
    pg_snapshot_xmax(pg_current_snapshot()) as next),
  near as (select oldest, cast(cast(next as text) as bigint) - cast(cast(oldest as text) as bigint) < ${COUNTED_MARKS} as is_near
    from here)
  select concat(pg_postmaster_start_time(), ' ', (select value from search_state where name = 'generation')) as filling,
    cast(oldest as text) as "from",
    case when is_near then (select count(*) from search_written where xact >= oldest) end as seen,
    case when is_near and oldest >= cast($1::text as xid8)
      then (select count(*) from search_written where xact >= cast($1::text as xid8)) end as since
  from near`;

export const POSTGRES_SEARCH: SearchDialect = {
  tables: [
    'create table search_text (n bigint primary key, words tsvector not null)',
    'create index search_text_words on search_text using gin (words)',
    'create unlogged table search_touched (id text not null)',
    TOUCH,
    touching('entity', 'id'),
    touching('relation', 'to_id'),
    touching('tag_usage', 'entity_id'),
  ],
  ignoreFqns: [
    'drop trigger search_entity on entity',
    `create trigger search_entity after insert or delete on entity for each row execute function search_touch('id')`,
    `create trigger search_entity_update after update on entity for each row
      when (new.fqn = old.fqn or new.name <> old.name or new.deleted <> old.deleted or new.version <> old.version
        or new.updated_at <> old.updated_at or new.refs is distinct from old.refs)
      execute function search_touch('id')`,
  ],
  textTable: (name) => [
    `create table ${name} (n bigint primary key, words tsvector not null)`,
    `create index ${name}_words on ${name} using gin (words)`,
  ],
  textHoldsFacets: true,
  // A search reads thousands of rows but none of their tokens, so the tokens are moved out of line and about a hundred
  // rows fit on a page. TOAST only considers rows above 2 kB: `wide` makes every row that large, and compresses to 35
  // bytes. The pending list of the index is small, because every search scans it.
  facetedTextTable: (name) => [
    `drop table ${name}`,
    `create table ${name} (n bigint primary key, facet bigint not null, weight bigint not null, words tsvector not null,
      wide text not null) with (toast_tuple_target = 128)`,
    `alter table ${name} alter column words set storage external`,
    `create index ${name}_words on ${name} using gin (words) with (gin_pending_list_limit = 256)`,
  ],
  noteWrites: (generations) => [
    'create table search_written (xact xid8 not null)',
    'create index search_written_xact on search_written (xact)',
    NOTE_WRITE,
    ...generations.flatMap(({ doc, text, word }) =>
      [doc, text, word].map(
        (table) => `create trigger ${table}_written after insert or update or delete on ${table}
          for each statement execute function search_note_write()`,
      ),
    ),
  ],
  writesSeen: WRITES_SEEN,
  tuneText: () => [],
  emptying: ({ doc, text, facet, word, wordKey }) => ({
    slices: [],
    rest: [`truncate ${[doc, text, facet, word, wordKey].join(', ')} restart identity`],
  }),
  takeTouched: 'select ids, current, shadow from search_take()',
  createTakeTouched: [TAKE_TOUCHED],
  lockAlone: `select pg_advisory_xact_lock(${STATE_LOCK})`,
  hasText: (table) =>
    `${table}.n = $1 and ${table}.words = $2::text::tsvector and ${table}.facet = $3 and ${table}.weight = $4`,
  textParameters: (n, text) => [n, vector(text), text.facet, text.weight],
  number: 'n',
  writing: {
    kind: 'together',
    put: ({ doc, text, facet }) => `with doc as (
        insert into ${doc} (id, type, facet, weight, hash, name_key, name, parts, columns)
          select $1, $2, f, $4::bigint, $5, $6, $7, $8, $9 from ${facet} where key = $3
          on conflict (id) do update set type = excluded.type, facet = excluded.facet, weight = excluded.weight,
            hash = excluded.hash, name_key = excluded.name_key, name = excluded.name, parts = excluded.parts,
            columns = excluded.columns
          returning n, facet, weight)
      ${putText(text, '$10')}`,
    change: ({ doc, text }) => `with doc as (
        update ${doc} set facet = $1, weight = $2, hash = $3, parts = $4, columns = $5 where n = $6 returning n, facet, weight)
      ${putText(text, '$7')}`,
    words: vector,
  },
  // In a subquery, so that the planner cannot estimate the number of matches and always uses the index.
  matches: (table, parameter) => `${table}.words @@ (select ${parameter}::text::tsquery)`,
  // Materialized, it is planned for all rows; for the first few, the planner would scan the table.
  found: (table, parameter) => `with found as materialized (select n from ${table}
    where ${table}.words @@ (select ${parameter}::text::tsquery)) select n from found`,
  query: expression,
  lines: (value) => `string_agg(${value}, chr(10))`,
  hasLike: (column, pattern, add) => `${column} ~* ${add(textsLike(pattern))}`,
};

/**
 * An expression for JSON text in which a text matches the pattern. Not by functions of JSON: they refuse escaped NULs. A
 * text before a colon is the name of a list.
 */
function textsLike(pattern: string): string {
  const letter = String.raw`(?:[^"\\]|\\.)`;
  const expressions = stepsOf(pattern).map((step) => {
    if (step === ANY) return `${letter}*`;
    return step === ONE
      ? letter
      : JSON.stringify(step)
          .slice(1, -1)
          .replace(/[.^$*+?()[\]{}|\\]/g, '\\$&');
  });
  return `[[,]"${expressions.join('')}"(?!:)`;
}

function touching(table: string, column: string): string {
  return `create trigger search_${table} after insert or update or delete on ${table}
    for each row execute function search_touch('${column}')`;
}

/** Stores the tokens of the row of `doc`; `wide` is the same for all rows. */
function putText(table: string, words: string): string {
  return `insert into ${table} (n, words, facet, weight, wide)
      select n, ${words}::text::tsvector, facet, weight, repeat(' ', 2100) from doc
      on conflict (n) do update set words = excluded.words, facet = excluded.facet, weight = excluded.weight`;
}

function vector({ tokens, counted }: Pick<SearchText, 'tokens' | 'counted'>): string {
  const words: string[] = [];
  let position = 1;
  for (const column of ['exact', 'name', 'parts', 'body'] as const) {
    for (const token of list(tokens[column]))
      words.push(`${quoted(MARK[column] + token)}:${Math.min(position++, HIGHEST_POSITION)}`);
    position += 2; // a gap, so that phrases do not match across columns
  }
  for (const token of list(tokens.refs)) words.push(quoted(MARK.refs + token));
  for (const token of list(tokens.keys)) words.push(quoted(MARK.keys + token));
  for (const token of list(counted)) words.push(quoted(MARK.counted + token));
  return words.join(' ');
}

function list(tokens: string): string[] {
  return tokens === '' ? [] : tokens.split(' ');
}

/** Builds a tsquery. Tokens are quoted; no other text of a request reaches it. */
function expression(query: WordQuery): string {
  switch (query.kind) {
    case 'word':
      return either(query.in, (mark) => `${quoted(mark + query.token)}${query.prefix ? ':*' : ''}`);
    case 'phrase':
      return either(query.in, (mark) => query.tokens.map((token) => quoted(mark + token)).join(' <-> '));
    case 'or':
      return `(${query.of.map(expression).join(' | ')})`;
    case 'and':
      return `(${query.of.map(expression).join(' & ')})`;
    case 'not':
      return `!(${expression(query.of)})`;
  }
}

function either(columns: readonly AskedColumn[], of: (mark: string) => string): string {
  return `(${columns.map((column) => of(MARK[column])).join(' | ')})`;
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
