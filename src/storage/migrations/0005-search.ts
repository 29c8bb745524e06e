import type { Migration } from './migration.js';

/**
 * The search index: a narrow row for each entity, its tokens, the words that typos are compared with, and what the current
 * transaction touched. `state` tells how far the index was built over entities that were there before it.
 */
export const search: Migration = {
  number: 5,
  name: 'search',
  statements: ({ types: { text, integer }, search: dialect, rowOrder }) => [
    `create table search_doc (
      n ${rowOrder.column === 'rowid' ? 'integer' : 'bigint generated always as identity'} primary key,
      id ${text} not null, type ${text} not null, weight ${integer} not null, hash ${text} not null,
      name_key ${text} not null, name ${text} not null, facets ${text} not null, parts ${text} not null)`,
    'create unique index search_doc_id on search_doc (id)',
    'create index search_doc_name on search_doc (name_key, n)',
    `create table search_word (word ${text} primary key)`,
    `create table search_word_key (key ${text} not null, word ${text} not null, primary key (key, word))`,
    `create table search_state (name ${text} primary key, value ${text} not null)`,
    ...dialect.tables,
    `insert into search_state (name, value)
      select 'rebuild', '{"status":"pending"}' where exists (select 1 from entity)`,
  ],
};
