import { kept, type Sql } from '../../port.js';
import type { EntityRow, TagUsageRow } from '../../rows.js';
import { createParameters } from '../parameters.js';
import { CERTIFICATION_PART } from '../relation-kinds.js';
import { type SeenTypes, seenCondition } from '../seen-condition.js';

const PUT = `insert into tag_usage (entity_id, part, tag_id, source, label_type, state, ord, data)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (entity_id, part, tag_id) do update set source = excluded.source, label_type = excluded.label_type,
    state = excluded.state, ord = excluded.ord, data = excluded.data`;

/** Adds usages; a tag that a part has takes the new label. */
export async function putTagUsages(tx: Sql, rows: readonly TagUsageRow[]): Promise<void> {
  await Promise.all(
    rows.map((row) =>
      tx.run(
        PUT,
        [row.entity_id, row.part, row.tag_id, row.source, row.label_type, row.state, row.ord, row.data],
        [row.entity_id],
      ),
    ),
  );
}

/** Makes `rows` the tags of one part of an entity (`''`: of the entity itself). */
export async function replaceTagUsages(
  tx: Sql,
  entityId: string,
  part: string,
  rows: readonly TagUsageRow[],
): Promise<void> {
  await tx.run('delete from tag_usage where entity_id = $1 and part = $2', [entityId, part], [entityId]);
  await putTagUsages(tx, rows);
}

/** Removes the tags of some parts of an entity. */
export async function removeTagUsages(tx: Sql, entityId: string, parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return;
  const text = `delete from tag_usage where entity_id = $1 and part in ${tx.dialect.list('$2')}`;
  await tx.run(text, [entityId, JSON.stringify(parts)], [entityId]);
}

/** A usage with what its label shows of the tag. `tag_style` is JSON text or null. */
export interface TagLabelRow extends TagUsageRow {
  tag_type: string;
  tag_fqn: string;
  tag_name: string;
  tag_ref: string;
  tag_deleted: number;
  tag_style: string | null;
}

const USAGE = ['entity_id', 'part', 'tag_id', 'source', 'label_type', 'state', 'ord', 'data'] as const;

type PackedUsage = [string, string, string, string, string, string, number, string | null];
type TagRow = Omit<TagLabelRow, keyof TagUsageRow>;
type UsagesOf = 'entities' | 'parts' | 'both' | 'certifications';

/**
 * Usages of entities by entity, part and order; of the entities themselves, of their parts (certifications
 * included), both, or certifications alone. Usages of tags
 * that are being removed for good are left out.
 */
export async function tagUsagesOf(sql: Sql, ids: readonly string[], of: UsagesOf = 'both'): Promise<TagLabelRow[]> {
  if (ids.length === 0) return [];
  const usages = sql.remembered ? await rememberedUsages(sql, ids, of) : await loadUsages(sql, ids, of);
  if (usages.length === 0) return [];
  const tags = await tagsById(sql, [...new Set(usages.map((usage) => usage[2]))]);
  return usages.flatMap(([entity_id, part, tag_id, source, label_type, state, ord, data]) => {
    const tag = tags.get(tag_id);
    return tag ? [{ entity_id, part, tag_id, source, label_type, state, ord, data, ...tag }] : [];
  });
}

/** Within a write each kind of usage is asked for: those of an entity are read together, once. */
export async function rememberedUsages(
  sql: Sql,
  ids: readonly string[],
  of: UsagesOf,
): Promise<readonly PackedUsage[]> {
  const load = async (missing: readonly string[]) => {
    const lists = new Map<string, PackedUsage[]>(missing.map((id) => [id, []]));
    for (const usage of await loadUsages(sql, missing, 'both')) lists.get(usage[0])?.push(usage);
    return lists;
  };
  const lists = await sql.remembered?.('tag_usage', 'usages', ids, load);
  const usages = [...ids].sort().flatMap((id) => lists?.get(id) ?? []);
  if (of === 'both') return usages;
  return usages.filter(([, part]) => {
    if (of === 'certifications') return part === CERTIFICATION_PART;
    return (of === 'entities') === (part === '');
  });
}

async function loadUsages(sql: Sql, ids: readonly string[], of: UsagesOf): Promise<PackedUsage[]> {
  const parts = {
    entities: " and part = ''",
    parts: " and part <> ''",
    both: '',
    certifications: ` and part = '${CERTIFICATION_PART}'`,
  }[of];
  const found = await sql.get<{ usages: string | null }>(
    `select ${sql.dialect.pack(USAGE, 'entity_id, part, ord, tag_id')} as usages from tag_usage
      where entity_id in ${sql.dialect.list('$1')}${parts}`,
    [JSON.stringify(ids)],
  );
  return found?.usages ? (JSON.parse(found.usages) as PackedUsage[]) : [];
}

/** What labels show of tags: few tags are on many things, so they are read once. */
function tagsById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, TagRow>> {
  if (sql.remembered) return sql.remembered('entity', 'label', ids, (missing) => loadTags(sql, missing));
  return kept(
    sql,
    `tags ${ids}`,
    () => loadTags(sql, ids),
    (tags) => tags.size * 1000,
  );
}

async function loadTags(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, TagRow>> {
  const rows = await sql.all<TagRow & { id: string }>(
    `select id, type as tag_type, fqn as tag_fqn, name as tag_name, ref as tag_ref, deleted as tag_deleted,
        ${sql.dialect.field('doc', 'style')} as tag_style
      from entity where id in ${sql.dialect.list('$1')} and deleted < 2`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, ...tag }) => [id, tag]));
}

/**
 * How often each of these tags or a tag below it is used on what the reader may see (null: on anything); unused ones are left out.
 */
export function countTagUsages(
  sql: Sql,
  tagIds: readonly string[],
  seen: readonly SeenTypes[] | null = null,
): Promise<{ id: string; count: number }[]> {
  const parameters = createParameters(JSON.stringify(tagIds));
  const shown =
    seen === null
      ? ''
      : ` join entity holder on holder.id = used.entity_id and ${seenCondition(seen, 'holder', sql.dialect, parameters)}`;
  return sql.all(
    `with recursive below (root, id) as (
        select id, id from entity where id in ${sql.dialect.list('$1')}
        union all
        select below.root, child.id from below join entity child on child.parent_id = below.id and child.deleted = 0)
      select below.root as id, count(*) as count
      from below join tag_usage used on used.tag_id = below.id${shown} group by below.root`,
    parameters.values,
  );
}

/** How many live entities have a tag, themselves or on a part. */
export async function countTaggedEntities(sql: Sql, tagId: string): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `select count(distinct e.id) as count from tag_usage used
      join entity e on e.id = used.entity_id and e.deleted = 0 where used.tag_id = $1`,
    [tagId],
  );
  return row?.count ?? 0;
}

/** One page of the live entities that have a tag, themselves or on a part, by id. */
export function listTaggedEntities(
  sql: Sql,
  { tagId, after, limit }: { tagId: string; after?: string; limit: number },
): Promise<Pick<EntityRow, 'id' | 'type' | 'deleted' | 'ref'>[]> {
  return sql.all(
    `select e.id, e.type, e.deleted, e.ref from
        (select distinct entity_id from tag_usage where tag_id = $1 and entity_id > $2) used
      join entity e on e.id = used.entity_id and e.deleted = 0
      order by e.id limit $3`,
    [tagId, after ?? '', limit],
  );
}
