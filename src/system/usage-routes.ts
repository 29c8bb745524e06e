/** Usage of entities: daily counts, reported by crawlers, and percentile ranks within the type. */
import { catalogError, errorMessages } from '../../contract/index.js';
import {
  apiUrl,
  containersOf,
  type EntityKey,
  type EntityType,
  factsOfValue,
  json,
  linkTo,
  type Reply,
  type Request,
  type Route,
  readBody,
  readLimit,
  readRow,
  recordUpdate,
  rowToChange,
  type Scope,
  withHrefs,
} from '../catalog/index.js';
import { addUsage, type EntityRow, getEntitiesByIds, listUsage, rankUsage, sumUsage } from '../storage/index.js';
import { dayOfDate, usageDetails } from '../traits/index.js';
import { readRoute, writeRoute } from './system-route.js';

const dayLength = 24 * 60 * 60 * 1000;
const counted = 'usageSummary';

export function usageRoutes(): Route[] {
  return [
    ...usageOf('/v1/usage/{entity}/{id}', 'ById'),
    ...usageOf('/v1/usage/{entity}/name/{fqn}', 'ByName'),
    ranks(),
  ];
}

function usageOf(path: string, suffix: string): Route[] {
  const body = { schema: 'type/usageRequest', required: true };
  const common = { tag: 'Usage', errors: [404] };
  const report = (method: 'POST' | 'PUT', id: string, summary: string) =>
    writeRoute(method, path, {
      ...common,
      id: `${id}${suffix}`,
      summary,
      status: 201,
      answer: 'type/changeEvent',
      body,
      handle: (request, scope) => reportUsage(request, method === 'POST', scope),
    });
  return [
    readRoute(path, {
      ...common,
      id: `getEntityUsage${suffix}`,
      summary: 'Get the usage of an entity up to a date',
      description: 'Returns how often the entity was used on a day and the days before, with its percentile rank.',
      answer: 'type/entityUsage',
      query: [
        {
          name: 'days',
          description: 'Number of days',
          schema: { type: 'integer', minimum: 1, maximum: 30, default: 1 },
        },
        { name: 'date', description: 'The last day; default: today', schema: { type: 'string', format: 'date' } },
      ],
      handle: readUsage,
    }),
    report('POST', 'reportEntityUsage', 'Set the usage of an entity on a day'),
    report('PUT', 'addEntityUsage', 'Add to the usage of an entity on a day'),
  ];
}

function ranks(): Route {
  return writeRoute('POST', '/v1/usage/compute.percentile/{entity}/{date}', {
    id: 'computeEntityUsagePercentile',
    tag: 'Usage',
    summary: 'Compute usage totals and ranks of all entities of a type on a day',
    description: 'Computes the weekly and monthly totals and percentile ranks of all entities of a type.',
    status: 201,
    answer: null,
    errors: [404],
    handle: async ({ params }, scope) => {
      const type = typeOf(params, scope);
      // Changes all entities of the type, so a conditional permission is not enough.
      const all = () => factsOfValue(type, {}, scope);
      await scope.catalog.authorizer.decide(scope.actor, ['EditUsage'], type.name, all);
      await rankUsage(scope.sql, type.name, readDay(params.date ?? ''));
      return { status: 201 };
    },
  });
}

async function readUsage(request: Request, scope: Scope): Promise<Reply> {
  const { query, params } = request;
  const type = typeOf(params, scope);
  const row = await readRow(type, namingOf(params), 'all', scope, ['ViewUsage']);
  const last = query.date ? readDay(query.date) : Math.floor(scope.context.now() / dayLength);
  const days = readLimit(query.days, 1, 1, 30, 'days');
  const usage = await listUsage(scope.sql, row.id, last - days + 1, last);
  const entity = withHrefs(linkTo(row, scope), apiUrl(scope));
  return { status: 200, body: `{"entity":${entity},"usage":${JSON.stringify(usage.map(usageDetails))}}` };
}

/** Changes the counts of containers (schema, database) by the same difference. */
async function reportUsage(request: Request, replace: boolean, scope: Scope): Promise<Reply> {
  const type = typeOf(request.params, scope);
  scope.catalog.authorizer.possible(scope.actor, 'EditUsage', type.name);
  const { date, count } = readBody(request, 'type/usageRequest', scope);
  const day = readDay(date);
  if (!Number.isSafeInteger(count) || count < 0) throw catalogError('BAD_REQUEST', 'count: must be at least 0');
  const row = await rowToChange(type, namingOf(request.params), 'all', scope, ['EditUsage']);
  const [known] = await listUsage(scope.sql, row.id, day, day);
  const difference = replace ? count - (known?.daily ?? 0) : count;
  for (const { id, type: name } of [row, ...(await countedContainers(row, scope))]) {
    await addUsage(scope.sql, { entityId: id, type: name, day, count: difference });
    await sumUsage(scope.sql, id, day);
  }
  const [now] = await listUsage(scope.sql, row.id, day, day);
  const change = {
    name: counted,
    newValue: now && usageDetails(now),
    ...(known ? { oldValue: usageDetails(known) } : {}),
  };
  return json(201, await recordUpdate(type, row, { updated: [change] }, scope));
}

async function countedContainers(row: EntityRow, scope: Scope): Promise<EntityRow[]> {
  const rows = await getEntitiesByIds(
    scope.sql,
    containersOf(row).map(([, id]) => id),
  );
  return rows.filter((container) => isCounted(scope.catalog.registry.find(container.type)));
}

function isCounted(type: EntityType | undefined): boolean {
  return type?.traits?.some((trait) => trait.field === counted) ?? false;
}

/** The type in the path; fails if its usage is not counted. */
function typeOf({ entity = '' }: Record<string, string>, scope: Scope): EntityType {
  const type = scope.catalog.registry.find(entity);
  if (!type) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('type', entity));
  if (!isCounted(type)) throw catalogError('BAD_REQUEST', `usage of type ${entity} is not recorded`);
  return type;
}

function namingOf({ id, fqn }: Record<string, string>): EntityKey {
  return id === undefined ? { fqn: fqn ?? '' } : { id };
}

function readDay(date: string): number {
  const day = dayOfDate(date);
  if (day === null)
    throw catalogError('BAD_REQUEST', `date: ${JSON.stringify(date.slice(0, 50))} is not a date such as 2025-01-31`);
  return day;
}
