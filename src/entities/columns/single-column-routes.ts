/** Routes that read and update one column by FQN, whatever its entity; an update is a PATCH of the entity. */

import { type Column, catalogError, errorMessages } from '../../../contract/index.js';
import {
  apiUrl,
  type DataRoute,
  etag,
  type Fields,
  factsOf,
  findForWrite,
  json,
  loadEntities,
  type ParameterDocs,
  parseLinked,
  patchEntity,
  type Reply,
  type Request,
  readBody,
  readInclude,
  readRow,
  type Scope,
  selectAll,
  shownTexts,
  viewOperations,
  type Written,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import type { EntityRow } from '../../storage/index.js';
import { decide } from '../entity-route.js';
import { latestColumnProfiles } from '../table/profile/latest-column-profiles.js';
import { stepsOf } from './column-change.js';
import { type ColumnHolder, columnAt, entitiesOfColumns, holderOf, type PlacedColumn } from './column-holders.js';
import { columnFieldsDocs, readColumnFields, readWithColumns, shownColumn } from './column-list-routes.js';

const path = '/v1/columns/name/{fqn}';
const tag = 'Columns';
const params = { fqn: 'Fully qualified name of the column.' };
const updateSchema = 'api/data/updateColumn';

const entityTypeDocs: ParameterDocs = {
  name: 'entityType',
  description: 'Type of the entity that has the column, such as `table`',
  schema: { type: 'string' },
  required: true,
};

export function singleColumnRoutes(): DataRoute[] {
  const answers = { 200: { description: 'The column', schema: 'entity/data/table#column' } };
  return [
    {
      kind: 'read',
      method: 'GET',
      path,
      docs: {
        operationId: 'getColumnByFQN',
        summary: 'Get a column',
        description: 'Returns a column of a table or other entity by its fully qualified name.',
        tag,
        params,
        query: [
          entityTypeDocs,
          columnFieldsDocs,
          { name: 'include', description: 'Whether to include soft deleted entities', schema: { type: 'string' } },
        ],
        answers,
      },
      handle: readColumn,
    },
    {
      kind: 'write',
      method: 'PUT',
      path,
      docs: {
        operationId: 'updateColumnByFQN',
        summary:
          'Update the display name, description and tags of a column. Empty values remove; absent ones leave the value unchanged',
        tag,
        params,
        query: [entityTypeDocs],
        body: { schema: updateSchema },
        answers,
        errors: [412],
      },
      handle: updateColumn,
    },
  ];
}

async function readColumn({ params: { fqn = '' }, query }: Request, scope: Scope): Promise<Reply> {
  const holder = holderOf(query.entityType, 'ViewBasic', scope);
  const { type } = holder;
  const above = (await entitiesOfColumns(type, [fqn], scope)).get(fqn);
  if (!above) throw noSuchColumn(fqn);
  const row = await readRow(type, { id: above.id }, readInclude(query.include), scope);
  const fields = readColumnFields(query.fields);
  for (const field of fields) for (const operation of viewOperations(field)) await decide(type, row, operation, scope);
  const entity = await readWithColumns({ type, row }, fields, scope);
  const { column } = requirePlaced(holder, entity, fqn);
  if (fields.has('profile')) await latestColumnProfiles(row.id, entity, scope, [column]);
  return json<Column>(200, shownColumn(column, fields), { ETag: etag(row) });
}

async function updateColumn(request: Request, scope: Scope): Promise<Reply> {
  const fqn = request.params.fqn ?? '';
  const holder = holderOf(request.query.entityType, 'EditAny', scope);
  const { type } = holder;
  const above = (await entitiesOfColumns(type, [fqn], scope)).get(fqn);
  if (above?.deleted !== 0) throw noSuchColumn(fqn);
  const row = await findForWrite(type, { id: above.id }, 'non-deleted', scope);
  await scope.catalog.authorizer.decide(scope.actor, ['ViewBasic'], type.name, () => factsOf(type, row, scope));
  const placed = requirePlaced(holder, await loadColumnHolder(holder, row, scope), fqn);
  // The body is read like a patch, after authorization, so callers without rights get no validation errors.
  const steps = () => stepsOf(placed, readBody(request, updateSchema, scope));
  const written = await patchEntity(type, { id: row.id }, steps, request.ifMatch, scope);
  return columnReply(holder, written, fqn, scope);
}

/** The loaded entity, with the tags of its columns. */
export async function loadColumnHolder({ type }: ColumnHolder, row: EntityRow, scope: Scope): Promise<Fields> {
  const [loaded] = await loadEntities([row], type, scope);
  return loaded?.value ?? {};
}

async function columnReply(holder: ColumnHolder, written: Written, fqn: string, scope: Scope): Promise<Reply> {
  const { row, outcome } = written;
  const [text] = await shownTexts([written.text], holder.type, selectAll(holder.type), scope);
  const entity = parseLinked(present(text), apiUrl(scope));
  const kind = outcome === 'unchanged' ? 'entityNoChange' : 'entityUpdated';
  const { column } = requirePlaced(holder, entity, fqn);
  return json<Column>(200, column, { ETag: etag(row), 'X-OpenMetadata-Change': kind });
}

function requirePlaced(holder: ColumnHolder, entity: Fields, fqn: string): PlacedColumn {
  const placed = columnAt(holder, entity, fqn);
  if (!placed) throw noSuchColumn(fqn);
  return placed;
}

function noSuchColumn(fqn: string) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', fqn));
}
