import type { Migration } from './migration.js';

const SAME = 'entity_id = old.id and version = old.version';

/**
 * When each version of an entity was made, in an append-only table: indexes by the time of the last change cost every
 * write random pages. A row may outlive a version that a later change was merged into; readers have to check.
 */
export const versionTimes: Migration = {
  number: 11,
  name: 'version-times',
  statements: ({ types: { text, integer }, rowOrder, trigger, now }) => {
    const insert = `insert into version_time (type, at, entity_id, version)
      values (new.type, new.updated_at, new.id, new.version) on conflict do nothing`;
    return [
      `create table version_time (
        type ${text} not null, at ${integer} not null, entity_id ${text} not null, version ${integer} not null,
        primary key (type, at, entity_id, version))${rowOrder.column === 'rowid' ? ' without rowid' : ''}`,
      `insert into version_time (type, at, entity_id, version)
        select type, updated_at, id, version from entity order by type, updated_at, id`,
      `insert into version_time (type, at, entity_id, version)
        select e.type, h.updated_at, h.entity_id, h.version from history h join entity e on e.id = h.entity_id
        where true on conflict do nothing`,
      ...trigger('version_made', 'entity', 'insert', insert),
      ...trigger(
        'version_moved',
        'entity',
        'update',
        insert,
        'old.updated_at <> new.updated_at or old.version <> new.version',
      ),
      ...trigger(
        'version_gone',
        'entity',
        'delete',
        `delete from version_time where type = old.type and at = old.updated_at and ${SAME}`,
      ),
      ...trigger(
        'version_dropped',
        'history',
        'delete',
        `delete from version_time where type = (select e.type from entity e where e.id = old.entity_id)
          and at = old.updated_at and entity_id = old.entity_id and version = old.version`,
      ),
      `insert into setting (name, updated_at, doc) values ('history.tidied', ${now}, 'null')`,
      'drop index entity_time',
      'drop index history_time',
    ];
  },
};
