import type { Migration, MigrationDialect } from './migration.js';

/**
 * Conversations about entities, reactions, activity and attachments. Rows belong to an entity by its id, so renames do
 * not concern them; triggers remove them with what they belong to, so that a delete of many entities needs no further
 * statements. `post.thread_id` is a thread, or a task, whose comments are posts.
 */
export const collaboration: Migration = {
  number: 19,
  name: 'collaboration',
  statements: (dialect) => [...tables(dialect), ...triggers(dialect)],
};

function tables({ types: { text, integer, bytes } }: MigrationDialect): string[] {
  const id = `id ${text} primary key`;
  return [
    `create table thread (
      ${id}, type ${text} not null, about_type ${text} not null, about_id ${text} not null, part ${text} not null,
      message ${text} not null, author_id ${text} not null, author_name ${text} not null, created_at ${integer} not null,
      updated_at ${integer} not null, updated_by ${text} not null, resolved ${integer} not null default 0,
      task_number ${integer}, task_status ${text}, starts_at ${integer}, ends_at ${integer}, doc ${text} not null)`,
    'create index thread_about on thread (about_id, created_at, id)',
    'create index thread_author on thread (author_id, created_at, id)',
    'create index thread_time on thread (created_at, id)',
    'create unique index thread_task on thread (task_number) where task_number is not null',
    `create table post (
      ${id}, thread_id ${text} not null, author_id ${text} not null, author_name ${text} not null,
      message ${text} not null, at ${integer} not null)`,
    'create index post_thread on post (thread_id, id)',
    `create table addressee (
      thread_id ${text} not null, post_id ${text} not null, kind ${text} not null, person_id ${text} not null,
      primary key (thread_id, post_id, kind, person_id))`,
    'create index addressee_person on addressee (person_id, kind, thread_id)',
    'create index addressee_post on addressee (post_id)',
    `create table reaction (
      subject_id ${text} not null, type ${text} not null, user_id ${text} not null, at ${integer} not null,
      primary key (subject_id, type, user_id))`,
    'create index reaction_user on reaction (user_id)',
    `create table activity (
      ${id}, kind ${text} not null, entity_type ${text} not null, entity_id ${text} not null, part ${text} not null,
      operation ${text} not null, actor_name ${text} not null, at ${integer} not null, doc ${text} not null)`,
    'create index activity_entity on activity (entity_id, at, id)',
    'create index activity_actor on activity (actor_name, at, id)',
    'create index activity_time on activity (at, id)',
    `create table attachment (
      ${id}, about_type ${text} not null, about_id ${text} not null, part ${text} not null, kind ${text} not null,
      file_name ${text} not null, media_type ${text} not null, size ${integer} not null, updated_at ${integer} not null,
      updated_by ${text} not null, deleted ${integer} not null default 0)`,
    'create index attachment_about on attachment (about_id, id)',
    `create table attachment_data (attachment_id ${text} primary key, content ${bytes} not null)`,
    `create table counter (name ${text} primary key, value ${integer} not null)`,
  ];
}

function triggers({ trigger }: MigrationDialect): string[] {
  const remove = (...rows: readonly string[]) => rows.map((row) => `delete from ${row} = old.id`).join('; ');
  return [
    ...trigger(
      'entity_leaves',
      'entity',
      'delete',
      remove(
        'thread where about_id',
        'post where thread_id',
        'addressee where thread_id',
        'addressee where person_id',
        'reaction where subject_id',
        'reaction where user_id',
        'activity where entity_id',
        'attachment where about_id',
      ),
    ),
    ...trigger(
      'thread_leaves',
      'thread',
      'delete',
      remove('post where thread_id', 'addressee where thread_id', 'reaction where subject_id'),
    ),
    ...trigger('post_leaves', 'post', 'delete', remove('addressee where post_id', 'reaction where subject_id')),
    ...trigger('activity_leaves', 'activity', 'delete', remove('reaction where subject_id')),
    ...trigger('attachment_leaves', 'attachment', 'delete', remove('attachment_data where attachment_id')),
  ];
}
