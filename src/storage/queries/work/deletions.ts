import type { Sql } from '../../port.js';

/** A subtree that is being deleted in slices by a job; writes below its root are rejected meanwhile. */
export interface DeletionRow {
  root_id: string;
  root_type: string;
  root_fqn: string;
  /** 0: soft, 1: permanent, 2: a restore, which works the same way. */
  hard: number;
  job_id: string;
  started_at: number;
  actor: string;
  /** Number of entities, and uses of them, done so far. */
  progress: number;
}

export type SubtreeLock = Pick<DeletionRow, 'root_id' | 'root_type' | 'root_fqn' | 'hard' | 'job_id'>;

/** Throws `UniqueViolation` if the root is already being deleted. */
export async function insertDeletion(tx: Sql, row: SubtreeLock): Promise<void> {
  await tx.run('insert into deletion (root_id, root_type, root_fqn, hard, job_id) values ($1, $2, $3, $4, $5)', [
    row.root_id,
    row.root_type,
    row.root_fqn,
    row.hard,
    row.job_id,
  ]);
}

const SELECT = `select d.root_id, d.root_type, d.root_fqn, d.hard, d.job_id,
    j.created_at as started_at, j.actor_name as actor, j.done as progress
  from deletion d join job j on j.id = d.job_id`;

/** Deletions in progress, oldest first. */
export function listDeletions(sql: Sql): Promise<DeletionRow[]> {
  return sql.all<DeletionRow>(`${SELECT} order by j.n`);
}

export function getDeletion(sql: Sql, rootId: string): Promise<DeletionRow | undefined> {
  return sql.get<DeletionRow>(`${SELECT} where d.root_id = $1`, [rootId]);
}

/** Whether one of these roots is still being deleted or restored. */
export async function isDeleting(sql: Sql, rootIds: readonly string[]): Promise<boolean> {
  const text = `select 1 as found from deletion where root_id in ${sql.dialect.list('$1')} limit 1`;
  return (await sql.get(text, [JSON.stringify(rootIds)])) !== undefined;
}

export async function removeDeletion(tx: Sql, rootId: string): Promise<void> {
  await tx.run('delete from deletion where root_id = $1', [rootId]);
}

/** The id of the job that processes a subtree. */
export async function deletionJobOf(sql: Sql, rootId: string): Promise<string | undefined> {
  return (await sql.get<{ job_id: string }>('select job_id from deletion where root_id = $1', [rootId]))?.job_id;
}
