import type { Sql, SqlValue } from '../../port.js';
import { hashFqn } from './entity-columns.js';

/** Condition of the rows with these names. A single name is compared directly, which is planned once. */
export function namedRows(
  { dialect }: Sql,
  type: string,
  fqns: readonly string[],
): { condition: string; values: SqlValue[] } {
  const [only] = fqns;
  if (only !== undefined && fqns.length === 1)
    return { condition: 'type = $1 and fqn_hash = $2', values: [type, hashFqn(only)] };
  const hashes = JSON.stringify(fqns.map((fqn) => Buffer.from(hashFqn(fqn)).toString('hex')));
  const condition = `type = $1 and fqn_hash in (select ${dialect.unhex('value')} from ${dialect.list('$2')} as hashes)`;
  return { condition, values: [type, hashes] };
}
