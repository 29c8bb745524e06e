/** Services of all families in one list, with counts by family, connector and health of their ingestion. */
import { catalogError, parseObject, type ServicesOverview } from '../../../contract/index.js';
import {
  composeShown,
  type DataRoute,
  type EntityType,
  type Fields,
  hiddenCondition,
  json,
  positionOf,
  type Reply,
  type Request,
  readFlag,
  readInclude,
  readLimit,
  type Scope,
  selectFields,
  visibleIds,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import {
  type EntityRow,
  getEntityByFqn,
  type ListCondition,
  latestPoints,
  listChildren,
  listEntities,
  RELATION,
} from '../../storage/index.js';

const schema = 'api/services/servicesOverview';
const PAGE = 1000;
/** From the worst to the best. */
const HEALTH = ['failed', 'partialSuccess', 'success', 'notRun'] as const;
type Health = (typeof HEALTH)[number];

interface Service {
  type: EntityType;
  row: EntityRow;
  serviceType: string;
  health?: Health;
}

const text = (name: string, description: string) => ({ name, description, schema: { type: 'string' } });
const number = (name: string, description: string, more: object) => ({
  name,
  description,
  schema: { type: 'integer', minimum: 0, ...more },
});

export const servicesOverviewRoute: DataRoute = {
  kind: 'read',
  long: true,
  method: 'GET',
  path: '/v1/services/overview',
  docs: {
    operationId: 'getServicesOverview',
    summary: 'List the services of all families',
    description:
      'Returns one page of services by name, and how many there are of each family, connector and, with `includeHealth`, health. The counts are those of `entityType`, `include`, `domain`, `excludeProvider` and `q`; the page is further restricted by `listEntityType`, `serviceType` and `health`.',
    tag: 'Services',
    query: [
      text('entityType', 'Types to count and list, separated by commas, such as `databaseService`; default: all'),
      { ...text('include', 'Which services'), schema: { type: 'string', enum: ['all', 'deleted', 'non-deleted'] } },
      text('domain', 'FQN of a domain'),
      text('excludeProvider', 'Leaves out services of this provider, such as `system`'),
      text('q', 'Part of a name or display name, case-insensitive'),
      text('listEntityType', 'Types to list, separated by commas'),
      text('serviceType', 'Connectors to list, separated by commas'),
      text('health', 'Health of the services to list; takes `includeHealth`'),
      { name: 'includeHealth', description: 'Whether to return health', schema: { type: 'boolean', default: false } },
      number('limit', 'Maximum number of services to return', { maximum: PAGE, default: 50 }),
      number('offset', 'Number of services to skip', { default: 0 }),
    ],
    answers: { 200: { description: 'A page and the counts', schema } },
    errors: [404],
  },
  handle: overview,
};

async function overview({ query }: Request, scope: Scope): Promise<Reply> {
  const types = readTypes(query.entityType, scope);
  const limit = readLimit(query.limit, 50, 0, PAGE);
  const offset = readLimit(query.offset, 0, 0, 1_000_000_000);
  const withHealth = readFlag(query, 'includeHealth');
  const wanted = listOf(query.health);
  if (wanted && (!withHealth || wanted.some((one) => !HEALTH.some((health) => health === one))))
    throw catalogError('BAD_REQUEST', `health must be one of ${HEALTH.join(', ')}, together with includeHealth=true`);
  const all = await readServices(types, query, scope);
  if (withHealth) await addHealth(all, scope);
  const [listed, connectors] = [listOf(query.listEntityType), listOf(query.serviceType)];
  const shown = all.filter(
    ({ type, serviceType, health }) =>
      (listed?.includes(type.name) ?? true) &&
      (connectors?.includes(serviceType) ?? true) &&
      (wanted?.includes(String(health)) ?? true),
  );
  const page = shown.slice(offset, offset + limit);
  return json<ServicesOverview>(200, {
    counts: Object.fromEntries(types.map(({ name }) => [name, all.filter(({ type }) => type.name === name).length])),
    serviceTypeCounts: tally(types, all, ({ serviceType }) => serviceType),
    healthCounts: withHealth ? tally(types, all, ({ health }) => String(health)) : {},
    total: all.length,
    data: await summaries(page, scope),
    paging: { offset, limit, total: shown.length },
  });
}

const listOf = (value: string | undefined): string[] | undefined => (value ? value.split(',') : undefined);

/** Types of which the reader may see any; 403 if there are none. */
function readTypes(names: string | undefined, { catalog, actor }: Scope): EntityType[] {
  const services = catalog.registry.types.filter(({ family }) => family);
  const visible = (some: EntityType[]) => {
    const seen = some.filter(({ name }) => catalog.authorizer.filter(actor, 'ViewBasic', name).kind !== 'none');
    if (seen.length === 0) for (const { name } of some) catalog.authorizer.possible(actor, 'ViewBasic', name);
    return seen;
  };
  const all = visible(services);
  const given = listOf(names);
  const unknown = given?.find((name) => !services.some((type) => type.name === name));
  if (unknown !== undefined)
    throw catalogError('BAD_REQUEST', `entityType ${unknown.slice(0, 100)} is not a type of services`);
  return given ? visible(services.filter(({ name }) => given.includes(name))) : all;
}

/** All services that the reader may see and that the counts are about, by name. */
async function readServices(types: readonly EntityType[], query: Request['query'], scope: Scope): Promise<Service[]> {
  const conditions = await inDomain(query.domain, scope);
  const found: Service[] = [];
  for (const type of types) {
    for (const row of await readRows(type, query.include, conditions, scope)) {
      const { serviceType, provider = 'user', displayName = '' } = parseObject<Fields>(row.doc);
      const names = `${row.name}\n${String(displayName)}`.toLowerCase();
      if (query.excludeProvider && provider === query.excludeProvider) continue;
      if (!query.q || names.includes(query.q.toLowerCase()))
        found.push({ type, row, serviceType: String(serviceType) });
    }
  }
  const key = ({ row, type }: Service) => `${row.name.toLowerCase()}\n${type.name}\n${row.id}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function inDomain(fqn: string | undefined, { sql }: Scope): Promise<ListCondition[]> {
  if (!fqn) return [];
  const row = await getEntityByFqn(sql, 'domain', fqn);
  return [{ by: 'related', kind: RELATION.hasDomain, direction: 'from', ids: row ? [row.id] : [] }];
}

async function readRows(type: EntityType, given: string | undefined, narrow: ListCondition[], scope: Scope) {
  const { catalog, sql, actor } = scope;
  const include = readInclude(given);
  const removals = await catalog.removals.under(sql);
  const conditions = [...narrow, ...hiddenCondition(removals, type.name, include, catalog.registry)];
  const filter = catalog.authorizer.filter(actor, 'ViewBasic', type.name);
  const rows: EntityRow[] = [];
  for (let last: EntityRow | undefined; ; ) {
    const after = last ? { after: positionOf(last) } : {};
    const page = await listEntities(sql, { type: type.name, include, conditions, filter, ...after, limit: PAGE });
    rows.push(...page);
    last = page.at(-1);
    if (page.length < PAGE) return rows;
  }
}

/** The worst of the latest runs of the pipelines that the reader may see. */
async function addHealth(services: readonly Service[], scope: Scope): Promise<void> {
  const type = 'ingestionPipeline';
  const children = await listChildren(
    scope.sql,
    services.map(({ row }) => row.id),
    { types: [type] },
  );
  const visible = await visibleIds(
    children.map(({ id }) => ({ id, type })),
    scope,
  );
  const latest = await latestPoints(scope.sql, [...visible], 'pipelineStatus');
  const states = new Map(latest.map((point) => [point.entity_id, parseObject(point.doc).pipelineState]));
  for (const service of services) {
    const own = children.filter((child) => child.parent_id === service.row.id).map(({ id }) => states.get(id));
    service.health = HEALTH.find((state) => own.includes(state)) ?? 'notRun';
  }
}

function tally(types: readonly EntityType[], services: readonly Service[], of: (service: Service) => string) {
  const counts: Record<string, Record<string, number>> = {};
  for (const { name } of types) counts[name] = {};
  for (const service of services) {
    const own = counts[service.type.name] ?? {};
    own[of(service)] = (own[of(service)] ?? 0) + 1;
  }
  return counts;
}

const FIELDS = ['displayName', 'fullyQualifiedName', 'description', 'owners', 'tags', 'updatedAt', 'deleted'];

/** Clients refuse properties that the schema does not have, so the fields are copied by name. */
async function summaries(page: readonly Service[], scope: Scope): Promise<ServicesOverview['data']> {
  return Promise.all(
    page.map(async ({ type, row, serviceType, health }) => {
      const selection = selectFields(type, 'owners,tags', scope.catalog);
      const service = parseObject(first(await composeShown([row], type, selection, scope)));
      const shown = Object.entries(service).filter(([field]) => FIELDS.includes(field));
      const { id, name } = row;
      return {
        id,
        name,
        entityType: type.name,
        serviceType,
        ...Object.fromEntries(shown),
        ...(health ? { health } : {}),
      };
    }),
  );
}
