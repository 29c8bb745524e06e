import type { Migration, MigrationDialect } from './migration.js';

/**
 * The job queue. Moves into it what earlier releases stored elsewhere: large deletes (`deletion` keeps only which
 * subtree is locked), column updates and exports (rows of `setting`), and a search rebuild in progress.
 */
export const jobs: Migration = {
  number: 15,
  name: 'jobs',
  statements: (dialect) => [
    ...jobTables(dialect),
    ...moveDeletions(dialect),
    ...moveColumnUpdates(dialect),
    ...moveExports(dialect),
    moveRebuild(dialect),
  ],
};

function jobTables({ types: { text, integer }, rowOrder }: MigrationDialect): string[] {
  return [
    `create table job (
      n ${rowOrder.column === 'rowid' ? 'integer' : 'bigint generated always as identity'} primary key,
      id ${text} not null, kind ${text} not null, state ${text} not null, key ${text}, lane ${text},
      actor_id ${text} not null, actor_name ${text} not null, can_cancel ${integer} not null,
      cancel_asked ${integer} not null default 0, schedule ${text},
      done ${integer} not null default 0, total ${integer}, attempts ${integer} not null default 0, error ${text},
      run_at ${integer} not null, holder ${text}, until_at ${integer} not null default 0,
      token ${integer} not null default 0,
      created_at ${integer} not null, started_at ${integer}, updated_at ${integer} not null, ended_at ${integer})`,
    'create unique index job_id on job (id)',
    'create unique index job_key on job (kind, key) where ended_at is null',
    'create index job_due on job (run_at) where ended_at is null',
    'create index job_lane on job (kind, lane, n) where ended_at is null',
    'create index job_of_actor on job (actor_id, n)',
    'create index job_of_kind on job (kind, n)',
    'create index job_ended on job (ended_at) where ended_at is not null',
    `create table job_data (
      job_id ${text} not null, name ${text} not null, doc ${text} not null, primary key (job_id, name))`,
  ];
}

/** The id of the root becomes the id of the job. */
function moveDeletions({ types: { text } }: MigrationDialect): string[] {
  return [
    `insert into job (id, kind, state, key, actor_id, actor_name, can_cancel, done, run_at, created_at, updated_at)
      select root_id, 'catalog.deletion', 'queued', root_id, '', actor, 0, progress, started_at, started_at, started_at
        from deletion order by started_at, root_id`,
    `insert into job_data (job_id, name, doc) select root_id, 'input', '{"rootId":"' || root_id || '"}' from deletion`,
    `alter table deletion add column job_id ${text} not null default ''`,
    'update deletion set job_id = root_id',
    ...['started_at', 'actor', 'progress'].map((column) => `alter table deletion drop column ${column}`),
  ];
}

function moveColumnUpdates({ field, types: { integer } }: MigrationDialect): string[] {
  const number = (path: string) => `cast(${field('doc', path)} as ${integer})`;
  const ended = field('doc', 'endedAt');
  const aborted = field('doc', 'abortReason');
  return [
    `insert into job (id, kind, state, lane, actor_id, actor_name, can_cancel, done, total, error, run_at, created_at, updated_at, ended_at)
      select ${after('columns.update.job.')}, 'columns.update',
        case when ${ended} is null then 'queued' when ${aborted} is null then 'completed' else 'failed' end,
        ${field('doc', 'actor.id')}, ${field('doc', 'actor.id')}, ${field('doc', 'actor.name')}, 1,
        ${number('next')}, ${number('parts')}, ${aborted}, updated_at, updated_at, updated_at, cast(${ended} as ${integer})
        from setting where name like 'columns.update.job.%' order by updated_at, name`,
    ...['input', 'state'].map(
      (name) => `insert into job_data (job_id, name, doc)
        select ${after('columns.update.job.')}, '${name}', doc from setting where name like 'columns.update.job.%'`,
    ),
    `insert into job_data (job_id, name, doc)
      select substr(name, 21, 36), 'part.' || substr(name, 58), doc from setting where name like 'columns.update.part.%'`,
    "delete from setting where name like 'columns.update.%'",
  ];
}

function moveExports({ field, types: { integer } }: MigrationDialect): string[] {
  const prefix = 'search.export.';
  const number = (path: string) => `cast(${field('s.doc', path)} as ${integer})`;
  return [
    `insert into job (id, kind, state, actor_id, actor_name, can_cancel, done, total, run_at, created_at, updated_at, ended_at)
      select ${after(prefix, 's.name')}, 'search.export',
        case when ${field('s.doc', 'cancelled')} in ('1', 'true') then 'cancelled' else 'completed' end,
        coalesce((select e.id from entity e where e.type = 'user' and e.name = ${field('s.doc', 'createdBy')}), ''),
        ${field('s.doc', 'createdBy')}, 0, ${number('rows')}, ${number('rows')},
        s.updated_at, s.updated_at, s.updated_at, s.updated_at
        from setting s where s.name like '${prefix}%' order by s.updated_at, s.name`,
    `insert into job_data (job_id, name, doc) select ${after(prefix)}, 'input', doc from setting where name like '${prefix}%'`,
    `delete from setting where name like '${prefix}%'`,
  ];
}

/** A rebuild that is in progress, or that still has tables to clear, continues as a job. */
function moveRebuild({ field, now }: MigrationDialect): string {
  return `insert into job (id, kind, state, key, actor_id, actor_name, can_cancel, run_at, created_at, updated_at)
    select '00000000-0000-4000-8000-000000000016', 'search.rebuild', 'queued', 'rebuild', '', 'system', 1, 0, ${now}, ${now}
      from search_state where name = 'rebuild'
        and (${field('value', 'status')} in ('pending', 'running') or ${field('value', 'left')} is not null)`;
}

function after(prefix: string, column = 'name'): string {
  return `substr(${column}, ${prefix.length + 1})`;
}
