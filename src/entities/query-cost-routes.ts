/**
 * What runs of queries cost, reported by crawlers: a time series of each query, with a sum that is kept beside it, so that a
 * service is summed up from one point for each of its queries.
 */
import { catalogError, errorMessages } from '../../contract/index.js';
import {
  checkId,
  composeShown,
  type DataRoute,
  type EntityType,
  type Fields,
  givenFqn,
  hiddenCondition,
  json,
  type Reply,
  type Request,
  readBody,
  readRow,
  referenceText,
  rowToChange,
  type Scope,
  selectFields,
  withHrefs,
} from '../catalog/index.js';
import { allOf } from '../rules/index.js';
import {
  type EntityRow,
  findPoint,
  getEntitiesByIds,
  getEntityById,
  latestPoints,
  listPoints,
  putPoints,
  scanEntities,
} from '../storage/index.js';
import { addCost, addSums, type Cost, type CostSum, emptySum, roundedCount } from './query-cost-sum.js';
import { checkMilliseconds } from './time-range.js';

const path = '/v1/queryCostRecord';
const tag = 'Query costs';
const typeName = 'query';
const schema = 'entity/data/queryCostRecord';
const createSchema = 'api/data/createQueryCostRecord';

/** Records by time, where they are by id, and the sum of them. */
const recordKind = 'queryCost';
const placeKind = 'queryCostPlace';
const sumKind = 'queryCostSum';

interface CreateCost extends Cost {
  timestamp: number;
  jsonSchema?: string;
  queryReference: { id: string; type: string };
}

export function queryCostRoutes(): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'POST',
      path,
      docs: {
        operationId: 'createQueryCostRecord',
        summary: 'Record what runs of a query cost',
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
        summary: 'Read a record',
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
        summary: 'What the queries of a service cost altogether, and the ten that cost most',
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
  const given = contract.withDefaults(createSchema, readBody<CreateCost>(request, createSchema, scope));
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
  const sums = addCost(sum ? (JSON.parse(sum.doc) as CostSum) : emptySum(), { cost, count, totalDuration });
  const point = { entity_id: row.id, key: id };
  await putPoints(scope.sql, [
    { ...point, kind: recordKind, at: timestamp, doc: JSON.stringify(record) },
    { ...point, kind: placeKind, at: placeOfId(id), doc: JSON.stringify(timestamp) },
    { ...point, kind: sumKind, key: '', at: 0, doc: JSON.stringify(sums) },
  ]);
  return recordReply(record, row, scope);
}

/** Sums of numbers up to this stay exact enough, and finite. */
const highest = 1e15;

function checkNumbers(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0 && value <= highest))
      throw catalogError('BAD_REQUEST', `${name}: must be between 0 and ${highest}`);
}

/** Points are found by kind and a number without knowing the entity: the first 48 bits of an id are that number. */
function placeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

interface CostRecord extends Fields {
  updatedBy: string;
}

async function recordReply(record: CostRecord, row: EntityRow, scope: Scope): Promise<Reply> {
  const { registry, options } = scope.catalog;
  const who = await getEntityById(scope.sql, record.updatedBy);
  const { updatedBy: _, ...rest } = record;
  const reference = (one: EntityRow) =>
    JSON.parse(
      withHrefs(referenceText(one.ref, one.id, registry.path(one.type)), `${options.publicUrl}/api`),
    ) as Fields;
  return json(200, {
    ...rest,
    queryReference: reference(row),
    ...(who && who.deleted < 2 ? { updatedBy: reference(who) } : {}),
  });
}

async function readRecord({ params }: Request, scope: Scope): Promise<Reply> {
  const type = scope.catalog.registry.get(typeName);
  scope.catalog.authorizer.possible(scope.actor, 'ViewAll', typeName);
  const id = checkId(params.id ?? '');
  const place = await findPoint(scope.sql, placeKind, placeOfId(id), id);
  if (!place) throw noSuchRecord(id);
  const row = await readRow(type, { id: place.entity_id }, 'non-deleted', scope, ['ViewBasic', 'ViewAll']);
  const at = JSON.parse(place.doc) as number;
  const series = { entityId: row.id, kind: recordKind, key: id, from: at, to: at };
  const [point] = await listPoints(scope.sql, series);
  if (!point) throw noSuchRecord(id);
  return recordReply(JSON.parse(point.doc) as CostRecord, row, scope);
}

function noSuchRecord(id: string) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('queryCostRecord', id));
}

/** Queries that one look goes through, and those that are told one by one. */
const LOOK = 500;
const TOLD = 10;
const USERS = 10;

interface Group {
  id: string;
  sum: CostSum;
}

async function sumUp({ params }: Request, scope: Scope): Promise<Reply> {
  const type = scope.catalog.registry.get(typeName);
  for (const operation of ['ViewBasic', 'ViewQueries'])
    scope.catalog.authorizer.possible(scope.actor, operation, typeName);
  const service = givenFqn({}, params.serviceName ?? '');
  return { status: 200, body: sumText(type, service, scope) };
}

/** One piece of text; the queries are gone through in snapshots of their own. */
async function* sumText(type: EntityType, service: string, scope: Scope): AsyncGenerator<string> {
  let all = emptySum();
  let most: Group[] = [];
  for await (const groups of sumsBelow(type, service, scope)) {
    for (const { sum } of groups) all = addSums(all, sum);
    most = [...most, ...groups].sort((a, b) => b.sum.cost - a.sum.cost || (a.id < b.id ? -1 : 1)).slice(0, TOLD);
  }
  yield JSON.stringify({
    queryGroups: await scope.reopen((sql) => describe(type, most, { ...scope, sql })),
    overallStats: {
      totalCost: all.cost,
      minCost: all.records === 0 ? 0 : all.min,
      maxCost: all.max,
      avgCost: all.records === 0 ? 0 : all.cost / all.records,
      totalExecutionCount: roundedCount(all.count),
    },
  });
}

/** Sums of the queries of a service that the reader may see, some at a time. */
async function* sumsBelow(type: EntityType, service: string, scope: Scope): AsyncGenerator<Group[]> {
  const { authorizer, registry, removals } = scope.catalog;
  const operations = ['ViewBasic', 'ViewQueries'];
  const filter = allOf(operations.map((operation) => authorizer.filter(scope.actor, operation, type.name)));
  let after: { key: string; id: string } | null | undefined;
  while (after !== null) {
    const from: { key: string; id: string } | undefined = after;
    const { groups, next } = await scope.reopen(async (sql) => {
      const under = await removals.under(sql, scope.context.now());
      const page = await scanEntities(sql, {
        type: type.name,
        below: service,
        conditions: hiddenCondition(under, type.name, 'non-deleted', registry),
        filter,
        limit: LOOK,
        ...(from ? { after: from } : {}),
      });
      const ids = page.rows.map(({ id }) => id);
      const points = ids.length === 0 ? [] : await latestPoints(sql, ids, sumKind, '');
      return {
        next: page.next,
        groups: points.map(({ entity_id, doc }): Group => ({ id: entity_id, sum: JSON.parse(doc) as CostSum })),
      };
    });
    yield groups;
    after = next;
  }
}

async function describe(type: EntityType, groups: readonly Group[], scope: Scope): Promise<object[]> {
  const rows = await getEntitiesByIds(
    scope.sql,
    groups.map(({ id }) => id),
  );
  const texts = await composeShown(rows, type, selectFields(type, undefined, scope.catalog), scope);
  const queries = new Map(rows.map(({ id }, i) => [id, JSON.parse(texts[i] as string) as Fields]));
  return groups.flatMap(({ id, sum }) => {
    const query = queries.get(id);
    if (!query) return []; // gone meanwhile
    return {
      queryText: String(query.query ?? ''),
      users: ((query.usedBy ?? []) as string[]).slice(0, USERS),
      totalCost: sum.cost,
      totalCount: roundedCount(sum.count),
      totalDuration: sum.duration,
      avgDuration: sum.count === 0 ? 0 : sum.duration / sum.count,
      queryDetails: { query },
    };
  });
}
