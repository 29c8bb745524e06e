import type { Sql } from '../../port.js';

/** A subtree that is being deleted in slices; writers below its root are refused meanwhile. */
export interface DeletionRow {
  root_id: string;
  root_type: string;
  root_fqn: string;
  /** 0: soft, 1: for good, 2: a restore, which goes the same way. */
  hard: number;
  started_at: number;
  actor: string;
  /** Entities done so far. */
  progress: number;
}

const COLUMNS = 'root_id, root_type, root_fqn, hard, started_at, actor, progress';

/** Throws `UniqueViolation` when the root is being deleted already. */
export async function insertDeletion(tx: Sql, row: DeletionRow): Promise<void> {
  await tx.run(`insert into deletion (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`, [
    row.root_id,
    row.root_type,
    row.root_fqn,
    row.hard,
    row.started_at,
    row.actor,
    row.progress,
  ]);
}

/** Deletions under way, oldest first. */
export function listDeletions(sql: Sql): Promise<DeletionRow[]> {
  return sql.all<DeletionRow>(`select ${COLUMNS} from deletion order by started_at, root_id`);
}

/** Whether one of these roots is still being deleted or restored. */
export async function isDeleting(sql: Sql, rootIds: readonly string[]): Promise<boolean> {
  const text = `select 1 as found from deletion where root_id in ${sql.dialect.list('$1')} limit 1`;
  return (await sql.get(text, [JSON.stringify(rootIds)])) !== undefined;
}

/** Counts entities of a subtree as done. */
export async function addDeletionProgress(tx: Sql, rootId: string, done: number): Promise<void> {
  await tx.run('update deletion set progress = progress + $2 where root_id = $1', [rootId, done]);
}

export async function removeDeletion(tx: Sql, rootId: string): Promise<void> {
  await tx.run('delete from deletion where root_id = $1', [rootId]);
}
