/** What installed apps do, below `/v1/apps`: configure, start and stop them, and their runs. */
import { type AppRunRecord, catalogError, parseObject } from '../../../contract/index.js';
import {
  apiUrl,
  changeEntity,
  type DataRoute,
  type EntityType,
  json,
  parameter,
  patchEntity,
  type Reply,
  type Request,
  readLimit,
  readObject,
  readOptionalObject,
  readRow,
  replyWith,
  rowToChange,
  type SchemaDocs,
  type Scope,
} from '../../catalog/index.js';
import { APP_TYPE } from '../../entities/index.js';
import { JOBS_CHANNEL } from '../../jobs/index.js';
import { askToCancelJob, countPoints, type EntityRow, listEntities, listPoints } from '../../storage/index.js';
import { readRoute, type SystemRoute, writeRoute } from '../system-route.js';
import { type AppPrograms, programOf } from './app-programs.js';
import { APP_RUNS, recordRun, shownRun } from './app-runs.js';

const path = '/v1/apps';
const tag = 'Apps';
const TYPE = APP_TYPE.app;
const MOST_APPS = 1000;
const CONFIGURATION = 'the configuration';
const run: SchemaDocs = 'entity/applications/appRunRecord';
const app: SchemaDocs = 'entity/applications/app';

export function appRoutes(programs: AppPrograms): DataRoute[] {
  return [...controlRoutes(programs), ...runRoutes()];
}

const post = (verb: string, route: Omit<SystemRoute, 'tag'>): DataRoute =>
  writeRoute('POST', `${path}/${verb}/{name}`, { ...route, tag, errors: [404] });
const get = (what: string, route: Omit<SystemRoute, 'tag'>): DataRoute =>
  readRoute(`${path}/name/{name}/${what}`, { ...route, tag, errors: [404] });

/** The apps, and what controls one. */
function controlRoutes(programs: AppPrograms): DataRoute[] {
  return [
    readRoute(`${path}/installed`, {
      id: 'listInstalledApps',
      summary: 'List references to the installed apps',
      tag,
      answer: { arrayOf: 'type/entityReference' },
      handle: installed,
    }),
    post('trigger', {
      id: 'triggerApp',
      summary: 'Run an app now',
      description:
        'Starts a run, or returns the one in progress. 400 for an app that this server does not perform itself.',
      answer: run,
      handle: (request, scope) => trigger(request, programs, scope),
    }),
    post('stop', { id: 'stopApp', summary: 'Stop the run of an app', answer: run, handle: stop }),
    post('configure', {
      id: 'configureApp',
      summary: 'Replace the configuration of an app',
      answer: app,
      body: { schema: { inline: { type: 'object' } }, required: true },
      handle: configure,
    }),
    post('deploy', {
      id: 'deployApp',
      summary: 'Deploy an app',
      description: 'Enables an app that this server performs itself: there is nothing else to deploy. 400 for others.',
      answer: app,
      handle: (request, scope) => deploy(request, programs, scope),
    }),
    post('schedule', {
      id: 'scheduleApp',
      summary: 'Schedule an app',
      description: 'Refused with 400: what this server performs itself has a fixed schedule.',
      answer: app,
      handle: schedule,
    }),
  ];
}

function runRoutes(): DataRoute[] {
  return [
    get('status', {
      id: 'listAppRuns',
      summary: 'List the runs of an app, newest first',
      answer: { pageOf: 'entity/applications/appRunRecord' },
      query: pages,
      handle: listRuns,
    }),
    get('extension', {
      id: 'listAppExtensions',
      summary: 'List the records of an app, which are its runs, newest first',
      answer: { pageOf: 'entity/applications/appRunRecord' },
      query: pages,
      handle: listRuns,
    }),
    get('runs/latest', { id: 'getLatestAppRun', summary: 'Get the latest run of an app', answer: run, handle: latest }),
    get('logs', {
      id: 'getAppLogs',
      summary: 'Get the latest run of an app, which is all that is logged',
      answer: run,
      handle: latest,
    }),
    get('live-indexing-queue', {
      id: 'listLiveIndexingQueue',
      summary: 'List what waits to be indexed (nothing: indexing is part of each write)',
      answer: { pageOf: 'entity/applications/appRunRecord' },
      async handle(request, scope) {
        await find(request, 'ViewBasic', scope);
        return json(200, { data: [], paging: { total: 0 } });
      },
    }),
  ];
}

const pages: SystemRoute['query'] = [
  {
    name: 'limit',
    description: 'Maximum number of runs',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  },
  { name: 'offset', description: 'Number of runs to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
];

const typeOf = ({ catalog }: Scope): EntityType => catalog.registry.get(TYPE);

async function find(request: Request, operation: string, scope: Scope): Promise<EntityRow> {
  return readRow(typeOf(scope), { fqn: parameter(request, 'name') }, 'non-deleted', scope, [operation]);
}

function findToChange(request: Request, operation: string, scope: Scope): Promise<EntityRow> {
  return rowToChange(typeOf(scope), { fqn: parameter(request, 'name') }, 'non-deleted', scope, [operation]);
}

async function installed(_: Request, scope: Scope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  authorizer.possible(scope.actor, 'ViewBasic', TYPE);
  const filter = authorizer.filter(scope.actor, 'ViewBasic', TYPE);
  const rows = await listEntities(scope.sql, { type: TYPE, filter, limit: MOST_APPS });
  const href = (id: string) => `${apiUrl(scope)}${path}/${id}`;
  return json(
    200,
    rows.map((row) => ({ ...JSON.parse(row.ref), id: row.id, type: TYPE, href: href(row.id) })),
  );
}

async function trigger(request: Request, programs: AppPrograms, scope: Scope): Promise<Reply> {
  const row = await findToChange(request, 'Trigger', scope);
  if (Object.keys(readOptionalObject(request, CONFIGURATION)).length > 0)
    throw catalogError('BAD_REQUEST', `the app ${row.name} takes no settings for a run`);
  return json(200, await recordRun(row, await programOf(row, programs).start(scope), scope));
}

async function stop(request: Request, scope: Scope): Promise<Reply> {
  const row = await findToChange(request, 'Trigger', scope);
  const [last] = await listPoints(scope.sql, { entityId: row.id, kind: APP_RUNS, limit: 1 });
  const run = last ? await shownRun(last, scope) : null;
  // A run has its end before the job that carried it out has.
  const isRunning = last && run?.endTime === undefined;
  if (!isRunning || !(await askToCancelJob(scope.sql, last.key, scope.context.now())))
    throw catalogError('BAD_REQUEST', `the app ${row.name} is not running`);
  scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL });
  return json<AppRunRecord>(200, { ...run, status: 'stopInProgress' });
}

async function configure(request: Request, scope: Scope): Promise<Reply> {
  const row = await findToChange(request, 'EditAll', scope);
  const appConfiguration = readObject(request, CONFIGURATION);
  if (parseObject(row.doc).allowConfiguration === false)
    throw catalogError('BAD_REQUEST', `the app ${row.name} cannot be configured`);
  // As a PATCH of a client, which seals the secrets.
  const steps = [{ op: 'add', path: '/appConfiguration', value: appConfiguration }];
  const { row: changed } = await patchEntity(typeOf(scope), { id: row.id }, () => steps, null, scope);
  return replyWith(typeOf(scope), changed, '', scope);
}

async function deploy(request: Request, programs: AppPrograms, scope: Scope): Promise<Reply> {
  const row = await findToChange(request, 'Deploy', scope);
  programOf(row, programs);
  const { row: changed } = await changeEntity(typeOf(scope), row, (value) => ({ ...value, enabled: true }), scope);
  return replyWith(typeOf(scope), changed, '', scope);
}

async function schedule(request: Request, scope: Scope): Promise<Reply> {
  const row = await findToChange(request, 'EditAll', scope);
  throw catalogError('BAD_REQUEST', `the schedule of the app ${row.name} is fixed: this server does not schedule apps`);
}

async function listRuns(request: Request, scope: Scope): Promise<Reply> {
  const row = await find(request, 'ViewBasic', scope);
  const series = { entityId: row.id, kind: APP_RUNS };
  const limit = readLimit(request.query.limit, 10, 1, 1000);
  const offset = readLimit(request.query.offset, 0, 0, 1_000_000, 'offset');
  const data: AppRunRecord[] = [];
  for (const point of await listPoints(scope.sql, { ...series, limit, offset }))
    data.push(await shownRun(point, scope));
  return json(200, { data, paging: { total: await countPoints(scope.sql, series), offset, limit } });
}

async function latest(request: Request, scope: Scope): Promise<Reply> {
  const row = await find(request, 'ViewBasic', scope);
  const [last] = await listPoints(scope.sql, { entityId: row.id, kind: APP_RUNS, limit: 1 });
  if (!last) throw catalogError('ENTITY_NOT_FOUND', `the app ${row.name} has not run yet`);
  return json(200, await shownRun(last, scope));
}
