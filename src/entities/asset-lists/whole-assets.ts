/** Lists that return assets of several types as whole entities, not as references. */
import { composeShown, type EntityType, type Scope, type Selection, selectOfTypes } from '../../catalog/index.js';
import { groupBy, present } from '../../context/index.js';
import { getEntitiesByIds } from '../../storage/index.js';

/** Reads `fields` of such a list; 400 for names that no data asset has. */
export function readAssetFields(fields: string | undefined, { catalog }: Scope): (type: EntityType) => Selection {
  return selectOfTypes(
    catalog.registry.types.filter(({ dataAsset }) => dataAsset),
    fields,
    catalog,
  );
}

/** JSON texts of the entities with these ids, in their order, each with its type in `entityType`. */
export async function wholeAssets(
  ids: readonly string[],
  selectionOf: (type: EntityType) => Selection,
  scope: Scope,
): Promise<string[]> {
  const rows = await getEntitiesByIds(scope.sql, ids);
  const texts = new Map<string, string>();
  for (const [name, some] of groupBy(rows, (row) => row.type)) {
    const type = scope.catalog.registry.get(name);
    const composed = await composeShown(some, type, selectionOf(type), scope);
    for (const [i, text] of composed.entries())
      texts.set(present(some[i]).id, `${text.slice(0, -1)},"entityType":${JSON.stringify(name)}}`);
  }
  return ids.flatMap((id) => texts.get(id) ?? []);
}
