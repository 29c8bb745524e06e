import { parseObject, type Stored, type Tag } from '../../../contract/index.js';
import { containersOf, type Scope } from '../../catalog/index.js';
import { getEntitiesByIds } from '../../storage/index.js';

/** Shows tags as disabled where their classification, or a tag above them, is. Nothing of it is stored with them. */
export async function showDisabled(tags: readonly Pick<Tag, 'id' | 'disabled'>[], { sql }: Scope): Promise<void> {
  const ids = tags.map(({ id }) => id);
  const rows = await getEntitiesByIds(sql, ids);
  const above = new Map(rows.map((row) => [row.id, containersOf(row).map(([, id]) => id)]));
  const containers = await getEntitiesByIds(sql, [...new Set([...above.values()].flat())]);
  const disabled = new Set(
    containers.flatMap(({ id, doc }) => (parseObject<Stored<Tag>>(doc).disabled === true ? [id] : [])),
  );
  for (const tag of tags) if (above.get(tag.id)?.some((id) => disabled.has(id))) tag.disabled = true;
}
