import type { Tag } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { getEntitiesByIds } from '../../storage/index.js';
import { disabledBy } from '../../traits/index.js';

/** Shows tags as disabled where their classification, or a tag above them, is. Nothing of it is stored with them. */
export async function showDisabled(tags: readonly Pick<Tag, 'id' | 'disabled'>[], scope: Scope): Promise<void> {
  const rows = await getEntitiesByIds(
    scope.sql,
    tags.map(({ id }) => id),
  );
  const disabled = new Set([...(await disabledBy(rows, scope)).keys()].map(({ id }) => id));
  for (const tag of tags) if (disabled.has(tag.id)) tag.disabled = true;
}
