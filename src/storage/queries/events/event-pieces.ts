import type { Sql } from '../../port.js';
import type { EventRow } from '../../rows.js';

/** The text columns of an event. */
export type EventPieces = Pick<EventRow, 'id' | 'doc' | 'change' | 'entity'>;

/** Events about entities of these types, by id, whether or not they have a position. */
export function listEventPieces(
  sql: Sql,
  { types, after, limit }: { types: readonly string[]; after: string; limit: number },
): Promise<EventPieces[]> {
  return sql.all<EventPieces>(
    `select id, doc, change, entity from change_event
      where entity_type in ${sql.dialect.list('$1')} and id > $2 order by id limit $3`,
    [JSON.stringify(types), after, limit],
  );
}

/** For content that must be removed from the log; events are otherwise immutable. */
export async function replaceEventPieces(tx: Sql, { id, doc, change, entity }: EventPieces): Promise<void> {
  await tx.run('update change_event set doc = $2, change = $3, entity = $4 where id = $1', [id, doc, change, entity]);
}
