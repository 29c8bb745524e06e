import { getReferences, type ShownRow } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { linkTo } from '../document/reference.js';
import type { Scope } from '../routes/route.js';
import { innerIds, type KnownReferences } from './inner-references.js';

/** Loads what the given texts of stored fields refer to, with one query; null if they refer to nothing. */
export async function loadInner(
  rows: readonly ShownRow[],
  type: EntityType,
  withExtra: boolean,
  scope: Scope,
): Promise<KnownReferences | null> {
  if (!type.references) return null;
  const ids = new Set<string>();
  for (const { doc, extra } of rows)
    for (const text of withExtra && extra !== null ? [doc, extra] : [doc])
      for (const id of innerIds(text, type)) ids.add(id);
  return ids.size === 0 ? null : referenceTexts([...ids], scope);
}

/** References by id, as their text; of what was deleted for good there are none. */
export async function referenceTexts(ids: readonly string[], { sql, catalog }: Scope): Promise<Map<string, string>> {
  const found = await getReferences(sql, ids);
  return new Map(
    found
      .filter(({ deleted, type }) => deleted < 2 && catalog.registry.find(type))
      .map((row) => [row.id, linkTo(row, { catalog })]),
  );
}
