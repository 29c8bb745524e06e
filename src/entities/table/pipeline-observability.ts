/** Status of the pipelines that fill a table. Stored with the table, one entry per pipeline; creates no version. */

import { catalogError, type PipelineObservability, type Table } from '../../../contract/index.js';
import { type DataRoute, json, type Request, readDocument, readJson, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { changedReply, target, targetToChange } from '../entity-route.js';

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
      return json<PipelineObservability[]>(200, observationsOf(row));
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
  const list = next(observationsOf(found.row));
  return changedReply(found, field, (table) => ({ ...table, [field]: list.length > 0 ? list : undefined }), scope);
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
