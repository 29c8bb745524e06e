import type { Migration, MigrationDialect } from './migration.js';

/** The queue of jobs. */
export const jobs: Migration = {
  number: 16,
  name: 'jobs',
  statements: jobTables,
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
