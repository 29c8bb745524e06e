import { cached, type Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { ENTITY_COLUMNS, hashFqn, namedRows } from './entity-columns.js';

// All lookups find rows in every deletion state; callers decide what to show.

export function getEntityById(sql: Sql, id: string): Promise<EntityRow | undefined> {
  return sql.get<EntityRow>(`select ${ENTITY_COLUMNS} from entity where id = $1`, [id]);
}

/** Rows in no particular order; unknown ids are left out. */
export function getEntitiesByIds(sql: Sql, ids: readonly string[]): Promise<EntityRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return sql.all<EntityRow>(`select ${ENTITY_COLUMNS} from entity where id in ${sql.dialect.list('$1')}`, [
    JSON.stringify(ids),
  ]);
}

export function getEntityByFqn(sql: Sql, type: string, fqn: string): Promise<EntityRow | undefined> {
  return sql.get<EntityRow>(`select ${ENTITY_COLUMNS} from entity where type = $1 and fqn_hash = $2`, [
    type,
    hashFqn(fqn),
  ]);
}

/** Until the end of the transaction: against all but reads, against other writers, or against changes only. */
export type RowLock = 'forUpdate' | 'forWrite' | 'forShare';

/** The same, locked against other writers until the end of the transaction. */
export function lockEntityById(tx: Sql, id: string): Promise<EntityRow | undefined> {
  return tx.get<EntityRow>(`select ${ENTITY_COLUMNS} from entity where id = $1${tx.dialect.forWrite}`, [id]);
}

export function lockEntityByFqn(tx: Sql, type: string, fqn: string): Promise<EntityRow | undefined> {
  return tx.get<EntityRow>(
    `select ${ENTITY_COLUMNS} from entity where type = $1 and fqn_hash = $2${tx.dialect.forWrite}`,
    [type, hashFqn(fqn)],
  );
}

/** Rows in no particular order; unknown names are left out. */
export function getEntitiesByFqns(sql: Sql, type: string, fqns: readonly string[]): Promise<EntityRow[]> {
  if (fqns.length === 0) return Promise.resolve([]);
  const { condition, values } = namedRows(sql, type, fqns);
  return sql.all<EntityRow>(`select ${ENTITY_COLUMNS} from entity where ${condition}`, values);
}

/**
 * The same, locked against other writers until the end of the transaction, in a consistent order to avoid deadlocks;
 * or locked against changes only.
 */
export function lockEntitiesByFqns(
  tx: Sql,
  type: string,
  fqns: readonly string[],
  lock: RowLock = 'forWrite',
): Promise<EntityRow[]> {
  if (fqns.length === 0) return Promise.resolve([]);
  const { condition, values } = namedRows(tx, type, fqns);
  const order = fqns.length === 1 ? '' : ' order by id';
  return tx.all<EntityRow>(
    `select ${ENTITY_COLUMNS} from entity where ${condition}${order}${tx.dialect[lock]}`,
    values,
  );
}

/** As `getEntitiesByFqns`, cached, for rows that many writes need (containers). Callers must not modify the rows. */
export async function getSharedByFqns(sql: Sql, type: string, fqns: readonly string[]): Promise<readonly EntityRow[]> {
  if (!sql.rememberedByName) return getEntitiesByFqns(sql, type, fqns);
  const names = new Map(fqns.map((fqn) => [`${type} ${fqn}`, fqn]));
  return sql.rememberedByName([...names.keys()], async (missing) => {
    const rows = await getEntitiesByFqns(
      sql,
      type,
      missing.map((name) => names.get(name) as string),
    );
    return new Map(rows.map((row) => [`${type} ${row.fqn}`, row]));
  });
}

/**
 * Reads rows and locks them against other writers until the end of the transaction, in a consistent order to avoid
 * deadlocks.
 */
export function lockEntities(tx: Sql, ids: readonly string[]): Promise<EntityRow[]> {
  return lockedByIds(tx, ids, tx.dialect.forWrite);
}

/** The same, without the rows that others have locked. */
export function lockFreeEntities(tx: Sql, ids: readonly string[]): Promise<EntityRow[]> {
  return lockedByIds(tx, ids, tx.dialect.skipLocked);
}

async function lockedByIds(tx: Sql, ids: readonly string[], lock: string): Promise<EntityRow[]> {
  if (ids.length === 0) return [];
  return tx.all<EntityRow>(
    `select ${ENTITY_COLUMNS} from entity where id in ${tx.dialect.list('$1')} order by id${lock}`,
    [JSON.stringify(ids)],
  );
}

/**
 * The current state of rows, locked against other writers until the end of the transaction; removed rows are left out.
 * Where writers are serial nothing can have changed, and the rows are returned as they are.
 */
export async function lockRows(
  tx: Sql,
  rows: readonly EntityRow[],
  lock: RowLock = 'forWrite',
): Promise<readonly EntityRow[]> {
  if (tx.dialect[lock] === '') return rows;
  return lockedByIds(
    tx,
    rows.map(({ id }) => id),
    tx.dialect[lock],
  );
}

/**
 * Locks rows that are about to be removed: references to them are stored before or not at all, so that whoever removes
 * them finds each.
 */
export async function lockForRemoval(tx: Sql, ids: readonly string[]): Promise<void> {
  if (tx.dialect.forUpdate === '' || ids.length === 0) return;
  const rows = `select 1 from entity where id in ${tx.dialect.list('$1')} order by id${tx.dialect.forUpdate}`;
  await tx.all(rows, [JSON.stringify(ids)]);
}

/** The columns that a reference to an entity needs. */
export type ReferenceRow = Pick<EntityRow, 'id' | 'type' | 'deleted' | 'ref'>;

/** Rows in no particular order; unknown ids are left out. They may be cached; callers must not modify them. */
export async function getReferences(sql: Sql, ids: readonly string[]): Promise<readonly ReferenceRow[]> {
  if (ids.length === 0) return [];
  if (sql.remembered) return [...(await referencesById(sql, ids)).values()];
  const given = JSON.stringify(ids);
  const load = () => loadReferences(sql, given);
  return cached(sql, `references ${given}`, load, (rows) => rows.reduce((sum, { ref }) => sum + ref.length + 100, 0));
}

/** The same by id. */
export async function referencesById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, ReferenceRow>> {
  const byId = (rows: readonly ReferenceRow[]) => new Map(rows.map((row) => [row.id, row]));
  if (!sql.remembered) return byId(await getReferences(sql, ids));
  return sql.remembered('entity', 'reference', ids, async (missing) =>
    byId(await loadReferences(sql, JSON.stringify(missing))),
  );
}

function loadReferences(sql: Sql, given: string): Promise<ReferenceRow[]> {
  return sql.all<ReferenceRow>(`select id, type, deleted, ref from entity where id ${sql.dialect.among('$1')}`, [
    given,
  ]);
}

/**
 * Whether these rows still have their name and state. If so, they keep them until the end of the transaction. `forWrite`:
 * other writers wait that long.
 */
export async function holdRows(tx: Sql, rows: readonly EntityRow[], lock: RowLock = 'forShare'): Promise<boolean> {
  if (tx.dialect[lock] === '') return true;
  const ids = rows.map(({ id }) => id);
  const held = new Map((await holdReferences(tx, ids, lock)).map((row) => [row.id, row]));
  return rows.every(({ id, ref, deleted }) => {
    const now = held.get(id);
    return now?.ref === ref && now.deleted === deleted;
  });
}

/** A reference and the texts of some fields of the entity; null where it has none. */
export type ReferenceWithFields = ReferenceRow & { fields: readonly (string | null)[] };

/** `getReferences` with fields (dotted paths) of the documents, in the same statement. */
export async function getReferencesWith(
  sql: Sql,
  ids: readonly string[],
  fields: readonly string[],
): Promise<readonly ReferenceWithFields[]> {
  if (ids.length === 0) return [];
  if (!sql.remembered) return [...(await loadReferencesWith(sql, ids, fields)).values()];
  const load = (missing: readonly string[]) => loadReferencesWith(sql, missing, fields);
  return [...(await sql.remembered('entity', `reference ${fields}`, ids, load)).values()];
}

async function loadReferencesWith(
  sql: Sql,
  ids: readonly string[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, ReferenceWithFields>> {
  const columns = fields.map((field, i) => `, ${sql.dialect.field('doc', field)} as field_${i}`).join('');
  const rows = await sql.all<ReferenceRow & Record<`field_${number}`, string | null>>(
    `select id, type, deleted, ref${columns} from entity where id ${sql.dialect.among('$1')}`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.map((row) => {
      const { id, type, deleted, ref } = row;
      return [id, { id, type, deleted, ref, fields: fields.map((_, i) => row[`field_${i}`] ?? null) }];
    }),
  );
}

/** References that stay valid until the end of the transaction: their entities cannot be removed meanwhile. */
export function holdReferences(tx: Sql, ids: readonly string[], lock: RowLock = 'forShare'): Promise<ReferenceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.all<ReferenceRow>(
    `select id, type, deleted, ref from entity where id in ${tx.dialect.list('$1')} order by id${tx.dialect[lock]}`,
    [JSON.stringify(ids)],
  );
}
