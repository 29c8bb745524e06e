import type { Sql } from '../../port.js';
import { createParameters } from '../parameters.js';
import { type SeenTypes, seenCondition } from '../row-filter.js';

/** A file about an entity, without its content. */
export interface AttachmentRow {
  id: string;
  about_type: string;
  about_id: string;
  part: string;
  kind: string;
  file_name: string;
  media_type: string;
  size: number;
  updated_at: number;
  updated_by: string;
  deleted: number;
}

const NAMES = [
  ...['id', 'about_type', 'about_id', 'part', 'kind', 'file_name', 'media_type', 'size', 'updated_at', 'updated_by'],
  'deleted',
] as const;
const columns = NAMES.map((name) => `a.${name}`).join(', ');

export async function insertAttachment(tx: Sql, row: AttachmentRow, content: Uint8Array): Promise<void> {
  await tx.run(
    `insert into attachment (${NAMES.join(', ')}) values (${NAMES.map((_, i) => `$${i + 1}`).join(', ')})`,
    NAMES.map((name) => row[name]),
  );
  await tx.run('insert into attachment_data (attachment_id, content) values ($1, $2)', [row.id, content]);
}

export function getAttachment(sql: Sql, id: string): Promise<AttachmentRow | undefined> {
  return sql.get<AttachmentRow>(`select ${columns} from attachment a where a.id = $1`, [id]);
}

export async function attachmentContent(sql: Sql, id: string): Promise<Uint8Array | undefined> {
  return (await sql.get<{ content: Uint8Array }>('select content from attachment_data where attachment_id = $1', [id]))
    ?.content;
}

/** Live attachments about entities with this name that the reader may see (null: all), oldest first. */
export function listAttachments(
  sql: Sql,
  { fqn, kind, seen }: { fqn: string; kind: string; seen: readonly SeenTypes[] | null },
): Promise<AttachmentRow[]> {
  const parameters = createParameters(fqn, kind);
  return sql.all<AttachmentRow>(
    `select ${columns} from attachment a join entity e on e.id = a.about_id and e.deleted < 2 and e.fqn = $1
      where a.kind = $2 and a.deleted = 0 and ${seenCondition(seen, 'e', sql.dialect, parameters)} order by a.id`,
    parameters.values,
  );
}

/** Number of attachments of an entity, also hidden ones. */
export async function countAttachments(sql: Sql, aboutId: string): Promise<number> {
  const row = await sql.get<{ count: number }>('select count(*) as count from attachment where about_id = $1', [
    aboutId,
  ]);
  return Number(row?.count ?? 0);
}

/** Hides an attachment, or removes it with its content. */
export async function deleteAttachment(tx: Sql, id: string, hard: boolean): Promise<void> {
  await tx.run(hard ? 'delete from attachment where id = $1' : 'update attachment set deleted = 1 where id = $1', [id]);
}
