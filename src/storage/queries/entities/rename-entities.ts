import type { Sql } from '../../port.js';

/** FQNs begin with `from` before and with `to` after; both end with a dot. */
export interface Renaming {
  from: string;
  to: string;
}

/**
 * Replaces the beginning of the FQNs of all descendants of an entity, in their columns and in the FQNs that their texts
 * hold, and increments their row revisions. A descendant that is not named after the entity is left alone. For
 * entities without parts: offsets into their texts would no longer be right.
 *
 * Everything happens in the database, because other writers wait meanwhile: names need not be fetched, hashed and sent
 * back. Where writers are concurrent, the rows are locked level by level, in a consistent order to avoid deadlocks;
 * whoever adds a child to a level before it is locked is waited for.
 */
export async function renameDescendants(tx: Sql, rootId: string, renaming: Renaming): Promise<void> {
  if (tx.dialect.forUpdate === '') {
    await renameThose(tx, renaming, BELOW, rootId);
    return;
  }
  for (let parents = [rootId]; parents.length > 0; ) {
    const rows = await tx.all<{ id: string }>(
      `select id from entity where parent_id = any(array${tx.dialect.list('$1')}) order by id${tx.dialect.forUpdate}`,
      [JSON.stringify(parents)],
    );
    parents = rows.map(({ id }) => id);
    // An array is looked up in the index, however many rows the planner expects.
    if (parents.length > 0)
      await renameThose(tx, renaming, `id = any(array${tx.dialect.list('$1')})`, JSON.stringify(parents));
  }
}

const BELOW = `rowid in (with recursive below (place, id) as (
    select rowid, id from entity where parent_id = $1
    union all
    select child.rowid, child.id from below join entity child on child.parent_id = below.id)
  select place from below)`;

/** `condition` selects rows by `$1`. */
async function renameThose(tx: Sql, { from, to }: Renaming, condition: string, given: string): Promise<void> {
  const begins = 'substr(fqn, 1, length(cast($2 as text))) = cast($2 as text)';
  const fqn = 'cast($3 as text) || substr(fqn, length(cast($2 as text)) + 1)';
  const renamed = (column: string) => `replace(${column}, cast($4 as text), cast($5 as text))`;
  await tx.run(
    `update entity set fqn = ${fqn}, fqn_hash = ${tx.dialect.hash(fqn)}, ref = ${renamed('ref')},
        doc = ${renamed('doc')}, revision = revision + 1
      where ${condition} and ${begins}`,
    [given, from, to, memberText(from), memberText(to)],
  );
  tx.written?.clear();
}

/** How JSON text holds an FQN that begins so. A quote within a value is escaped, so no value looks like this. */
function memberText(fqn: string): string {
  return `"fullyQualifiedName":${JSON.stringify(fqn).slice(0, -1)}`;
}
