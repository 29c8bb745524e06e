import type { Sql } from '../../port.js';

/** A conversation, a task or an announcement about an entity or a part of it. */
export interface ThreadRow {
  id: string;
  type: string;
  about_type: string;
  about_id: string;
  /** What the entity link has behind the entity: `columns::id::description`; '' for the entity itself. */
  part: string;
  message: string;
  author_id: string;
  author_name: string;
  created_at: number;
  updated_at: number;
  updated_by: string;
  resolved: number;
  task_number: number | null;
  task_status: string | null;
  starts_at: number | null;
  ends_at: number | null;
  /** JSON text of further fields. */
  doc: string;
}

const NAMES = [
  ...['id', 'type', 'about_type', 'about_id', 'part', 'message', 'author_id', 'author_name', 'created_at'],
  ...['updated_at', 'updated_by', 'resolved', 'task_number', 'task_status', 'starts_at', 'ends_at', 'doc'],
] as const;

/** The columns of a thread under an alias. */
export const threadColumns = (alias: string) => NAMES.map((name) => `${alias}.${name}`).join(', ');

export async function insertThread(tx: Sql, row: ThreadRow): Promise<void> {
  const places = NAMES.map((_, i) => `$${i + 1}`).join(', ');
  await tx.run(
    `insert into thread (${NAMES.join(', ')}) values (${places})`,
    NAMES.map((name) => row[name]),
  );
}

export function getThread(sql: Sql, id: string): Promise<ThreadRow | undefined> {
  return sql.get<ThreadRow>(`select ${threadColumns('t')} from thread t where t.id = $1`, [id]);
}

/** The same, locked until the end of the transaction. */
export function lockThread(tx: Sql, id: string): Promise<ThreadRow | undefined> {
  return tx.get<ThreadRow>(`select ${threadColumns('t')} from thread t where t.id = $1${tx.dialect.forUpdate}`, [id]);
}

/** The id of the task thread with this number. */
export async function threadOfTask(sql: Sql, number: number): Promise<string | undefined> {
  return (await sql.get<{ id: string }>('select id from thread where task_number = $1', [number]))?.id;
}

/** Stores what can change of a thread. */
export async function updateThread(tx: Sql, row: ThreadRow): Promise<void> {
  await tx.run(
    `update thread set message = $2, updated_at = $3, updated_by = $4, resolved = $5, task_status = $6,
      starts_at = $7, ends_at = $8, doc = $9 where id = $1`,
    [
      ...[row.id, row.message, row.updated_at, row.updated_by, row.resolved, row.task_status],
      ...[row.starts_at, row.ends_at, row.doc],
    ],
  );
}

/** Removes a thread with its posts and reactions. */
export async function deleteThread(tx: Sql, id: string): Promise<void> {
  await tx.run('delete from thread where id = $1', [id]);
}

/**
 * Removes up to `limit` resolved conversations, closed tasks and announcements that are over, with posts and reactions, if they
 * changed last before a time. Resolves to their number.
 */
export function deleteEndedThreads(tx: Sql, at: number, limit: number): Promise<number> {
  return tx.run(
    `delete from thread where id in (select id from thread where created_at < $1 and updated_at < $1
      and (resolved = 1 or task_status = 'Closed' or ends_at < $1) order by created_at, id limit $2)`,
    [at, limit],
  );
}

/** Whether an announcement about the entity, other than `exceptId`, is shown within the period. */
export async function hasAnnouncement(
  sql: Sql,
  { aboutId, from, to, exceptId }: { aboutId: string; from: number; to: number; exceptId: string },
): Promise<boolean> {
  const found = await sql.get(
    `select 1 as found from thread where about_id = $1 and starts_at <= $2 and ends_at >= $3 and id <> $4 limit 1`,
    [aboutId, to, from, exceptId],
  );
  return found !== undefined;
}

/** The next number of a sequence. Numbers of transactions that fail are given again, so there are no gaps. */
export async function nextNumber(tx: Sql, name: string): Promise<number> {
  const row = await tx.get<{ value: number }>(
    `insert into counter (name, value) values ($1, 1)
      on conflict (name) do update set value = counter.value + 1 returning value`,
    [name],
  );
  return Number(row?.value);
}
