import type { Migration, MigrationDialect } from './migration.js';

/**
 * Documents do not hold FQNs, so a row whose FQN alone changes, below what is renamed, is not touched. The documents of
 * an existing index still find what they should; a job compares and rewrites them in place.
 */
export const documentsWithoutFqn: Migration = {
  number: 18,
  name: 'documents-without-fqn',
  statements: (dialect) => [...dialect.search.ignoreFqns, ...compareDocuments(dialect)],
};

const COMPARE = '{"status":"pending","anew":false,"first":false}';

/** A rebuild that is not completed yet is left as it is. */
function compareDocuments({ field, now }: MigrationDialect): string[] {
  return [
    `update search_state set value = '${COMPARE}' where name = 'rebuild'
      and ${field('value', 'status')} = 'completed' and ${field('value', 'left')} is null`,
    `insert into search_state (name, value) select 'rebuild', '${COMPARE}'
      where exists (select 1 from entity) and not exists (select 1 from search_state where name = 'rebuild')`,
    `insert into job (id, kind, state, key, actor_id, actor_name, can_cancel, run_at, created_at, updated_at)
      select '00000000-0000-4000-8000-000000000018', 'search.rebuild', 'queued', 'rebuild', '', 'system', 1, 0, ${now}, ${now}
        from search_state where name = 'rebuild' and value = '${COMPARE}'`,
  ];
}
