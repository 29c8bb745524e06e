/**
 * Costs of query runs, reported by crawlers: a time series per query. A running sum is stored with it, so the total of
 * a service reads one point per query.
 */
import { catalogError, errorMessages, parseObject } from '../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  type Fields,
  json,
  type Reply,
  type Request,
  readBody,
  readRow,
  referenceOf,
  rowToChange,
  type Scope,
  shownReferences,
} from '../../catalog/index.js';
import { type EntityRow, findPoint, latestPoints, listPoints, putPoints } from '../../storage/index.js';
import { checkMilliseconds } from '../time-range.js';
import { addCost, type CostSum, emptySum } from './query-cost-sum.js';
import { sumKind, sumUp } from './query-cost-summary.js';

const path = '/v1/queryCostRecord';
const tag = 'Query Costs';
const typeName = 'query';
const schema = 'entity/data/queryCostRecord';
const createSchema = 'api/data/createQueryCostRecord';

/** Records by time, and an index from the id of a record to its query and time. */
const recordKind = 'queryCost';
const indexKind = 'queryCostPlace';

export function queryCostRoutes(): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'POST',
      path,
      docs: {
        operationId: 'createQueryCostRecord',
        summary: 'Record the cost of a query',
        description: 'Stores the cost, number and duration of the runs of a query. The query is given by reference.',
        tag,
        body: { schema: createSchema },
        answers: { 200: { description: 'The record', schema } },
        errors: [404, 409],
      },
      handle: addRecord,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/{id}`,
      docs: {
        operationId: 'getQueryCostRecord',
        summary: 'Get a cost record',
        description: 'Returns one cost record by its id.',
        tag,
        params: { id: 'Id of the record.' },
        answers: { 200: { description: 'The record', schema } },
      },
      handle: readRecord,
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/service/{serviceName}`,
      docs: {
        operationId: 'getQueryCostByService',
        summary: 'Get the aggregated query costs of a service',
        description: 'Returns the total cost of all queries of a database service and its ten most expensive queries.',
        tag,
        params: { serviceName: 'Name of the service.' },
        answers: { 200: { description: 'Sums', schema: 'entity/data/queryCostSearchResult' } },
      },
      handle: sumUp,
    },
  ];
}

async function addRecord(request: Request, scope: Scope): Promise<Reply> {
  const { authorizer, registry, contract } = scope.catalog;
  authorizer.possible(scope.actor, 'EditQueries', typeName);
  const type = registry.get(typeName);
  const given = contract.withDefaults(createSchema, readBody(request, createSchema, scope));
  const { queryReference, timestamp, cost, count, totalDuration = 0, jsonSchema } = given;
  if (queryReference.type !== typeName)
    throw catalogError(
      'BAD_REQUEST',
      `queryReference.type must be ${typeName}, not ${queryReference.type.slice(0, 100)}`,
    );
  checkMilliseconds(timestamp);
  checkNumbers({ cost, count, totalDuration });
  const row = await rowToChange(type, { id: queryReference.id }, 'non-deleted', scope, ['EditQueries']);
  const id = scope.context.id();
  const record = {
    id,
    timestamp,
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    cost,
    count,
    totalDuration,
    updatedAt: scope.context.now(),
    updatedBy: scope.actor.id,
  };
  const [sum] = await latestPoints(scope.sql, [row.id], sumKind, '');
  const sums = addCost(sum ? parseObject<CostSum>(sum.doc) : emptySum(), { cost, count, totalDuration });
  const point = { entity_id: row.id, key: id };
  await putPoints(scope.sql, [
    { ...point, kind: recordKind, at: timestamp, doc: JSON.stringify(record) },
    { ...point, kind: indexKind, at: indexOfId(id), doc: JSON.stringify(timestamp) },
    { ...point, kind: sumKind, key: '', at: 0, doc: JSON.stringify(sums) },
  ]);
  return recordReply(record, row, scope);
}

/** Sums of numbers up to this value stay finite and precise enough. */
const highest = 1e15;

function checkNumbers(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0 && value <= highest))
      throw catalogError('BAD_REQUEST', `${name}: must be between 0 and ${highest}`);
}

/**
 * Without the entity, a point can be found by its kind and a number: the index uses the first 48 bits of the record id.
 */
function indexOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

interface CostRecord extends Fields {
  updatedBy: string;
}

async function recordReply(record: CostRecord, row: EntityRow, scope: Scope): Promise<Reply> {
  const { updatedBy, ...rest } = record;
  const who = (await shownReferences([updatedBy], scope)).get(updatedBy);
  return json(200, { ...rest, queryReference: referenceOf(row, scope), ...(who ? { updatedBy: who } : {}) });
}

async function readRecord({ params }: Request, scope: Scope): Promise<Reply> {
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, 'ViewAll', typeName);
  const id = checkId(params.id ?? '');
  const entry = await findPoint(scope.sql, indexKind, indexOfId(id), id);
  if (!entry) throw noSuchRecord(id);
  const row = await readRow(type, { id: entry.entity_id }, 'non-deleted', scope, ['ViewBasic', 'ViewAll']);
  const at = Number(entry.doc);
  const series = { entityId: row.id, kind: recordKind, key: id, from: at, to: at };
  const [point] = await listPoints(scope.sql, series);
  if (!point) throw noSuchRecord(id);
  return recordReply(parseObject<CostRecord>(point.doc), row, scope);
}

function noSuchRecord(id: string) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('queryCostRecord', id));
}
