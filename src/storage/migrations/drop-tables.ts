import type { Store } from '../port.js';
import { POSTGRES_DIALECT } from '../postgres/postgres-dialect.js';
import { SQLITE_DIALECT } from '../sqlite/sqlite-dialect.js';
import { MIGRATIONS } from './index.js';

/** Drops every table that the migrations created, with its data. */
export async function dropTables(store: Store): Promise<void> {
  await store.write(async (tx) => {
    for (const table of ['migration', ...tablesOfMigrations()].reverse()) await tx.run(`drop table if exists ${table}`);
  });
}

function tablesOfMigrations(): Set<string> {
  const statements = MIGRATIONS.flatMap((migration) => [
    ...migration.statements(SQLITE_DIALECT),
    ...migration.statements(POSTGRES_DIALECT),
  ]);
  const names = statements.map((text) => /^\s*create (?:virtual )?table (?:if not exists )?(\w+)/.exec(text)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}
