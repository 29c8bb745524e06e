import { createHash } from 'node:crypto';
import type { Sql, Store } from '../port.js';
import { POSTGRES_DIALECT } from '../postgres/postgres-dialect.js';
import { SQLITE_DIALECT } from '../sqlite/sqlite-dialect.js';
import { MIGRATIONS } from './index.js';
import type { Migration } from './migration.js';

/** The database was migrated by a different build: a newer one, or one with an edited migration. */
export class MigrationMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationMismatch';
  }
}

interface AppliedRow {
  number: number;
  name: string;
  checksum: string;
}

/**
 * Migrates the schema in one transaction and returns the names of the migrations that ran; none if it was up to date.
 * Throws `MigrationMismatch` before changing anything.
 */
export async function migrate(store: Store, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  return store.write(async (tx) => {
    for (const text of tx.dialect.beforeMigration) await tx.all(text);
    await refuseForeign(tx);
    const { text, integer } = tx.dialect.types;
    await tx.run(
      `create table if not exists migration (
        number ${integer} primary key, name ${text} not null, checksum ${text} not null, applied_at ${integer} not null)`,
    );
    const applied = await appliedMigrations(tx);
    checkApplied(applied, migrations);
    const missing = migrations.slice(applied.length);
    for (const migration of missing) await apply(tx, migration);
    return missing.map(nameOf);
  });
}

/** Tables with our names that no migration created belong to another program. */
async function refuseForeign(tx: Sql): Promise<void> {
  const has = (table: string) => tx.get(tx.dialect.hasTable, [table]);
  if ((await has('entity')) && !(await has('migration')))
    throw new MigrationMismatch('the database contains tables of another program; use a separate one for Cairn');
}

/** Migrations that `migrate` would run; also throws `MigrationMismatch`. */
export async function pendingMigrations(sql: Sql, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  const exists = await sql.get(sql.dialect.hasTable, ['migration']);
  const applied = exists ? await appliedMigrations(sql) : [];
  checkApplied(applied, migrations);
  return migrations.slice(applied.length).map(nameOf);
}

/** Checksum of a migration's statements on every dialect. */
export function checksumOf(migration: Migration): string {
  const statements = [SQLITE_DIALECT, POSTGRES_DIALECT].map((dialect) => migration.statements(dialect).join(';\n'));
  return createHash('sha256').update(statements.join('\n--\n')).digest('hex');
}

function appliedMigrations(sql: Sql): Promise<AppliedRow[]> {
  return sql.all<AppliedRow>('select number, name, checksum from migration order by number');
}

function checkApplied(applied: readonly AppliedRow[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (!known || known.number !== row.number)
      throw new MigrationMismatch(
        `the database has migration ${row.number} (${row.name}), which this version does not know; use a newer version`,
      );
    if (checksumOf(known) !== row.checksum)
      throw new MigrationMismatch(`migration ${nameOf(known)} is not the one that was applied to this database`);
  }
}

async function apply(tx: Sql, migration: Migration): Promise<void> {
  for (const statement of migration.statements(tx.dialect)) await tx.run(statement);
  await tx.run(`insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, ${tx.dialect.now})`, [
    migration.number,
    migration.name,
    checksumOf(migration),
  ]);
}

function nameOf({ number, name }: Migration): string {
  return `${String(number).padStart(4, '0')}-${name}`;
}
