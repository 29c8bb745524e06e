/** Sample rows of a table. Stored separately from the entity, since reading them requires a right of its own. */
import { catalogError, parseObject, type TableData } from '../../../contract/index.js';
import { type DataRoute, type Reply, type Request, readBody, type Scope } from '../../catalog/index.js';
import { deletePoints, latestPoints, putPoint } from '../../storage/index.js';
import { replyWithMember, target, targetToChange } from '../entity-route.js';
import { requireColumn, type StoredTable } from './columns/columns.js';

const kind = 'sampleData';
const schema = 'entity/data/table#tableData';

export function sampleDataRoutes(type: string, path: string): DataRoute[] {
  const route = { path: `${path}/{id}/sampleData` } as const;
  const docs = (verb: string, summary: string) => ({
    operationId: `${verb}_${type}_sampleData`,
    summary,
    tag: type,
    answers: { 200: { description: `The ${type}`, schema: `entity/data/${type}` } },
    errors: [404],
  });
  return [
    {
      ...route,
      kind: 'read',
      method: 'GET',
      docs: docs('get', 'Get sample data'),
      async handle(request, scope) {
        const found = await target(type, request, 'ViewSampleData', scope);
        const [point] = await latestPoints(scope.sql, [found.row.id], kind, '');
        return replyWithMember(found, point ? `"sampleData":${point.doc}` : null, scope);
      },
    },
    {
      ...route,
      kind: 'write',
      method: 'PUT',
      docs: { ...docs('put', 'Replace sample data'), body: { schema } },
      handle: (request, scope) => putSampleData(type, request, scope),
    },
    {
      ...route,
      kind: 'write',
      method: 'DELETE',
      docs: docs('delete', 'Remove sample data'),
      async handle(request, scope) {
        const found = await targetToChange(type, request, 'EditSampleData', scope);
        await deletePoints(scope.sql, { entityId: found.row.id, kind });
        return replyWithMember(found, null, scope);
      },
    },
  ];
}

async function putSampleData(type: string, request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(type, request, 'EditSampleData', scope);
  const data = readBody(request, schema, scope);
  checkSample(parseObject<StoredTable>(found.row.doc), data);
  const doc = JSON.stringify(data);
  await putPoint(scope.sql, { entity_id: found.row.id, kind, key: '', at: 0, doc });
  return replyWithMember(found, `"sampleData":${doc}`, scope);
}

/** Refuses with 400 columns that the table does not have, and rows with another number of values. */
export function checkSample(table: StoredTable, { columns = [], rows = [] }: TableData): void {
  for (const name of columns) requireColumn(table, name);
  for (const row of rows)
    if (row.length !== columns.length)
      throw catalogError(
        'BAD_REQUEST',
        `Number of columns is ${columns.length} but row has ${row.length} sample values`,
      );
}
