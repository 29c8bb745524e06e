/** Operations of ingestion pipelines that the runner carries out: deploy, trigger, kill, and its own state. */
import {
  CatalogError,
  catalogError,
  isTextList,
  type JsonObject,
  type PipelineServiceClientResponse,
} from '../../contract/index.js';
import { RECORD_SECRET_READ, type SecretRead } from '../access/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type Actor,
  apiUrl,
  type Command,
  changeEntity,
  findForWrite,
  isObject,
  json,
  type Reply,
  type Request,
  type Route,
  readJson,
  type Scope,
} from '../catalog/index.js';
import { changedReply, ingestionPipeline, target } from '../entities/index.js';
import { type HandedOut, handOut } from './handed-out.js';
import type { OwnRuns } from './own-runs.js';
import type { Runner, RunnerAnswer } from './runner.js';

const { name: tag, path } = ingestionPipeline;
const response = 'entity/services/ingestionPipelines/pipelineServiceClientResponse';
const MARK_DEPLOYED = 'ingestion.markDeployed';
const SET_ENABLED = 'ingestion.setEnabled';
/** compat: what the interface has for a server without a pipeline service client. */
const DISABLED: PipelineServiceClientResponse = { code: 200, reason: 'Pipeline Client Disabled', platform: 'Disabled' };

const NO_RUNNER = 'there is no runner of ingestion pipelines: set CAIRN_RUNNER_URL to the URL of one';

type ActedScope = ActionScope & { actor: Actor };

/** What carries out the operations of pipelines. */
export interface Carriers {
  /** null: there is none. */
  runner: Runner | null;
  own: OwnRuns;
}

export function pipelineRoutes(carriers: Carriers): Route[] {
  const { runner } = carriers;
  return [
    operationRoute('deploy', 'Deploy', 'Deploy a pipeline', (id, request, scope) =>
      deploy(carriers, id, request, scope),
    ),
    operationRoute('trigger', 'Trigger', 'Start a run of a pipeline', (id, request, scope) =>
      pass(carriers, 'trigger', { operation: 'Trigger', command: carriers.own.commands.start }, id, request, scope),
    ),
    operationRoute('kill', 'Kill', 'Stop the running runs of a pipeline', (id, request, scope) =>
      pass(carriers, 'kill', { operation: 'Kill', command: carriers.own.commands.stop }, id, request, scope),
    ),
    bulkDeployRoute(carriers),
    toggleRoute(carriers),
    stateRoute('status', 'Get the state of the runner', runner),
    stateRoute('ip', 'Get the address that the runner connects from', runner),
  ];
}

/** Stores that the pipeline is deployed: with the runner, or for the schedule of this server. */
export const markDeployed: Command = {
  name: MARK_DEPLOYED,
  async run({ id }: { id: string }, scope) {
    const type = scope.catalog.registry.get(tag);
    const row = await findForWrite(type, { id }, 'non-deleted', scope);
    await changeEntity(type, row, (pipeline) => ({ ...pipeline, deployed: true }), scope);
    return null;
  },
};

/** Stores whether the schedule of a pipeline is on, and returns the response of the route. */
export const setEnabled: Command = {
  name: SET_ENABLED,
  async run({ id, enabled }: { id: string; enabled: boolean }, scope) {
    const type = scope.catalog.registry.get(tag);
    const row = await findForWrite(type, { id }, 'non-deleted', scope);
    return changedReply({ type, row }, '', (pipeline) => ({ ...pipeline, enabled }), scope);
  },
};

function docsOf(verb: string, summary: string) {
  return {
    operationId: `${verb}_ingestionPipeline`,
    summary,
    tag,
    answers: { 200: { description: 'The response of the runner, or of the server itself', schema: response } },
  };
}

type Operate = (id: string, request: Request, scope: ActedScope) => Promise<PipelineServiceClientResponse>;

function operationRoute(verb: string, operation: string, summary: string, operate: Operate): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/${verb}/{id}`,
    docs: {
      ...docsOf(verb, summary),
      description:
        'Pipelines of the types `TestSuite` and `profiler` run in the server itself if it can open the databases of their tables; all others are carried out by the runner.',
      errors: [404, 503],
    },
    async handle(request, scope) {
      const acted = withActor(scope);
      acted.catalog.authorizer.possible(acted.actor, operation, tag);
      return json<PipelineServiceClientResponse>(200, await operate(request.params.id ?? '', request, acted));
    },
  };
}

/** An operation that needs no more than the name of the pipeline. */
async function pass(
  { runner, own }: Carriers,
  runnerOperation: string,
  { operation, command }: { operation: string; command: string },
  id: string,
  request: Request,
  scope: ActedScope,
): Promise<PipelineServiceClientResponse> {
  const { row, refusal } = await reading(scope, async (open) => {
    const found = await target(tag, { ...request, params: { id } }, operation, open);
    return { row: found.row, refusal: await own.refusal(found.row, open) };
  });
  if (refusal === null) return ownReply(await scope.command(command, { id: row.id }));
  const named = { id: row.id, fullyQualifiedName: row.fqn };
  return reply(await requireRunner(runner, refusal).send('POST', `/pipelines/${runnerOperation}`, named));
}

async function deploy(
  { runner: given, own }: Carriers,
  id: string,
  request: Request,
  scope: ActedScope,
): Promise<PipelineServiceClientResponse> {
  const { row, carrier } = await reading(scope, async (open) => {
    const found = await target(tag, { ...request, params: { id } }, 'Deploy', open);
    const refusal = await own.refusal(found.row, open);
    if (refusal === null) return { row: found.row, carrier: null };
    const runner = requireRunner(given, refusal);
    return { row: found.row, carrier: { runner, handed: await handOut(found.row, open) } };
  });
  if (carrier) {
    const { runner, handed } = carrier;
    await record(handed, runner, scope);
    const answer = await runner.send('POST', '/pipelines/deploy', deployBody(handed, scope));
    await scope.command(MARK_DEPLOYED, { id: row.id });
    return reply(answer);
  }
  await scope.command(MARK_DEPLOYED, { id: row.id });
  return { code: 200, platform: OWN_PLATFORM, reason: 'This server runs the pipeline itself' };
}

const deployBody = ({ pipeline, service }: HandedOut, { catalog }: ActedScope): JsonObject => ({
  pipeline,
  service,
  server: { hostPort: apiUrl({ catalog }) },
});

async function record({ pipeline, service }: HandedOut, runner: Runner, { command, context, actor }: ActedScope) {
  const about = service ?? pipeline;
  const read: SecretRead = {
    service: String(about.fullyQualifiedName),
    serviceId: String(about.id),
    serviceType: service && isObject(pipeline.service) ? String(pipeline.service.type) : tag,
    bot: 'runner',
    from: runner.host,
    requestedBy: actor.name,
  };
  await command(RECORD_SECRET_READ, read);
  context.log.info({ ...read }, 'the secrets of a service were sent to the runner');
}

function bulkDeployRoute(carriers: Carriers): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/bulk/deploy`,
    docs: {
      ...docsOf('deploy_several', 'Deploy several pipelines'),
      description:
        'Deploys pipelines one after another, at most 100. The response has the result of each, in the order of the ids; a pipeline that cannot be deployed does not stop the others.',
      body: { schema: { inline: { type: 'array', maxItems: MOST, items: { type: 'string', format: 'uuid' } } } },
      answers: { 200: { description: 'The response of the runner for each pipeline', schema: { arrayOf: response } } },
      errors: [503],
    },
    async handle(request, scope) {
      const acted = withActor(scope);
      acted.catalog.authorizer.possible(acted.actor, 'Deploy', tag);
      const ids = readJson(request);
      if (!isTextList(ids)) throw catalogError('BAD_REQUEST', 'The body must be a list of ids');
      if (ids.length > MOST) throw catalogError('BAD_REQUEST', `The body must list at most ${MOST} ids`);
      const results: PipelineServiceClientResponse[] = [];
      for (const id of ids) results.push(await deployResult(() => deploy(carriers, id, request, acted)));
      if (!carriers.runner && !results.some(({ platform }) => platform === OWN_PLATFORM))
        throw catalogError('BAD_REQUEST', NO_RUNNER);
      return json(200, results);
    },
  };
}

const MOST = 100;

async function deployResult(
  work: () => Promise<PipelineServiceClientResponse>,
): Promise<PipelineServiceClientResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { code: error.status, reason: error.message, platform: PLATFORM };
  }
}

/** Works without a runner too: who runs pipelines without one reads `enabled` from the pipeline. */
function toggleRoute({ runner, own }: Carriers): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/toggleIngestion/{id}`,
    docs: {
      ...docsOf('toggle', 'Switch the schedule of a pipeline on or off'),
      description: 'Stores whether the pipeline is enabled. If it is deployed to the runner, that is notified first.',
      answers: { 200: { description: 'The pipeline', schema: 'entity/services/ingestionPipelines/ingestionPipeline' } },
      errors: [404, 503],
    },
    async handle(request, scope) {
      const acted = withActor(scope);
      const { row, enabled, isWithRunner } = await reading(acted, async (open) => {
        const found = await target(tag, request, 'EditAll', open);
        const pipeline = found.stored();
        const isWithRunner = pipeline.deployed === true && (await own.refusal(found.row, open)) !== null;
        return { row: found.row, enabled: pipeline.enabled === false, isWithRunner };
      });
      const body = { id: row.id, fullyQualifiedName: row.fqn, enabled };
      if (runner && isWithRunner) await runner.send('POST', '/pipelines/toggle', body);
      return (await acted.command(SET_ENABLED, { id: row.id, enabled })) as Reply;
    },
  };
}

function stateRoute(name: 'status' | 'ip', summary: string, runner: Runner | null): ActionRoute {
  return {
    kind: 'action',
    method: 'GET',
    path: `${path}/${name}`,
    docs: { ...docsOf(`get_${name}_of_scheduler`, summary), errors: [503] },
    async handle() {
      if (!runner) return json<PipelineServiceClientResponse>(200, DISABLED);
      const answer = await runner.send('GET', '/status');
      const reason = name === 'ip' ? (answer.ip ?? 'the runner did not report its address') : answer.reason;
      return json<PipelineServiceClientResponse>(200, reply({ ...answer, ...(reason ? { reason } : {}) }));
    },
  };
}

const PLATFORM = 'Runner';
const OWN_PLATFORM = 'Cairn';

function ownReply(started: unknown): PipelineServiceClientResponse {
  const runId = isObject(started) ? String(started.runId) : '';
  if (runId === '') return { code: 200, platform: OWN_PLATFORM, reason: 'Nothing runs' };
  return { code: 200, platform: OWN_PLATFORM, runId };
}

function reply({ reason, version, runId }: RunnerAnswer): PipelineServiceClientResponse {
  return {
    code: 200,
    platform: PLATFORM,
    ...(reason ? { reason } : {}),
    ...(version ? { version } : {}),
    ...(runId ? { runId } : {}),
  };
}

/** `refusal`: why this server does not do it itself; empty if it never does. */
function requireRunner(runner: Runner | null, refusal: string): Runner {
  if (!runner) throw catalogError('BAD_REQUEST', refusal === '' ? NO_RUNNER : `${refusal}; ${NO_RUNNER}`);
  return runner;
}

function withActor(scope: ActionScope): ActedScope {
  const { actor } = scope;
  if (!actor) throw catalogError('UNAUTHORIZED', 'Not Authorized! Token not present');
  return { ...scope, actor };
}

function reading<T>({ catalog, context, actor, read }: ActedScope, work: (scope: Scope) => Promise<T>): Promise<T> {
  return read((sql) => work({ catalog, context, actor, sql, reopen: read, invalidate: () => {} }));
}
