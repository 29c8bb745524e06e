import type { Sql } from '../../port.js';

/** Whether a user logged in from an address before. `address` is a hash. */
export async function isKnownAddress(sql: Sql, userId: string, address: string): Promise<boolean> {
  const found = await sql.get('select 1 as found from known_address where user_id = $1 and address = $2', [
    userId,
    address,
  ]);
  return found !== undefined;
}

/** Records an address of a user, and removes all but the latest `keep`. */
export async function putKnownAddress(
  tx: Sql,
  { userId, address, at, keep }: { userId: string; address: string; at: number; keep: number },
): Promise<void> {
  await tx.run(
    `insert into known_address (user_id, address, seen_at) values ($1, $2, $3)
      on conflict (user_id, address) do update set seen_at = excluded.seen_at`,
    [userId, address, at],
  );
  await tx.run(
    `delete from known_address where user_id = $1 and address not in (
      select address from known_address where user_id = $1 order by seen_at desc, address limit $2)`,
    [userId, keep],
  );
}

/** Removes the addresses of a user, all but one. */
export async function deleteKnownAddresses(tx: Sql, userId: string, but: string | null = null): Promise<void> {
  await tx.run('delete from known_address where user_id = $1 and address <> $2', [userId, but ?? '']);
}

/** Removes addresses last seen before a time. */
export function deleteKnownAddressesBefore(tx: Sql, at: number): Promise<number> {
  return tx.run('delete from known_address where seen_at < $1', [at]);
}
