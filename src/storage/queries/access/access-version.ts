import { cached, type Sql } from '../../port.js';
import { getSetting } from '../work/settings.js';

const NAME = 'access.version';

/** How many commits so far have changed rights, tokens or keys, as far as the snapshot shows them. */
export function accessVersion(sql: Sql): Promise<number> {
  return cached(
    sql,
    NAME,
    async () => Number((await getSetting(sql, NAME))?.doc ?? 0),
    () => NAME.length,
  );
}

/** Keeps others from changing rights until the end of the transaction. */
export async function lockAccessVersion(tx: Sql): Promise<void> {
  await tx.get(`select doc from setting where name = $1${tx.dialect.forWrite}`, [NAME]);
}

/** The version from the commit on. Call it last in a transaction: others that change rights wait for the commit. */
export async function raiseAccessVersion(tx: Sql): Promise<number> {
  const row = await tx.get<{ doc: string }>(
    `insert into setting (name, updated_at, doc) values ($1, ${tx.dialect.now}, '1')
      on conflict (name) do update set updated_at = excluded.updated_at, doc = cast(cast(setting.doc as bigint) + 1 as text)
      returning doc`,
    [NAME],
  );
  return Number(row?.doc);
}
