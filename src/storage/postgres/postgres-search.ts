// Full-text search in PostgreSQL: a tsvector of tokens that are already cut. The weights A to D are the columns;
// tokens of `refs` and `keys` are told from words by a first character that no word has.
import type { SearchColumn, SearchDialect, SearchTokens, WordQuery } from '../port.js';

const WEIGHT: Readonly<Partial<Record<SearchColumn, string>>> = { exact: 'A', name: 'B', parts: 'C', body: 'D' };
const MARK: Readonly<Partial<Record<SearchColumn, string>>> = { refs: '@', keys: '=' };
const HIGHEST_POSITION = 16_000;
const STATE_LOCK = 7_236_145;

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
  textTable: (name) => [
    `create table ${name} (n bigint primary key, words tsvector not null)`,
    `create index ${name}_words on ${name} using gin (words)`,
  ],
  tuneText: () => [],
  emptying: ({ doc, text, facet, word, wordKey }) => ({
    slices: [],
    rest: [`truncate ${[doc, text, facet, word, wordKey].join(', ')} restart identity`],
  }),
  lockShared: `, cast(pg_advisory_xact_lock_shared(${STATE_LOCK}) as text) as held`,
  lockAlone: `select pg_advisory_xact_lock(${STATE_LOCK})`,
  hasText: (table) => `${table}.n = $1 and ${table}.words = $2::text::tsvector`,
  textParameters: (n, tokens) => [n, vector(tokens)],
  number: 'n',
  putText: (table, number = '$1') => `insert into ${table} (n, words) values (${number}, $2::text::tsvector)
    on conflict (n) do update set words = excluded.words`,
  textValues: (n, tokens) => [n, vector(tokens)],
  matches: (table, parameter) => `${table}.words @@ ${parameter}::text::tsquery`,
  query: expression,
  lines: (value) => `string_agg(${value}, chr(10))`,
};

function touching(table: string, column: string): string {
  return `create trigger search_${table} after insert or update or delete on ${table}
    for each row execute function search_touch('${column}')`;
}

function vector(tokens: SearchTokens): string {
  const words: string[] = [];
  let position = 1;
  for (const column of ['exact', 'name', 'parts', 'body'] as const) {
    for (const token of list(tokens[column]))
      words.push(`${quoted(token)}:${Math.min(position++, HIGHEST_POSITION)}${WEIGHT[column]}`);
    position += 2; // phrases do not reach from one column into the next
  }
  for (const column of ['refs', 'keys'] as const)
    for (const token of list(tokens[column])) words.push(quoted(`${MARK[column]}${token}`));
  return words.join(' ');
}

function list(tokens: string): string[] {
  return tokens === '' ? [] : tokens.split(' ');
}

/** A tsquery. Tokens stand in quotes; there is no other way from a request into it. */
function expression(query: WordQuery): string {
  switch (query.kind) {
    case 'word':
      return either(query.in, (mark) => `${quoted(mark + query.token)}${suffix(query.in, mark, query.prefix)}`);
    case 'phrase':
      return either(query.in, (mark) =>
        query.tokens.map((token) => `${quoted(mark + token)}${suffix(query.in, mark, false)}`).join(' <-> '),
      );
    case 'or':
      return `(${query.of.map(expression).join(' | ')})`;
    case 'and':
      return `(${query.of.map(expression).join(' & ')})`;
    case 'not':
      return `!(${expression(query.of)})`;
  }
}

function either(columns: readonly SearchColumn[], of: (mark: string) => string): string {
  const marks = new Set(columns.map((column) => MARK[column] ?? ''));
  return `(${[...marks].map(of).join(' | ')})`;
}

function suffix(columns: readonly SearchColumn[], mark: string, prefix: boolean | undefined): string {
  const weights = mark === '' ? columns.map((column) => WEIGHT[column] ?? '').join('') : '';
  const star = prefix ? '*' : '';
  return weights + star === '' || (weights === 'ABCD' && star === '') ? '' : `:${star}${weights}`;
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
