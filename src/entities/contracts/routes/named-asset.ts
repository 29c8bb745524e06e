/** The asset that the query parameters `entityId` and `entityType` name. */
import { catalogError, contractedTypes } from '../../../../contract/index.js';
import { checkId, type ParameterDocs, type Request, readRow, rowToChange, type Scope } from '../../../catalog/index.js';
import type { EntityRow } from '../../../storage/index.js';

export const assetParameters: readonly ParameterDocs[] = [
  { name: 'entityId', description: 'Id of the asset', schema: { type: 'string', format: 'uuid' }, required: true },
  {
    name: 'entityType',
    description: 'Type of the asset',
    schema: { type: 'string', enum: [...contractedTypes] },
    required: true,
  },
];

/** Throws 400, 403 or 404. `lock`: locks the asset for a change. */
export async function namedAsset(
  { query }: Pick<Request, 'query'>,
  scope: Scope,
  { operation = 'ViewBasic', lock = false } = {},
): Promise<EntityRow> {
  const { entityType = '' } = query;
  if (!contractedTypes.some((name) => name === entityType))
    throw catalogError('BAD_REQUEST', `Entity type '${entityType.slice(0, 100)}' is not supported for data contracts`);
  const type = scope.catalog.registry.get(entityType);
  const id = checkId(query.entityId ?? '');
  if (lock) return rowToChange(type, { id }, 'non-deleted', scope, [operation]);
  return readRow(
    type,
    { id },
    'non-deleted',
    scope,
    operation === 'ViewBasic' ? ['ViewBasic'] : ['ViewBasic', operation],
  );
}
