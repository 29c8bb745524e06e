/** How often entities are used, as workflows report it per day (`/v1/usage`). */
import { catalogError, errorMessages } from '../../contract/index.js';
import {
  containersOf,
  type EntityType,
  findRow,
  json,
  jsonText,
  lockRow,
  type Naming,
  type ParameterDocs,
  type Reply,
  type Request,
  type Route,
  type RouteDocs,
  readBody,
  readLimit,
  readRow,
  recordUpdate,
  referenceText,
  type Scope,
  withHrefs,
} from '../catalog/index.js';
import { addUsage, type EntityRow, getEntitiesByIds, listUsage, rankUsage } from '../storage/index.js';
import { dayOfDate, usageDetails } from '../traits/index.js';

const path = '/v1/usage';
const longest = 30;
/** Containers that the use of what is in them counts for. */
const counting = new Set(['databaseSchema', 'database']);

const query: readonly ParameterDocs[] = [
  {
    name: 'date',
    description: 'The last day, as 2025-01-31; default today',
    schema: { type: 'string', format: 'date' },
  },
  {
    name: 'days',
    description: 'Number of days',
    schema: { type: 'integer', minimum: 1, maximum: longest, default: 1 },
  },
];

/** Routes of `/v1/usage`, by id and by name. */
export function usageRoutes(): Route[] {
  return [
    ...['{entity}/{id}', '{entity}/name/{fqn}'].flatMap((place) =>
      entityRoutes(place, place.endsWith('{id}') ? '' : '_by_name'),
    ),
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/compute.percentile/{entity}/{date}`,
      docs: {
        ...docsOf('rank_usage', 'Compute sums and percentile ranks of a type on a day'),
        answers: { 201: { description: 'They are computed' } },
      },
      handle: rank,
    },
  ];
}

function entityRoutes(place: string, suffix: string): Route[] {
  const write = (method: 'POST' | 'PUT', verb: string, summary: string): Route => ({
    kind: 'write',
    method,
    path: `${path}/${place}`,
    docs: {
      ...docsOf(`${verb}_usage${suffix}`, summary),
      body: { schema: 'type/usageRequest', required: true },
      answers: { 201: { description: 'The usage', schema: 'type/entityUsage' } },
    },
    handle: (request, scope) => report(request, method === 'POST', scope),
  });
  return [
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/${place}`,
      docs: {
        ...docsOf(`get_usage${suffix}`, 'Usage of an entity, day by day'),
        query,
        answers: { 200: { description: 'The usage', schema: 'type/entityUsage' } },
      },
      handle: read,
    },
    write('POST', 'set', 'Set the count of a day'),
    write('PUT', 'add', 'Add to the count of a day'),
  ];
}

function docsOf(operationId: string, summary: string): Omit<RouteDocs, 'answers'> {
  return { operationId, summary, tag: 'usage', params: { entity: 'The type of the entity' }, errors: [404] };
}

function typeOf(request: Request, scope: Scope): EntityType {
  const name = request.params.entity ?? '';
  const type = scope.catalog.registry.find(name);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', name));
  return type;
}

function namingOf({ params }: Request): Naming {
  return params.id === undefined ? { fqn: params.fqn ?? '' } : { id: params.id };
}

async function read(request: Request, scope: Scope): Promise<Reply> {
  const type = typeOf(request, scope);
  const row = await readRow(type, namingOf(request), 'non-deleted', scope, ['ViewUsage']);
  const day = readDay(request.query.date, scope);
  return usageReply(200, row, day, readLimit(request.query.days, 1, 1, longest, 'days'), scope);
}

function readDay(text: string | undefined, scope: Scope): number {
  if (text === undefined || text === '') return Math.floor(scope.context.now() / (24 * 60 * 60 * 1000));
  const day = dayOfDate(text);
  if (day === null)
    throw catalogError('BAD_REQUEST', `date ${JSON.stringify(text.slice(0, 50))} is not a day such as 2025-01-31`);
  return day;
}

async function usageReply(status: number, row: EntityRow, day: number, days: number, scope: Scope): Promise<Reply> {
  const usage = (await listUsage(scope.sql, row.id, day - days + 1, day)).map(usageDetails);
  const entity = referenceText(row.ref, row.id, scope.catalog.registry.path(row.type));
  return jsonText(
    status,
    withHrefs(`{"entity":${entity},"usage":${JSON.stringify(usage)}}`, `${scope.catalog.options.publicUrl}/api`),
  );
}

async function report(request: Request, replace: boolean, scope: Scope): Promise<Reply> {
  const type = typeOf(request, scope);
  await readRow(type, namingOf(request), 'non-deleted', scope, ['EditUsage']);
  const row = await lockRow(await findRow(type, namingOf(request), 'non-deleted', scope), scope);
  const { date, count } = readBody<{ date: string; count: number }>(request, 'type/usageRequest', scope);
  if (count < 0) throw catalogError('BAD_REQUEST', 'count must not be negative');
  const day = readDay(date, scope);
  const [before] = await listUsage(scope.sql, row.id, day, day);
  await addUsage(scope.sql, { entityId: row.id, type: row.type, day, count, replace });
  await countContainers(row, day, replace ? count - (before?.daily ?? 0) : count, scope);
  await recordUpdate(type, row, { updated: [{ name: 'usageSummary', newValue: { date, count } }] }, scope);
  return usageReply(201, row, day, 1, scope);
}

async function countContainers(row: EntityRow, day: number, count: number, scope: Scope): Promise<void> {
  const ids = containersOf(row)
    .filter(([field]) => counting.has(field))
    .map(([, id]) => id);
  for (const container of await getEntitiesByIds(scope.sql, ids))
    await addUsage(scope.sql, { entityId: container.id, type: container.type, day, count });
}

async function rank(request: Request, scope: Scope): Promise<Reply> {
  const type = typeOf(request, scope);
  scope.catalog.authorizer.possible(scope.actor, 'EditUsage', type.name);
  const day = readDay(request.params.date, scope);
  await rankUsage(scope.sql, type.name, day);
  for (const container of counting) await rankUsage(scope.sql, container, day);
  return json(201, {});
}
