import type { Sql, SqlValue } from '../../port.js';

/** FQNs begin with `from` before and with `to` after; both end with a dot. */
export interface Renaming {
  from: string;
  to: string;
  /** Where the entity was also moved: what `refs` of its descendants now ends with, behind its own id. */
  outer?: readonly OuterContainers[];
}

/** The end of the JSON text of `refs`, from the comma or bracket behind the moved entity on, for some types. */
export interface OuterContainers {
  types: readonly string[];
  end: string;
}

/**
 * Replaces the beginning of the FQNs of all descendants of an entity, in their columns and in the FQNs that their texts
 * hold, and with `outer` the end of their containers, and increments their row revisions. A descendant that is not named
 * after the entity is left alone. For entities without parts: offsets into their texts would no longer be right.
 *
 * Everything happens in the database, because other writers wait meanwhile: names need not be fetched, hashed and sent
 * back. Where writers are concurrent, the rows are locked level by level, in a consistent order to avoid deadlocks;
 * so it waits for writers that add a child to a level before it is locked.
 */
export async function renameDescendants(tx: Sql, rootId: string, renaming: Renaming): Promise<void> {
  const renameIn = async (condition: string, given: string) => {
    for (const outer of renaming.outer ?? [null])
      await renameThose(tx, rootId, { ...renaming, outer, condition, given });
    tx.written?.clear();
  };
  if (tx.dialect.forUpdate === '') return renameIn(BELOW, rootId);
  for (let parents = [rootId]; parents.length > 0; ) {
    // Joined: where the planner expects many children of each, it would compare every row with every one of an array.
    const rows = await tx.all<{ id: string }>(
      `select child.id from ${tx.dialect.list('$1')} as given join entity child on child.parent_id = given.value
        order by child.id${tx.dialect.forUpdate} of child`,
      [JSON.stringify(parents)],
    );
    parents = rows.map(({ id }) => id);
    // An array is looked up in the index, however many rows the planner expects.
    if (parents.length > 0) await renameIn(`id = any(array${tx.dialect.list('$1')})`, JSON.stringify(parents));
  }
}

const BELOW = `rowid in (with recursive below (place, id) as (
    select rowid, id from entity where parent_id = $1
    union all
    select child.rowid, child.id from below join entity child on child.parent_id = below.id)
  select place from below)`;

/** `condition` selects rows by `given`, which is `$1`. */
type Step = Pick<Renaming, 'from' | 'to'> & { outer: OuterContainers | null; condition: string; given: string };

async function renameThose(tx: Sql, rootId: string, { from, to, outer, condition, given }: Step): Promise<void> {
  const begins = 'substr(fqn, 1, length(cast($2 as text))) = cast($2 as text)';
  const fqn = 'cast($3 as text) || substr(fqn, length(cast($2 as text)) + 1)';
  const renamed = (column: string) => `replace(${column}, cast($4 as text), cast($5 as text))`;
  const values: SqlValue[] = [given, from, to, memberText(from), memberText(to)];
  if (outer) values.push(`"${rootId}"]`, outer.end, JSON.stringify(outer.types));
  await tx.run(
    `update entity set fqn = ${fqn}, fqn_hash = ${tx.dialect.hash(fqn)}, ref = ${renamed('ref')},
        doc = ${renamed('doc')}, ${outer ? `refs = ${endingDifferently(tx)}, ` : ''}revision = revision + 1
      where ${condition} and ${begins}${outer ? ` and type in ${tx.dialect.list('$8')}` : ''}`,
    values,
  );
}

/** `refs` with another end, `$7`, behind `$6`. */
function endingDifferently({ dialect }: Sql): string {
  const found = dialect.position('refs', 'cast($6 as text)');
  return `case when ${found} = 0 then refs
      else substr(refs, 1, ${found} + length(cast($6 as text)) - 1) || cast($7 as text) end`;
}

/** How JSON text holds an FQN that begins so. A quote within a value is escaped, so no value looks like this. */
function memberText(fqn: string): string {
  return `"fullyQualifiedName":${JSON.stringify(fqn).slice(0, -1)}`;
}
