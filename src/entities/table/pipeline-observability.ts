/**
 * Status of the pipelines that fill a table. Stored with the table, one entry per pipeline; creates no version. Edges to
 * the pipelines that exist answer the question the other way round.
 */

import {
  catalogError,
  type PipelineObservability,
  type Table,
  type TableObservabilityData,
} from '../../../contract/index.js';
import {
  changeEntity,
  type DataRoute,
  json,
  type Request,
  readDocument,
  readJson,
  replyWith,
  type Scope,
  visibleIds,
  type Written,
} from '../../catalog/index.js';
import { type EntityRow, getEntitiesByFqns, getEntitiesByIds, replaceRelationsFrom } from '../../storage/index.js';
import { type Target, target, targetToChange } from '../entity-route.js';

/** Kind of the edge from a table to a pipeline that it has an entry for. */
export const FILLED_BY = 'filledBy';

const field = 'pipelineObservability';
const itemSchema = 'type/pipelineObservability';

export function pipelineObservabilityRoutes(path: string): DataRoute[] {
  const docs = (verb: string, summary: string) => ({
    operationId: `${verb}_table_pipelineObservability`,
    summary,
    tag: 'table',
    answers: { 200: { description: 'The table', schema: 'entity/data/table' } },
    errors: [404],
  });
  const list = (naming: string, suffix: string): DataRoute => ({
    kind: 'read',
    method: 'GET',
    path: `${path}/${naming}/${field}`,
    docs: {
      ...docs(`get${suffix}`, 'List the pipeline observability data of a table'),
      answers: { 200: { description: 'One entry per pipeline', schema: { arrayOf: itemSchema } } },
    },
    async handle(request, scope) {
      const { row } = await target('table', request, 'ViewBasic', scope);
      const entries = observationsOf(row);
      const isShown = await shownPipelines(entries, scope);
      return json<PipelineObservability[]>(200, entries.filter(isShown));
    },
  });
  return [
    list('{id}', ''),
    list('name/{fqn}', '_by_name'),
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{id}/${field}`,
      docs: { ...docs('put', 'Replace the data of all pipelines'), body: { schema: { arrayOf: itemSchema } } },
      handle: (request, scope) => change(request, scope, () => readList(request, scope)),
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{id}/${field}`,
      docs: docs('delete', 'Delete the data of all pipelines'),
      handle: (request, scope) => change(request, scope, () => []),
    },
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{id}/${field}/{pipelineFqn}`,
      docs: { ...docs('put_one', 'Set the data of one pipeline'), body: { schema: itemSchema } },
      handle: (request, scope) =>
        change(request, scope, (stored) => [
          ...stored.filter((one) => !isOf(one, request)),
          checkItem(readJson(request), scope),
        ]),
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{id}/${field}/{pipelineFqn}`,
      docs: docs('delete_one', 'Delete the data of one pipeline'),
      handle: (request, scope) => change(request, scope, (stored) => stored.filter((one) => !isOf(one, request))),
    },
  ];
}

async function change(
  request: Request,
  scope: Scope,
  next: (stored: PipelineObservability[]) => PipelineObservability[],
) {
  const found = await targetToChange('table', request, 'EditAll', scope);
  const { row } = await storeObservations(found, next(observationsOf(found.row)), scope);
  return replyWith(found.type, row, field, scope);
}

/** Replaces what a table reports about pipelines. The row must be locked. */
export async function storeObservations(
  { type, row }: Pick<Target, 'type' | 'row'>,
  list: readonly PipelineObservability[],
  scope: Scope,
): Promise<Written> {
  await linkPipelines(row, list, scope);
  return changeEntity(type, row, (table) => ({ ...table, [field]: list.length > 0 ? list : undefined }), scope);
}

/** The pipelines that entries name by id or FQN, those that are marked as deleted included. */
async function pipelinesOf(entries: readonly PipelineObservability[], scope: Scope): Promise<EntityRow[]> {
  const ids = entries.map(({ pipeline }) => pipeline.id);
  const fqns = entries.flatMap(({ pipeline }) => pipeline.fullyQualifiedName ?? []);
  const rows = [
    ...(await getEntitiesByIds(scope.sql, ids)),
    ...(await getEntitiesByFqns(scope.sql, 'pipeline', [...new Set(fqns)])),
  ];
  return rows.filter(({ type, deleted }) => type === 'pipeline' && deleted < 2);
}

/** Returns a predicate: whether the pipeline of an entry exists, is not deleted and is visible to the reader. */
async function shownPipelines(entries: readonly PipelineObservability[], scope: Scope) {
  const rows = (await pipelinesOf(entries, scope)).filter(({ deleted }) => deleted === 0);
  const visible = await visibleIds(rows, scope);
  const shown = new Set(rows.filter(({ id }) => visible.has(id)).flatMap(({ id, fqn }) => [id, fqn]));
  return ({ pipeline: { id, fullyQualifiedName } }: PipelineObservability) =>
    shown.has(id) || (fullyQualifiedName !== undefined && shown.has(fullyQualifiedName));
}

async function linkPipelines(table: EntityRow, list: readonly PipelineObservability[], scope: Scope): Promise<void> {
  const edges = new Map(
    (await pipelinesOf(list, scope)).map((row) => [
      row.id,
      {
        from_id: table.id,
        from_type: table.type,
        kind: FILLED_BY,
        to_id: row.id,
        to_type: row.type,
        ord: 0,
        data: null,
      },
    ]),
  );
  await replaceRelationsFrom(scope.sql, { fromIds: [table.id], kind: FILLED_BY }, [...edges.values()]);
}

/** What these tables report about pipelines, or about one of them: a page of the tables that the reader may see. */
export async function observedTables(
  ids: readonly string[],
  { limit, offset, pipeline }: { limit: number; offset: number; pipeline?: Pick<EntityRow, 'id' | 'fqn'> },
  scope: Scope,
): Promise<{ data: TableObservabilityData[]; total: number }> {
  const rows = (await getEntitiesByIds(scope.sql, ids)).filter(
    ({ type, deleted }) => type === 'table' && deleted === 0,
  );
  const visible = await visibleIds(rows, scope);
  const isWanted = pipeline
    ? ({ pipeline: given }: PipelineObservability) =>
        given.id === pipeline.id || given.fullyQualifiedName === pipeline.fqn
    : await shownPipelines(rows.flatMap(observationsOf), scope);
  const found = rows
    .filter(({ id }) => visible.has(id))
    .map((row) => ({
      tableId: row.id,
      tableFqn: row.fqn,
      observabilityData: observationsOf(row).filter(isWanted),
    }))
    .filter(({ observabilityData }) => observabilityData.length > 0)
    .sort((a, b) => (a.tableFqn < b.tableFqn ? -1 : 1));
  return { data: found.slice(offset, offset + limit), total: found.length };
}

function observationsOf(row: EntityRow): PipelineObservability[] {
  return readDocument<Table>(row)[field] ?? [];
}

function isOf(one: PipelineObservability, request: Request): boolean {
  return one.pipeline.fullyQualifiedName === request.params.pipelineFqn;
}

function readList(request: Request, scope: Scope): PipelineObservability[] {
  const body = readJson(request);
  if (!Array.isArray(body)) throw catalogError('BAD_REQUEST', 'The body must be a list');
  return body.map((item) => checkItem(item, scope));
}

function checkItem(item: unknown, scope: Scope): PipelineObservability {
  const result = scope.catalog.contract.validator(itemSchema)(item);
  if (!result.ok) throw catalogError('BAD_REQUEST', result.errors[0]?.message ?? 'An entry does not match its schema');
  return result.value;
}
