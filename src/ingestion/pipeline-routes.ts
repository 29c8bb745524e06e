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
import type { Runner, RunnerAnswer } from './runner.js';

const { name: tag, path } = ingestionPipeline;
const response = 'entity/services/ingestionPipelines/pipelineServiceClientResponse';
const MARK_DEPLOYED = 'ingestion.markDeployed';
const SET_ENABLED = 'ingestion.setEnabled';
/** compat: what the interface has for a server without a pipeline service client. */
const DISABLED: PipelineServiceClientResponse = { code: 200, reason: 'Pipeline Client Disabled', platform: 'Disabled' };

const NO_RUNNER = 'there is no runner of ingestion pipelines: set CAIRN_RUNNER_URL to the URL of one';

type ActedScope = ActionScope & { actor: Actor };

export function pipelineRoutes(runner: Runner | null): Route[] {
  return [
    operationRoute('deploy', 'Deploy', 'Deploy a pipeline to the runner', (id, request, scope) =>
      deploy(runner, id, request, scope),
    ),
    operationRoute('trigger', 'Trigger', 'Start a run of a pipeline', (id, request, scope) =>
      pass(runner, '/pipelines/trigger', 'Trigger', id, request, scope),
    ),
    operationRoute('kill', 'Kill', 'Stop the running runs of a pipeline', (id, request, scope) =>
      pass(runner, '/pipelines/kill', 'Kill', id, request, scope),
    ),
    bulkDeployRoute(runner),
    toggleRoute(runner),
    stateRoute('status', 'Get the state of the runner', runner),
    stateRoute('ip', 'Get the address that the runner connects from', runner),
  ];
}

/** Stores that the runner has the pipeline. */
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
    answers: { 200: { description: 'The response of the runner', schema: response } },
  };
}

type Operate = (id: string, request: Request, scope: ActedScope) => Promise<RunnerAnswer>;

function operationRoute(verb: string, operation: string, summary: string, operate: Operate): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/${verb}/{id}`,
    docs: { ...docsOf(verb, summary), errors: [404, 503] },
    async handle(request, scope) {
      const acted = withActor(scope);
      acted.catalog.authorizer.possible(acted.actor, operation, tag);
      return json<PipelineServiceClientResponse>(200, reply(await operate(request.params.id ?? '', request, acted)));
    },
  };
}

/** Sends an operation that needs no more than the name of the pipeline. */
async function pass(
  runner: Runner | null,
  runnerPath: string,
  operation: string,
  id: string,
  request: Request,
  scope: ActedScope,
): Promise<RunnerAnswer> {
  const named = await reading(scope, async (open) => {
    const { row } = await target(tag, { ...request, params: { id } }, operation, open);
    return { id: row.id, fullyQualifiedName: row.fqn };
  });
  return requireRunner(runner).send('POST', runnerPath, named);
}

async function deploy(given: Runner | null, id: string, request: Request, scope: ActedScope): Promise<RunnerAnswer> {
  const { row, runner, handed } = await reading(scope, async (open) => {
    const found = await target(tag, { ...request, params: { id } }, 'Deploy', open);
    return { row: found.row, runner: requireRunner(given), handed: await handOut(found.row, open) };
  });
  await record(handed, runner, scope);
  const answer = await runner.send('POST', '/pipelines/deploy', deployBody(handed, scope));
  await scope.command(MARK_DEPLOYED, { id: row.id });
  return answer;
}

const deployBody = ({ pipeline, service }: HandedOut, { catalog }: ActedScope): JsonObject => ({
  pipeline,
  service,
  server: { hostPort: `${catalog.options.publicUrl}/api` },
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

function bulkDeployRoute(runner: Runner | null): ActionRoute {
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
      requireRunner(runner);
      const results: PipelineServiceClientResponse[] = [];
      for (const id of ids) results.push(await deployResult(() => deploy(runner, id, request, acted)));
      return json(200, results);
    },
  };
}

const MOST = 100;

async function deployResult(work: () => Promise<RunnerAnswer>): Promise<PipelineServiceClientResponse> {
  try {
    return reply(await work());
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { code: error.status, reason: error.message, platform: PLATFORM };
  }
}

/** Works without a runner too: who runs pipelines without one reads `enabled` from the pipeline. */
function toggleRoute(runner: Runner | null): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/toggleIngestion/{id}`,
    docs: {
      ...docsOf('toggle', 'Switch the schedule of a pipeline on or off'),
      description: 'Stores whether the pipeline is enabled. If it is deployed, the runner is notified first.',
      answers: { 200: { description: 'The pipeline', schema: 'entity/services/ingestionPipelines/ingestionPipeline' } },
      errors: [404, 503],
    },
    async handle(request, scope) {
      const acted = withActor(scope);
      const { row, enabled, deployed } = await reading(acted, async (open) => {
        const found = await target(tag, request, 'EditAll', open);
        const pipeline = found.stored();
        return { row: found.row, enabled: pipeline.enabled === false, deployed: pipeline.deployed === true };
      });
      const body = { id: row.id, fullyQualifiedName: row.fqn, enabled };
      if (runner && deployed) await runner.send('POST', '/pipelines/toggle', body);
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

function reply({ reason, version, runId }: RunnerAnswer): PipelineServiceClientResponse {
  return {
    code: 200,
    platform: PLATFORM,
    ...(reason ? { reason } : {}),
    ...(version ? { version } : {}),
    ...(runId ? { runId } : {}),
  };
}

function requireRunner(runner: Runner | null): Runner {
  if (!runner) throw catalogError('BAD_REQUEST', NO_RUNNER);
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
