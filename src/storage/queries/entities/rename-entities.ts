import type { Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { hashFqn } from './entity-columns.js';

export type NamedRow = Pick<EntityRow, 'id' | 'type' | 'fqn'>;

/** The children of these entities in every state, locked against other writers until the end of the transaction. */
export function lockChildren(tx: Sql, parentIds: readonly string[]): Promise<NamedRow[]> {
  return tx.all<NamedRow>(
    `select id, type, fqn from entity where parent_id in ${tx.dialect.list('$1')} order by id${tx.dialect.forUpdate}`,
    [JSON.stringify(parentIds)],
  );
}

/**
 * Replaces the beginning `from` of the FQNs of entities by `to`, in their columns and in the FQNs that their texts hold,
 * and increments their row revisions. Both end with a dot. One statement for all rows, because it runs for a whole
 * subtree at once. For entities without parts: offsets into their texts would no longer be right.
 */
export async function renameEntities(tx: Sql, rows: readonly NamedRow[], from: string, to: string): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ id, fqn }) => hashOf(to + fqn.slice(from.length)) + id);
  const { list, unhex } = tx.dialect;
  const renamed = (column: string) => `replace(entity.${column}, cast($4 as text), cast($5 as text))`;
  await tx.run(
    `update entity set fqn = cast($3 as text) || substr(entity.fqn, length(cast($2 as text)) + 1),
        fqn_hash = ${unhex('substr(given.value, 1, 64)')}, ref = ${renamed('ref')}, doc = ${renamed('doc')},
        revision = entity.revision + 1
      from ${list('$1')} as given where entity.id = substr(given.value, 65)`,
    [JSON.stringify(given), from, to, memberText(from), memberText(to)],
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) tx.written?.delete(id);
}

function hashOf(fqn: string): string {
  return Buffer.from(hashFqn(fqn)).toString('hex');
}

/** How JSON text holds an FQN that begins so. A quote within a value is escaped, so no value looks like this. */
function memberText(fqn: string): string {
  return `"fullyQualifiedName":${JSON.stringify(fqn).slice(0, -1)}`;
}
