/** `GET search` of columns: where columns of one name are, including nested ones, with the metadata of each. */
import { catalogError } from '../../../contract/index.js';
import type { Fields, Reply, Request, Scope } from '../../catalog/index.js';
import { eachColumn, type PlacedColumn, refusePowerless } from '../../entities/index.js';
import { type ColumnFilter, conditionOf, queryFilter } from './column-filter.js';
import { type ColumnEntity, walkEntities } from './walk-entities.js';

export interface FoundColumn {
  found: ColumnEntity;
  placed: PlacedColumn;
}

export async function searchColumns({ query }: Request, scope: Scope): Promise<Reply> {
  refusePowerless('ViewBasic', scope);
  const filter = queryFilter(query, scope);
  if (filter.columnName === null) throw catalogError('BAD_REQUEST', 'query param columnName is required');
  return { status: 200, body: searchText(filter, filter.columnName, scope) };
}

/** Streamed while they are found: a name may be in every table. */
async function* searchText(filter: ColumnFilter, columnName: string, scope: Scope): AsyncGenerator<string> {
  let totalCount = 0;
  for await (const { found, placed } of columnsNamed(filter, scope)) {
    yield totalCount === 0 ? `[{"columnName":${JSON.stringify(columnName)},"occurrences":[` : ',';
    yield JSON.stringify({ ...placeOf(found, placed), ...wordsOf(found, placed), dataType: placed.column.dataType });
    totalCount++;
  }
  yield totalCount === 0 ? '[]' : `],"totalCount":${totalCount}}]`;
}

/** Columns with the name of the filter, in entities that the caller may see. */
export async function* columnsNamed(filter: ColumnFilter, scope: Scope): AsyncGenerator<FoundColumn> {
  const condition = await scope.reopen((sql) => conditionOf(filter, { ...scope, sql }));
  for await (const found of walkEntities(condition, scope))
    for (const placed of eachColumn(found.holder, found.entity))
      if (placed.column.name === filter.columnName) yield { found, placed };
}

export function placeOf({ place }: ColumnEntity, { path }: PlacedColumn): Fields {
  return { columnFQN: `${place.entityFQN}.${path}`, ...place };
}

/** The editable metadata of a column. */
export function wordsOf(found: ColumnEntity, { column, path }: PlacedColumn): Fields {
  const { displayName, description } = column;
  return { displayName, description, tags: found.tagsAt(path) };
}
