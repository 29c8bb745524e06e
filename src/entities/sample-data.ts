/** Sample data of an entity. Stored separately from it, since reading it requires a right of its own. */
import { type Column, catalogError, type SchemaKey, type SchemaValue } from '../../contract/index.js';
import {
  aNounOf,
  at,
  type DataRoute,
  type Fields,
  nounOf,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../catalog/index.js';
import { deletePoints, latestPoints, putPoint } from '../storage/index.js';
import { replyWithMember, target, targetToChange } from './entity-route.js';
import { requireColumn } from './table/columns/columns.js';

const kind = 'sampleData';

export interface SampleDataRule<K extends SchemaKey> {
  type: string;
  path: string;
  /** Contract keys of the entity and of its sample data. */
  entity: string;
  schema: K;
  /** Throws 400 for data that does not fit the entity. */
  check?(entity: Fields, data: SchemaValue<K>): void;
  /** The interface has no route that removes it. */
  noDelete?: true;
}

/** The rule of types with columns, whose sample data are rows. `columns`: where the entity has its columns. */
export function sampleRows(rule: { type: string; path: string }, columns = 'columns') {
  const check = (entity: Fields, data: SchemaValue<typeof schema>) =>
    checkSample({ fullyQualifiedName: String(entity.fullyQualifiedName), columns: listAt(entity, columns) }, data);
  const schema = 'entity/data/table#tableData' as const;
  return { ...rule, entity: `entity/data/${rule.type}`, schema, check };
}

/** The schema guarantees that a list of columns holds columns. */
function listAt(entity: Fields, path: string): Column[] {
  const list = at(entity, path);
  return Array.isArray(list) ? list : [];
}

export function sampleDataRoutes<K extends SchemaKey>(rule: SampleDataRule<K>): DataRoute[] {
  const { type } = rule;
  const route = { path: `${rule.path}/{id}/sampleData` } as const;
  const docs = (verb: string, summary: string) => ({
    operationId: `${verb}_${type}_sampleData`,
    summary: `${summary} of ${aNounOf({ name: type })}`,
    tag: type,
    answers: { 200: { description: `The ${nounOf({ name: type })}`, schema: rule.entity } },
    errors: [404],
  });
  const routes: DataRoute[] = [
    {
      ...route,
      kind: 'read',
      method: 'GET',
      docs: docs('get', 'Get the sample data'),
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
      docs: { ...docs('put', 'Replace the sample data'), body: { schema: rule.schema } },
      handle: (request, scope) => putSampleData(rule, request, scope),
    },
  ];
  return rule.noDelete
    ? routes
    : [...routes, deleteRoute(type, { ...route, docs: docs('delete', 'Remove the sample data') })];
}

function deleteRoute(type: string, route: Pick<DataRoute, 'path' | 'docs'>): DataRoute {
  return {
    ...route,
    kind: 'write',
    method: 'DELETE',
    async handle(request, scope) {
      const found = await targetToChange(type, request, 'EditSampleData', scope);
      await deletePoints(scope.sql, { entityId: found.row.id, kind });
      return replyWithMember(found, null, scope);
    },
  };
}

async function putSampleData<K extends SchemaKey>(
  { type, schema, check }: SampleDataRule<K>,
  request: Request,
  scope: Scope,
): Promise<Reply> {
  const found = await targetToChange(type, request, 'EditSampleData', scope);
  const data = readBody(request, schema, scope);
  check?.(found.stored(), data);
  const doc = await storeSample(found.row.id, data, scope);
  return replyWithMember(found, `"sampleData":${doc}`, scope);
}

/** Stores data that were checked; resolves to their text. */
export async function storeSample(id: string, data: unknown, scope: Scope): Promise<string> {
  const doc = JSON.stringify(data);
  await putPoint(scope.sql, { entity_id: id, kind, key: '', at: 0, doc });
  return doc;
}

/** Refuses with 400 columns that the entity does not have, and rows with another number of values. */
export function checkSample(
  entity: Parameters<typeof requireColumn>[0],
  { columns = [], rows = [] }: SchemaValue<'entity/data/table#tableData'>,
): void {
  for (const name of columns) requireColumn(entity, name);
  for (const row of rows)
    if (row.length !== columns.length)
      throw catalogError(
        'BAD_REQUEST',
        `Number of columns is ${columns.length} but row has ${row.length} sample values`,
      );
}
