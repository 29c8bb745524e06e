/** Which entity, or which part of it, each item of a list of assets means. */
import type { EntityReference } from '../../../contract/index.js';
import type { EntityType, Scope } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { entitiesOfColumns } from '../columns/column-holders.js';

export interface NamedAsset {
  request: EntityReference;
  /** Id and type of the entity. */
  id: string;
  type: string;
  /** Path of the part in the entity; '' for the entity itself. */
  place: string;
}

/**
 * `parts`: a reference can name a part of an entity, such as a column (`tableColumn`). It does so by FQN: parts have no ids,
 * and clients send any. One that names nothing keeps its own id.
 */
export async function nameAssets(
  assets: readonly EntityReference[],
  parts: boolean,
  scope: Scope,
): Promise<NamedAsset[]> {
  const found = new Map<EntityReference, NamedAsset>();
  const ofType = groupBy(parts ? assets : [], ({ type }) => type);
  for (const [name, some] of ofType) {
    const type = holderOf(name, scope);
    if (!type) continue;
    const fqns = some.flatMap(({ fullyQualifiedName = '' }) => (fullyQualifiedName === '' ? [] : [fullyQualifiedName]));
    const above = await entitiesOfColumns(type, fqns, scope);
    for (const request of some) {
      const fqn = request.fullyQualifiedName ?? '';
      const row = above.get(fqn);
      if (row) found.set(request, { request, id: row.id, type: row.type, place: fqn.slice(row.fqn.length + 1) });
    }
  }
  return assets.map((request) => found.get(request) ?? { request, id: request.id, type: request.type, place: '' });
}

/** The type whose parts are described by this one. */
function holderOf(name: string, { catalog }: Scope): EntityType | undefined {
  return catalog.registry.types.find((type) => type.parts?.some(({ properties }) => properties === name));
}
