import type { Migration, MigrationDialect } from './migration.js';

/** The tables of the catalog. Columns of long text come last in every row. */
export const catalogTables: Migration = {
  number: 1,
  name: 'catalog',
  statements: (dialect) => [
    ...entityTables(dialect),
    ...edgeTables(dialect),
    ...historyTables(dialect),
    ...eventTables(dialect),
    ...accessTables(dialect),
    ...workTables(dialect),
  ],
};

function entityTables({ types: { text, integer, bytes }, prefix, rowOrder }: MigrationDialect): string[] {
  // SQLite appends the rowid to every index entry anyway.
  const childOrder = rowOrder.column === 'rowid' ? '' : `, ${rowOrder.column}`;
  return [
    `create table entity (
      id ${text} not null, type ${text} not null, name ${text} not null, fqn ${text} not null,
      fqn_hash ${bytes} not null, parent_id ${text}, version ${integer} not null, revision ${integer} not null,
      updated_at ${integer} not null, updated_by ${text} not null, deleted ${integer} not null,
      ref ${text} not null, refs ${text}, cuts ${text}, extra ${text}, doc ${text} not null)`,
    'create unique index entity_id on entity (id)',
    'create unique index entity_name on entity (type, fqn_hash)',
    `create index entity_listing on entity (type, deleted, ${prefix('fqn')}, id)`,
    `create index entity_parent on entity (parent_id${childOrder})`,
  ];
}

function edgeTables({ types: { text, integer } }: MigrationDialect): string[] {
  return [
    `create table relation (
      from_id ${text} not null, from_type ${text} not null, kind ${text} not null,
      to_id ${text} not null, to_type ${text} not null, ord ${integer} not null, data ${text},
      primary key (from_id, kind, to_id))`,
    'create index relation_to on relation (to_id, kind)',
    `create table tag_usage (
      entity_id ${text} not null, part ${text} not null, tag_id ${text} not null, source ${text} not null,
      label_type ${text} not null, state ${text} not null, ord ${integer} not null, data ${text},
      primary key (entity_id, part, tag_id))`,
    'create index tag_usage_tag on tag_usage (tag_id, entity_id)',
  ];
}

function historyTables({ types: { text, integer } }: MigrationDialect): string[] {
  return [
    `create table history (
      entity_id ${text} not null, version ${integer} not null, updated_at ${integer} not null,
      updated_by ${text} not null, doc ${text} not null, primary key (entity_id, version))`,
    'create index history_time on history (updated_at)',
    `create table series (
      entity_id ${text} not null, kind ${text} not null, key ${text} not null, at ${integer} not null,
      doc ${text} not null, primary key (entity_id, kind, key, at))`,
    'create index series_time on series (entity_id, kind, at)',
    'create index series_age on series (kind, at)',
    `create table usage_day (
      entity_id ${text} not null, type ${text} not null, day ${integer} not null, daily ${integer} not null,
      weekly ${integer} not null, monthly ${integer} not null, daily_rank double precision not null,
      weekly_rank double precision not null, monthly_rank double precision not null,
      primary key (entity_id, day))`,
    'create index usage_day_type on usage_day (type, day)',
  ];
}

// Where positions are assigned after the commit, a row stores its insertion order and its transaction until then.
function eventTables({ types: { text, integer }, positionsAtInsert }: MigrationDialect): string[] {
  const order = positionsAtInsert
    ? 'position integer primary key autoincrement'
    : `seq bigint generated always as identity primary key, position bigint unique,
       xact xid8 not null default pg_current_xact_id()`;
  return [
    `create table change_event (
      ${order}, id ${text} not null, kind ${text} not null, entity_type ${text} not null,
      entity_id ${text} not null, entity_fqn ${text} not null, user_name ${text} not null,
      at ${integer} not null, doc ${text} not null)`,
    'create index change_event_entity on change_event (entity_id, position)',
    'create index change_event_type on change_event (entity_type, position)',
    'create index change_event_time on change_event (at)',
    ...(positionsAtInsert
      ? []
      : [
          'create index change_event_unplaced on change_event (seq) where position is null',
          'create index change_event_mark on change_event (entity_type, xact)',
          'create table event_sequence (last bigint not null)',
          'insert into event_sequence (last) values (0)',
        ]),
    `create table event_cursor (reader ${text} primary key, position ${integer} not null, updated_at ${integer} not null)`,
  ];
}

function accessTables({ types: { text, integer } }: MigrationDialect): string[] {
  return [
    `create table token (
      id ${text} primary key, user_id ${text} not null, kind ${text} not null, created_at ${integer} not null,
      expires_at ${integer}, revoked_at ${integer}, doc ${text} not null)`,
    'create index token_of_user on token (user_id, kind)',
    'create index token_revoked on token (revoked_at)',
    'create index token_expiry on token (expires_at)',
    `create table session (
      id ${text} primary key, user_id ${text} not null, created_at ${integer} not null,
      expires_at ${integer} not null, doc ${text} not null)`,
    'create index session_of_user on session (user_id)',
    'create index session_expiry on session (expires_at)',
    `create table revocation (
      id ${text} primary key, revoked_at ${integer} not null, expires_at ${integer} not null)`,
    'create index revocation_time on revocation (revoked_at)',
    `create table credential (user_id ${text} primary key, updated_at ${integer} not null, doc ${text} not null)`,
    `create table signing_key (
      id ${text} primary key, purpose ${text} not null, created_at ${integer} not null, retired_at ${integer},
      doc ${text} not null)`,
  ];
}

function workTables({ types: { text, integer } }: MigrationDialect): string[] {
  return [
    `create table setting (name ${text} primary key, updated_at ${integer} not null, doc ${text} not null)`,
    `create table lease (
      name ${text} primary key, holder ${text} not null, until_at ${integer} not null, token ${integer} not null)`,
    `create table deletion (
      root_id ${text} primary key, root_type ${text} not null, root_fqn ${text} not null, hard ${integer} not null,
      started_at ${integer} not null, actor ${text} not null, progress ${integer} not null)`,
  ];
}
