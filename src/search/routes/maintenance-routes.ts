import { catalogError, forbidden } from '../../../contract/index.js';
import {
  type ActionRoute,
  type DataRoute,
  fitting,
  json,
  type Reply,
  type Request,
  type Route,
  type RouteDocs,
  readJson,
  readOptionalObject,
  type Scope,
  serverSentEvent,
  streamChanges,
} from '../../catalog/index.js';
import { countByType, currentTables, renewDocuments } from '../../storage/index.js';
import { isUnderWay, type Rebuild, readRebuild } from '../indexing/rebuild.js';
import { cancelRebuild, requestRebuild } from '../indexing/rebuild-job.js';
import { indexOfType } from '../query/search-indexes.js';
import { searchRoute } from './search-route.js';

const APP = 'SearchIndexingApplication';
const appRoot = '/v1/apps';
const mostEntities = 1000;

/** The state and the rebuild of the index, also under the paths of the indexing application of the interface. */
export function maintenanceRoutes(): Route[] {
  return [
    searchRoute('/stats', {
      id: 'getSearchStats',
      summary: 'Get the number of documents in each index',
      description: 'Returns the number of documents of each type in the search index.',
      answer: 'api/search/searchStats',
      handle: stats,
    }),
    searchRoute('/stats/orphan', {
      id: 'cleanOrphanIndexes',
      summary: 'Remove unused indexes (there are none)',
      method: 'DELETE',
      answer: 'api/search/orphanCleanupResponse',
      handle: async (_, scope) => admin(scope, () => json(200, { deletedIndexes: [], deletedCount: 0 })),
    }),
    searchRoute('/reindex/failures', {
      id: 'getReindexFailures',
      summary: 'List entities that failed to index (none: indexing is part of the write)',
      handle: async (_, scope) => admin(scope, () => json(200, { data: [], total: 0, offset: 0, limit: 0 })),
    }),
    searchRoute(
      '/reindexEntities',
      {
        id: 'reindexEntities',
        summary: 'Reindex some entities',
        description: 'Rebuilds the search documents of the listed entities from the stored data.',
        method: 'POST',
        body: { schema: { arrayOf: 'type/entityReference' }, required: true },
        handle: (request, scope) => reindexSome(request, scope),
      },
      true,
    ),
    ...['/templates', '/templates/{entityType}'].map((path) =>
      searchRoute(path, {
        id: path === '/templates' ? 'putSearchTemplates' : 'putSearchTemplate',
        summary: 'Update the index mappings (no effect: migrations do this)',
        method: 'PUT',
        handle: async (_, scope) => admin(scope, () => json(200, { status: 'success' })),
      }),
    ),
    ...applicationRoutes(),
  ];
}

function applicationRoutes(): Route[] {
  const latest = async (_: Request, { sql }: Scope) => json(200, runRecord(await readRebuild(sql)));
  return [
    applicationRoute('GET', `name/${APP}/status`, {
      id: 'listSearchIndexingRuns',
      summary: 'List the latest search rebuild as a page',
      handle: listRuns,
    }),
    applicationRoute('GET', `name/${APP}/runs/latest`, {
      id: 'getLatestSearchIndexingRun',
      summary: 'Get the latest search rebuild',
      handle: latest,
    }),
    applicationRoute('GET', `name/${APP}/logs`, {
      id: 'getSearchIndexingProgress',
      summary: 'Get the progress of the latest search rebuild',
      handle: latest,
    }),
    progressRoute,
    applicationRoute('POST', `trigger/${APP}`, {
      id: 'triggerSearchIndexing',
      summary: 'Rebuild the search index (`recreateIndex`), or only update outdated documents',
      body: { schema: { inline: { type: 'object', properties: { recreateIndex: { type: 'boolean' } } } } },
      handle: async (request, scope) => json(200, runRecord(await requestRebuild(scope, wantsAnew(request, scope)))),
    }),
    applicationRoute('POST', `stop/${APP}`, {
      id: 'stopSearchIndexing',
      summary: 'Stop the running search rebuild',
      handle: async (_, scope) => json(200, runRecord(await cancelRebuild(scope))),
    }),
  ];
}

interface ApplicationRoute {
  id: string;
  summary: string;
  body?: RouteDocs['body'];
  /** Default: JSON of any shape. */
  answer?: RouteDocs['answers'][number];
  handle(request: Request, scope: Scope): Promise<Reply>;
}

/** A route for admins, below the path of the indexing application. */
function applicationRoute(method: 'GET' | 'POST', path: string, route: ApplicationRoute): DataRoute {
  const { id: operationId, summary, body, answer = { description: summary, schema: { inline: {} } }, handle } = route;
  return {
    kind: method === 'GET' ? 'read' : 'write',
    method,
    path: `${appRoot}/${path}`,
    docs: { operationId, summary, tag: 'Apps', answers: { 200: answer }, ...(body ? { body } : {}) },
    handle: (request, scope) => admin(scope, () => handle(request, scope)),
  };
}

async function listRuns(_: Request, scope: Scope): Promise<Reply> {
  const run = await readRebuild(scope.sql);
  return json(200, { data: run ? [runRecord(run)] : [], paging: { total: run ? 1 : 0 } });
}

const progressRoute: ActionRoute = {
  kind: 'action',
  method: 'GET',
  path: `${appRoot}/name/${APP}/progress/stream`,
  docs: {
    operationId: 'streamSearchIndexingProgress',
    summary: 'Stream the progress of the latest search rebuild as server-sent events',
    tag: 'Apps',
    answers: { 200: { description: 'An app run record for each progress update', media: 'text/event-stream' } },
  },
  async handle(_, scope) {
    const look = () =>
      scope.readAs((inner) =>
        admin(inner, async () => {
          const rebuild = await readRebuild(inner.sql);
          return { event: serverSentEvent('progress', runRecord(rebuild)), hasEnded: !isUnderWay(rebuild) };
        }),
      );
    return streamChanges(look);
  },
};

async function admin<T>({ actor }: Pick<Scope, 'actor'>, work: () => T | Promise<T>): Promise<T> {
  if (!actor.isAdmin) throw forbidden(actor, 'is not admin');
  return work();
}

const settings = 'entity/applications/configuration/internal/searchIndexingAppConfig';

/** Whether the body asks for `recreateIndex`. Other settings of the app are checked and have no effect. */
function wantsAnew(request: Request, scope: Scope): boolean {
  const { recreateIndex = false, ...others } = readOptionalObject(request);
  if (typeof recreateIndex !== 'boolean') throw catalogError('BAD_REQUEST', 'recreateIndex must be a boolean');
  fitting(others, settings, scope);
  return recreateIndex;
}

const statusOf: Readonly<Record<Rebuild['status'], string>> = {
  pending: 'started',
  running: 'running',
  stopped: 'stopped',
  completed: 'success',
};

/** An AppRunRecord of the interface. */
function runRecord(rebuild: Rebuild | null): object {
  if (!rebuild) return { appName: APP, status: 'pending' };
  const { status, anew, startedAt, endedAt, done, total, written } = rebuild;
  const stats = { totalRecords: total, successRecords: done, failedRecords: 0, writtenRecords: written };
  return {
    appName: APP,
    status: statusOf[status],
    runType: 'OnDemand',
    ...(startedAt === null ? {} : { timestamp: startedAt, startTime: startedAt }),
    ...(endedAt === null ? {} : { endTime: endedAt, executionTime: endedAt - (startedAt ?? endedAt) }),
    config: { type: 'SearchIndexing', recreateIndex: anew },
    successContext: { stats: { jobStats: stats } },
  };
}

async function stats(_: Request, scope: Scope): Promise<Reply> {
  return admin(scope, async () => {
    const counts = new Map<string, number>();
    for (const { type, count } of await countByType(scope.sql)) counts.set(type, (counts.get(type) ?? 0) + count);
    const indexes = scope.catalog.registry.types.map((type) => ({
      name: indexOfType(type),
      documents: counts.get(type.name) ?? 0,
      health: 'green',
      aliases: [type.name, 'all'],
    }));
    return json(200, {
      clusterHealth: 'green',
      totalIndexes: indexes.length,
      totalDocuments: indexes.reduce((sum, { documents }) => sum + documents, 0),
      indexes,
      orphanIndexes: [],
      isSearchIndexingRunning: isUnderWay(await readRebuild(scope.sql)),
      expectedIndexCount: indexes.length,
      missingIndexes: [],
    });
  });
}

async function reindexSome(request: Request, scope: Scope): Promise<Reply> {
  return admin(scope, async () => {
    const body = readJson(request);
    const ids = (Array.isArray(body) ? body : []).map((one: unknown) => (one as { id?: unknown } | null)?.id);
    if (!Array.isArray(body) || ids.length > mostEntities || ids.some((id) => typeof id !== 'string'))
      throw catalogError('BAD_REQUEST', `a list of up to ${mostEntities} references is required`);
    const written = await renewDocuments(scope.sql, await currentTables(scope.sql), ids as string[]);
    return json(200, { status: 'success', requested: ids.length, reindexed: written });
  });
}
