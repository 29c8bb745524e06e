/** How many entities and services there are, as far as the reader may see them. */
import { includeParameter, type Reply, type Route, readInclude, type Scope } from '../catalog/index.js';
import type { EntityQuery } from '../storage/index.js';
import { reading } from './system-route.js';

/** Field of the answer and the types it counts. */
type Counts = Readonly<Record<string, (type: string) => boolean>>;

const only = (name: string) => (type: string) => type === name;

const entityCounts: Counts = {
  tableCount: only('table'),
  topicCount: only('topic'),
  dashboardCount: only('dashboard'),
  pipelineCount: only('pipeline'),
  mlmodelCount: only('mlmodel'),
  servicesCount: (type) => type.endsWith('Service'),
  userCount: only('user'),
  teamCount: only('team'),
  testSuiteCount: only('testSuite'),
  storageContainerCount: only('container'),
  glossaryCount: only('glossary'),
  glossaryTermCount: only('glossaryTerm'),
};

const serviceCounts: Counts = {
  databaseServiceCount: only('databaseService'),
  messagingServiceCount: only('messagingService'),
  dashboardServiceCount: only('dashboardService'),
  pipelineServiceCount: only('pipelineService'),
  mlModelServiceCount: only('mlmodelService'),
  storageServiceCount: only('storageService'),
};

export function countRoutes(): Route[] {
  return [
    countRoute('/v1/system/entities/count', 'listEntitiesCount', 'entity/utils/entitiesCount', entityCounts),
    countRoute('/v1/system/services/count', 'listServicesCount', 'entity/utils/servicesCount', serviceCounts),
  ];
}

function countRoute(path: string, id: string, answer: string, counts: Counts): Route {
  return reading(path, {
    id,
    summary: `Count the ${path.includes('services') ? 'services' : 'entities'} that the caller may see`,
    answer,
    query: [includeParameter],
    handle: async ({ query }, scope): Promise<Reply> => {
      const include = readInclude(query.include);
      return { status: 200, body: answerCounts(counts, include, scope) };
    },
  });
}

/** Counts after the handler has returned, so that a long count holds no snapshot. */
async function* answerCounts(
  counts: Counts,
  include: NonNullable<EntityQuery['include']>,
  scope: Scope,
): AsyncGenerator<string> {
  const { registry, authorizer } = scope.catalog;
  const answer: Record<string, number> = {};
  for (const [field, counted] of Object.entries(counts)) {
    let sum = 0;
    for (const { name } of registry.types.filter((type) => counted(type.name))) {
      const filter = authorizer.filter(scope.actor, 'ViewBasic', name);
      sum += filter.kind === 'none' ? 0 : await total({ type: name, include, conditions: [], filter }, scope);
    }
    answer[field] = sum;
  }
  yield JSON.stringify(answer);
}

async function total(query: EntityQuery, scope: Scope): Promise<number> {
  const { totals } = scope.catalog;
  const quick = await scope.reopen((sql) => totals.quick(query, { ...scope, sql }));
  return quick ?? totals.full(query, scope);
}
