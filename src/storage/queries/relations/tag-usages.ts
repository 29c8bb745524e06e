import { cached, type Dialect, gathered, mayHave, type Sql } from '../../port.js';
import type { EntityRow, TagUsageRow } from '../../rows.js';
import { LostRace } from '../../store-errors.js';
import { createParameters } from '../parameters.js';
import { CERTIFICATION_PART } from '../relation-kinds.js';
import { type SeenTypes, seenCondition } from '../row-filter.js';
import { whileThere } from './while-there.js';

function putText(dialect: Dialect): string {
  return `insert into tag_usage (entity_id, part, tag_id, source, label_type, state, ord, data)
    select $1, $2, $3, $4, $5, $6, cast($7 as bigint), $8 where ${whileThere(dialect, ['$3'])}
    on conflict (entity_id, part, tag_id) do update set source = excluded.source, label_type = excluded.label_type,
      state = excluded.state, ord = excluded.ord, data = excluded.data`;
}

/** Adds usages; a tag that the part already has gets the new label. `LostRace` if somebody else is removing a tag. */
export async function putTagUsages(tx: Sql, rows: readonly TagUsageRow[]): Promise<void> {
  const text = putText(tx.dialect);
  const counts = await Promise.all(
    rows.map((row) =>
      tx.run(
        text,
        [row.entity_id, row.part, row.tag_id, row.source, row.label_type, row.state, row.ord, row.data],
        [row.entity_id],
      ),
    ),
  );
  if (counts.includes(0)) throw new LostRace();
}

/** Replaces the tags of one part of an entity by `rows` (`''`: of the entity itself). */
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

/** A usage with the fields of the tag that its label shows. `tag_style` is JSON text or null. */
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
type PackedTag = [string, string, string, string, string, number, string | null];
type UsagesOf = 'entities' | 'parts' | 'both' | 'certifications';

/**
 * Usages of entities, by entity, part and order: of the entities themselves, of their parts (including
 * certifications), of both, or only certifications. Usages of tags that are being permanently removed are left out.
 */
export async function tagUsagesOf(
  sql: Sql,
  ids: readonly string[],
  of: UsagesOf = 'both',
): Promise<readonly TagLabelRow[]> {
  if (mayHave(sql, 'tag_usage', ids).length === 0) return [];
  if (sql.dialect.remote) return usagesAtOnce(sql, ids, of);
  const usages = sql.remembered ? await cachedTagUsages(sql, ids, of) : await loadUsages(sql, ids, of);
  if (usages.length === 0) return [];
  return withTags(usages, await tagsById(sql, [...new Set(usages.map((usage) => usage[2]))]));
}

function withTags(usages: readonly PackedUsage[], tags: ReadonlyMap<string, TagRow>): TagLabelRow[] {
  return usages.flatMap(([entity_id, part, tag_id, source, label_type, state, ord, data]) => {
    const tag = tags.get(tag_id);
    return tag ? [{ entity_id, part, tag_id, source, label_type, state, ord, data, ...tag }] : [];
  });
}

/** A write needs every kind of usage, so all usages of an entity are read at once and cached. */
export async function cachedTagUsages(sql: Sql, ids: readonly string[], of: UsagesOf): Promise<readonly PackedUsage[]> {
  const load = async (missing: readonly string[]) => {
    const lists = new Map<string, PackedUsage[]>(missing.map((id) => [id, []]));
    for (const usage of await loadUsages(sql, missing, 'both')) lists.get(usage[0])?.push(usage);
    return lists;
  };
  const lists = await sql.remembered?.('tag_usage', 'usages', ids, load);
  const usages = [...ids].sort().flatMap((id) => lists?.get(id) ?? []);
  return usages.filter(([, part]) => isOf(part, of));
}

function isOf(part: string, of: UsagesOf): boolean {
  if (of === 'both') return true;
  return of === 'certifications' ? part === CERTIFICATION_PART : (of === 'entities') === (part === '');
}

const PARTS: Readonly<Record<UsagesOf, string>> = {
  entities: " and part = ''",
  parts: " and part <> ''",
  both: '',
  certifications: ` and part = '${CERTIFICATION_PART}'`,
};

/** A write needs every kind of usage at the same moment, so they are read together. */
async function usagesAtOnce(sql: Sql, ids: readonly string[], of: UsagesOf): Promise<readonly TagLabelRow[]> {
  if (!sql.mayHave) {
    const load = (all: readonly string[]) => loadUsagesAtOnce(sql, all, of);
    return gathered(sql, `usages ${of}`, ids, load, (usage) => usage.entity_id);
  }
  const all = await cached(
    sql,
    `usages ${ids}`,
    () => loadUsagesAtOnce(sql, ids, 'both'),
    (usages) => usages.length,
  );
  return all.filter(({ part }) => isOf(part, of));
}

/** Loads usages and the tag fields of their labels with one statement. */
async function loadUsagesAtOnce(sql: Sql, ids: readonly string[], of: UsagesOf): Promise<TagLabelRow[]> {
  const { among, pack, field } = sql.dialect;
  const tag = ['id', 'type', 'fqn', 'name', 'ref', 'deleted', field('doc', 'style')];
  const found = await sql.get<{ usages: string | null; tags: string | null }>(
    `with used as materialized (select ${USAGE.join(', ')} from tag_usage where entity_id ${among('$1')}${PARTS[of]})
      select (select ${pack(USAGE, 'entity_id, part, ord, tag_id')} from used) as usages,
        (select ${pack(tag, 'id')} from entity where id in (select tag_id from used) and deleted < 2) as tags`,
    [JSON.stringify(mayHave(sql, 'tag_usage', ids))],
  );
  if (!found?.usages || !found.tags) return [];
  const tags = (JSON.parse(found.tags) as PackedTag[]).map(
    ([id, tag_type, tag_fqn, tag_name, tag_ref, tag_deleted, tag_style]): [string, TagRow] => [
      id,
      { tag_type, tag_fqn, tag_name, tag_ref, tag_deleted, tag_style },
    ],
  );
  return withTags(JSON.parse(found.usages) as PackedUsage[], new Map(tags));
}

async function loadUsages(sql: Sql, ids: readonly string[], of: UsagesOf): Promise<PackedUsage[]> {
  const found = await sql.get<{ usages: string | null }>(
    `select ${sql.dialect.pack(USAGE, 'entity_id, part, ord, tag_id')} as usages from tag_usage
      where entity_id in ${sql.dialect.list('$1')}${PARTS[of]}`,
    [JSON.stringify(ids)],
  );
  return found?.usages ? (JSON.parse(found.usages) as PackedUsage[]) : [];
}

/** The tag fields that labels show; few tags are used on many entities, so each is read once. */
function tagsById(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, TagRow>> {
  if (sql.remembered) return sql.remembered('entity', 'label', ids, (missing) => loadTags(sql, missing));
  return cached(
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
 * How often each of these tags, or a tag below it, is used on entities that the reader may see (null: all); unused
 * ones are left out.
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

/**
 * Numbers of live entities that the reader may see (null: all) and that have each of these tags, on themselves or on a
 * part; unused tags are left out.
 */
export function countTaggedEntities(
  sql: Sql,
  tagIds: readonly string[],
  seen: readonly SeenTypes[] | null = null,
): Promise<{ id: string; count: number }[]> {
  const parameters = createParameters(JSON.stringify(tagIds));
  return sql.all(
    `select used.tag_id as id, count(distinct e.id) as count from tag_usage used
      join entity e on e.id = used.entity_id and e.deleted = 0 and ${seenCondition(seen, 'e', sql.dialect, parameters)}
      where used.tag_id in ${sql.dialect.list('$1')} group by used.tag_id`,
    parameters.values,
  );
}

/** One page, by id, of the live entities that have a tag, on themselves or on a part. */
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
