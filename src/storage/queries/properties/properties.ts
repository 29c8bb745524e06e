import type { Sql } from '../../port.js';

/** One value of a custom property of an entity. */
export interface PropertyRow {
  entity_id: string;
  type: string;
  name: string;
  ord: number;
  value: string;
  words: string | null;
  number: number | null;
}

/** Replaces the values of an entity; `had`: whether it may have some. */
export async function putProperties(
  tx: Sql,
  entityId: string,
  rows: readonly PropertyRow[],
  had: boolean,
): Promise<void> {
  if (had) await tx.run('delete from entity_property where entity_id = $1', [entityId]);
  for (const row of rows)
    await tx.run(
      `insert into entity_property (entity_id, type, name, ord, value, words, number)
        values ($1, $2, $3, $4, $5, $6, cast(cast($7 as text) as double precision))`,
      [entityId, row.type, row.name, row.ord, row.value, row.words, row.number === null ? null : String(row.number)],
    );
}

/** Ids of entities of a type that have a value of a property, at most `limit`, in no particular order. */
export async function entitiesWithProperty(sql: Sql, type: string, name: string, limit: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    'select distinct entity_id as id from entity_property where name = $1 and type = $2 limit $3',
    [name, type, limit],
  );
  return rows.map(({ id }) => id);
}

const MEMBERS = ['start', 'end', 'url', 'displayText'];

/** Removes the values of a property, and of its members, from entities. */
export async function dropProperties(tx: Sql, ids: readonly string[], name: string): Promise<void> {
  const cells = `${name.replace(/[\\%_]/g, '\\$&')}.rows.%`;
  await tx.run(
    `delete from entity_property where entity_id in ${tx.dialect.list('$1')}
      and (name in ${tx.dialect.list('$2')} or name like $3 escape '\\')`,
    [JSON.stringify(ids), JSON.stringify([name, ...MEMBERS.map((member) => `${name}.${member}`)]), cells],
  );
}
