import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { Migration, MigrationDialect } from './migration.js';

/**
 * Two generations of the index, so that one can be built while the other serves searches. Facet tuples are stored
 * once; rows record which commit wrote them. Existing indexes are rebuilt.
 */
export const searchGenerations: Migration = {
  number: 6,
  name: 'search-generations',
  statements: (dialect) => [
    ...['search_text', 'search_doc', 'search_word', 'search_word_key'].map((table) => `drop table ${table}`),
    ...GENERATIONS.flatMap((generation) => tablesOf(generation, dialect)),
    'delete from search_state',
    `insert into search_state (name, value) values ('generation', '1')`,
    `insert into search_state (name, value)
      select 'rebuild', '{"status":"pending"}' where exists (select 1 from entity)`,
  ],
};

function tablesOf(
  generation: (typeof GENERATIONS)[number],
  { types: { text, integer }, search, rowOrder }: MigrationDialect,
): string[] {
  const tables = searchTables(generation);
  const number = `${rowOrder.column === 'rowid' ? 'integer' : 'bigint generated always as identity'} primary key`;
  return [
    `create table ${tables.facet} (f ${number}, key ${text} not null unique, facets ${text} not null)`,
    `create table ${tables.doc} (
      n ${number}, id ${text} not null, type ${text} not null, facet ${integer} not null, weight ${integer} not null,
      change ${integer} not null, hash ${text} not null, name_key ${text} not null, name ${text} not null,
      parts ${text} not null)`,
    `create unique index ${tables.doc}_id on ${tables.doc} (id)`,
    `create index ${tables.doc}_name on ${tables.doc} (name_key, n)`,
    // Covering index: readers cache these columns of every document and never read the rows for them.
    `create index ${tables.doc}_change on ${tables.doc} (change, n, facet, weight)`,
    `create table search_gone_${generation} (change ${integer} not null, n ${integer} not null, primary key (change, n))`,
    `create table ${tables.word} (word ${text} primary key)`,
    `create table ${tables.wordKey} (key ${text} not null, word ${text} not null, primary key (key, word))`,
    ...search.textTable(tables.text),
  ];
}
