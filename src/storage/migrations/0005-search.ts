import type { Migration } from './migration.js';

/**
 * The search index: a narrow row per entity, its tokens, the vocabulary for typo correction, and the entities touched
 * by the current transaction. `state` records how far the initial build over existing entities has come.
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
