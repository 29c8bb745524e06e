// A lease decides which node does a piece of work. Times are the database's, so that nodes need no synchronized
// clocks. Leases are written by transactions of their own (`quietly`).
import type { Sql } from '../../port.js';

export interface Lease {
  name: string;
  holder: string;
  /** Increases with every change of holder, so that late messages of an earlier holder can be recognized. */
  token: number;
}

/** Takes a lease that is free, expired or already ours, for `milliseconds`; undefined if another node holds it. */
export async function takeLease(
  tx: Sql,
  { name, holder, milliseconds }: { name: string; holder: string; milliseconds: number },
): Promise<Lease | undefined> {
  const row = await tx.get<{ token: number }>(
    `insert into lease (name, holder, until_at, token) values ($1, $2, ${tx.dialect.now} + $3, 1)
      on conflict (name) do update set holder = excluded.holder, until_at = excluded.until_at,
        token = lease.token + case when lease.holder = excluded.holder then 0 else 1 end
      where lease.holder = excluded.holder or lease.until_at <= ${tx.dialect.now}
      returning token`,
    [name, holder, milliseconds],
  );
  return row && { name, holder, token: row.token };
}

/** Renews a lease that is still ours; false if it was lost. */
export async function renewLease(tx: Sql, lease: Lease, milliseconds: number): Promise<boolean> {
  const renewed = await tx.run(
    `update lease set until_at = ${tx.dialect.now} + $4 where name = $1 and holder = $2 and token = $3`,
    [lease.name, lease.holder, lease.token, milliseconds],
  );
  return renewed === 1;
}

/** Releases a lease, so that another node need not wait for it to expire. */
export async function releaseLease(tx: Sql, lease: Lease): Promise<void> {
  await tx.run('update lease set until_at = 0 where name = $1 and holder = $2 and token = $3', [
    lease.name,
    lease.holder,
    lease.token,
  ]);
}

export interface HeldLeaseRow {
  name: string;
  holder: string;
}

/** Leases that somebody holds, whose names begin with this text. */
export function listLeases(sql: Sql, prefix: string): Promise<HeldLeaseRow[]> {
  return sql.all<HeldLeaseRow>(
    `select name, holder from lease where substr(name, 1, length(cast($1 as text))) = cast($1 as text)
      and until_at > ${sql.dialect.now} order by name`,
    [prefix],
  );
}

/** Removes leases that ended this long ago, whose names begin with this text. */
export async function removeLeases(tx: Sql, prefix: string, milliseconds: number): Promise<void> {
  await tx.run(
    `delete from lease where substr(name, 1, length(cast($1 as text))) = cast($1 as text)
      and until_at < ${tx.dialect.now} - $2`,
    [prefix, milliseconds],
  );
}
