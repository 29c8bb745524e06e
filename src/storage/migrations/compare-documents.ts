import type { MigrationDialect } from './migration.js';

const COMPARE = '{"status":"pending","anew":false,"first":false}';

/**
 * Queues the job that compares the documents of the search index with their entities and rewrites them in place, in the
 * name of a migration. A rebuild that is not completed yet is left as it is. Released migrations use this: its
 * statements may not change.
 */
export function compareDocuments({ field, now }: MigrationDialect, migration: number, onlyIf = ''): string[] {
  return [
    `update search_state set value = '${COMPARE}' where name = 'rebuild'
      and ${field('value', 'status')} = 'completed' and ${field('value', 'left')} is null`,
    `insert into search_state (name, value) select 'rebuild', '${COMPARE}'
      where exists (select 1 from entity) and not exists (select 1 from search_state where name = 'rebuild')`,
    `insert into job (id, kind, state, key, actor_id, actor_name, can_cancel, run_at, created_at, updated_at)
      select '00000000-0000-4000-8000-0000000000${migration}', 'search.rebuild', 'queued', 'rebuild', '', 'system', 1, 0, ${now}, ${now}
        from search_state where name = 'rebuild' and value = '${COMPARE}'${onlyIf}`,
  ];
}
