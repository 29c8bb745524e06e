/** Which series of profiles a request refers to. */
import { catalogError, errorMessages, parseObject } from '../../../contract/index.js';
import type { Request, Scope } from '../../catalog/index.js';
import type { EntityRow, PointRange } from '../../storage/index.js';
import {
  type ColumnHolder,
  columnAt,
  columnHolders,
  entitiesOfColumns,
  refusePowerless,
} from '../columns/column-holders.js';
import { kindOfType, readProfileTypes, requirePath } from './profile-points.js';

/** The type that the path names, if its entities have profiles. 403 first, if the caller may do this on no entity. */
export function profileHolder({ entityType = '' }: Request['params'], operation: string, scope: Scope): ColumnHolder {
  const holder = columnHolders(scope).find(({ type }) => type.name === entityType);
  if (!holder) {
    refusePowerless(operation, scope);
    if (scope.catalog.registry.find(entityType))
      throw catalogError('BAD_REQUEST', `entities of type ${entityType} have no profiles`);
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', entityType));
  }
  scope.catalog.authorizer.possible(scope.actor, operation, entityType);
  return holder;
}

/** The entity that the FQN of an entity or column names, without authorization. */
export async function entityAt({ type }: ColumnHolder, fqn: string, scope: Scope): Promise<EntityRow> {
  const below = `${fqn}.x`;
  const row = (await entitiesOfColumns(type, [below], scope)).get(below);
  if (!row) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName(type.name, fqn));
  return row;
}

/** The series that the FQN of an entity or column refers to, narrowed by `profileType` and `columnName`. */
export function rangesOf(
  holder: ColumnHolder,
  row: EntityRow,
  fqn: string,
  { profileType, columnName }: Request['query'],
): PointRange[] {
  const wanted = readProfileTypes(profileType);
  const key = columnKey(holder, row, fqn, columnName);
  const types = key === undefined ? wanted : wanted.filter((name) => name === 'column');
  return types.map((name) => ({
    entityId: row.id,
    kind: kindOfType[name],
    ...(key === undefined ? {} : { key }),
  }));
}

/** The series key of one column; undefined if the request names no column. */
function columnKey(
  holder: ColumnHolder,
  row: EntityRow,
  fqn: string,
  columnName: string | undefined,
): string | undefined {
  const entity = parseObject(row.doc);
  const placed = fqn === row.fqn ? undefined : columnAt(holder, entity, fqn);
  if (fqn !== row.fqn && !placed) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', fqn));
  return columnName ? requirePath(holder, entity, columnName) : placed?.path;
}
