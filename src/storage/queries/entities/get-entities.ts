import { kept, type Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { ENTITY_COLUMNS, hashFqn } from './entity-columns.js';

// All look-ups find rows in every state of deletion; what is shown is the caller's decision.

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

/** Rows in no particular order; unknown names are left out. */
export function getEntitiesByFqns(sql: Sql, type: string, fqns: readonly string[]): Promise<EntityRow[]> {
  if (fqns.length === 0) return Promise.resolve([]);
  const hashes = `(select ${sql.dialect.unhex('value')} from ${sql.dialect.list('$2')} as hashes)`;
  return sql.all<EntityRow>(`select ${ENTITY_COLUMNS} from entity where type = $1 and fqn_hash in ${hashes}`, [
    type,
    JSON.stringify(fqns.map((fqn) => Buffer.from(hashFqn(fqn)).toString('hex'))),
  ]);
}

/** As `getEntitiesByFqns`, for what many writes name (containers). The rows may be shared: nobody changes them. */
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

/** Reads rows and keeps other writers from them until the transaction ends, in one order for everybody. */
export function lockEntities(tx: Sql, ids: readonly string[]): Promise<EntityRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.all<EntityRow>(
    `select ${ENTITY_COLUMNS} from entity where id in ${tx.dialect.list('$1')} order by id${tx.dialect.forUpdate}`,
    [JSON.stringify(ids)],
  );
}

/**
 * The same rows as they are now, kept from other writers until the transaction ends; those that are gone are left out. Where writers
 * are serial nothing can have changed, and the rows come back as they are.
 */
export async function lockRows(tx: Sql, rows: readonly EntityRow[]): Promise<readonly EntityRow[]> {
  if (tx.dialect.forUpdate === '') return rows;
  return lockEntities(
    tx,
    rows.map(({ id }) => id),
  );
}

/** What a reference to an entity needs. */
export type ReferenceRow = Pick<EntityRow, 'id' | 'type' | 'deleted' | 'ref'>;

/** Rows in no particular order; unknown ids are left out. They may be shared: nobody changes them. */
export async function getReferences(sql: Sql, ids: readonly string[]): Promise<readonly ReferenceRow[]> {
  if (ids.length === 0) return [];
  if (sql.remembered) return [...(await referencesById(sql, ids)).values()];
  const given = JSON.stringify(ids);
  const load = () => loadReferences(sql, given);
  return kept(sql, `references ${given}`, load, (rows) => rows.reduce((sum, { ref }) => sum + ref.length + 100, 0));
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
  return sql.all<ReferenceRow>(`select id, type, deleted, ref from entity where id in ${sql.dialect.list('$1')}`, [
    given,
  ]);
}

/** Whether these rows still have their name and state. They keep them until the transaction ends. */
export async function holdRows(tx: Sql, rows: readonly EntityRow[]): Promise<boolean> {
  if (tx.dialect.forShare === '') return true;
  const ids = rows.map(({ id }) => id);
  const held = new Map((await holdReferences(tx, ids)).map((row) => [row.id, row]));
  return rows.every(({ id, ref, deleted }) => {
    const now = held.get(id);
    return now?.ref === ref && now.deleted === deleted;
  });
}

/** References that stay valid until the transaction ends: the entities cannot be removed meanwhile. */
export function holdReferences(tx: Sql, ids: readonly string[]): Promise<ReferenceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.all<ReferenceRow>(
    `select id, type, deleted, ref from entity where id in ${tx.dialect.list('$1')} order by id${tx.dialect.forShare}`,
    [JSON.stringify(ids)],
  );
}
