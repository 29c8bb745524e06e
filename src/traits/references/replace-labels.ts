import type { Scope } from '../../catalog/index.js';
import {
  type EntityRow,
  RELATION,
  type RelationRow,
  replaceRelationsTo,
  replaceTagUsages,
  type TagUsageRow,
} from '../../storage/index.js';
import { typeOfSource } from './tag-label.js';

/**
 * Stores the labels of an entity (`part` is `''`) or of one of its parts. Labels of what is itself used as a label also
 * become edges, by which filters find everything that has them through it.
 */
export async function replaceLabels(
  row: EntityRow,
  part: string,
  usages: readonly TagUsageRow[],
  scope: Scope,
): Promise<void> {
  await replaceTagUsages(scope.sql, row.id, part, usages);
  if (part !== '' || !scope.catalog.registry.targetsOf('tags').includes(row.type)) return;
  const edges = usages.map(({ tag_id, source, ord }): RelationRow => {
    const from = { from_id: tag_id, from_type: typeOfSource(source) };
    return { ...from, kind: RELATION.labels, to_id: row.id, to_type: row.type, ord, data: null };
  });
  await replaceRelationsTo(scope.sql, { toIds: [row.id], kind: RELATION.labels }, edges);
}
