/** Runs a workflow: a connection test here or by the runner, any other workflow by the runner only. */
import {
  CatalogError,
  catalogError,
  isObject,
  parseObject,
  type Stored,
  type TestConnectionDefinition,
  type TestConnectionResult,
} from '../../contract/index.js';
import { RECORD_SECRET_READ, type SecretRead } from '../access/index.js';
import { apiUrl, changeEntity, type Fields, findForWrite, readDocument } from '../catalog/index.js';
import {
  revealRequest,
  secretsOfConnection,
  testConnectionDefinition,
  testedConnection,
  workflow as workflowType,
} from '../entities/index.js';
import type { FeatureJob, JobDeps } from '../feature/index.js';
import { declareJob } from '../jobs/index.js';
import { type EntityRow, getEntityByFqn, getEntityById } from '../storage/index.js';
import { type Connector, connectors, type SourceAccess } from './connectors/index.js';
import { runSteps } from './run-steps.js';
import type { Runner } from './runner.js';

/** `workflowId`: the workflow to run. */
export const workflowRuns = declareJob<{ workflowId: string }>({
  name: 'automations.runWorkflow',
  input: { type: 'object', properties: { workflowId: { type: 'string' } }, required: ['workflowId'] },
  cancellable: false,
});

/** A run whose server ended is repeated this often; less than the queue would repeat it, so that the result says so. */
const MOST_RUNS = 3;

export interface WorkflowDeps {
  runner: Runner | null;
  access: SourceAccess;
}

export function workflowJob(deps: WorkflowDeps): FeatureJob<{ workflowId: string }> {
  return {
    ...workflowRuns,
    async run({ workflowId }, work) {
      const row = await work.store.read((sql) => getEntityById(sql, workflowId));
      if (row?.deleted !== 0) return;
      try {
        if (work.job.attempts > MOST_RUNS) throw catalogError('BAD_REQUEST', 'the server stopped during each run');
        await runWorkflow(row, deps, work);
      } catch (error) {
        if (error instanceof CatalogError && !(error instanceof WorkflowGone))
          await reportFailure(row, error.message, work);
        else if (!(error instanceof WorkflowGone)) throw error;
      }
    },
  };
}

/** The workflow was deleted meanwhile. */
class WorkflowGone extends Error {}

async function runWorkflow(row: EntityRow, { runner, access }: WorkflowDeps, work: JobDeps): Promise<void> {
  const workflow = revealRequest(readDocument(row), work);
  if (workflow.workflowType !== 'TEST_CONNECTION') return sendToRunner(workflow, requireRunner(runner, workflow), work);
  const { type, config } = testedConnection(workflow, work);
  const given = isObject(config) ? config : {};
  const connector = connectors[type];
  const refusal = connector ? connector.refuses(given) : 'the server has no test of its own for them';
  if (!connector || refusal !== null) {
    const why = `${type} connections need an external runner to be tested (${refusal})`;
    return sendToRunner(workflow, requireRunner(runner, workflow, why), work);
  }
  return testConnection({ row, type, connector, config: given, access }, work);
}

interface Test {
  row: EntityRow;
  /** The `type` of the connection. */
  type: string;
  connector: Connector;
  config: Fields;
  access: SourceAccess;
}

async function testConnection({ row, type, connector, config, access }: Test, work: JobDeps): Promise<void> {
  const name = `${type}.testConnectionDefinition`;
  const definition = await work.store.read((sql) => getEntityByFqn(sql, testConnectionDefinition.name, name));
  if (!definition) throw catalogError('BAD_REQUEST', `there is no test connection definition ${name}`);
  const { steps = [] } = parseObject<Stored<TestConnectionDefinition>>(definition.doc);
  const result = await runSteps({
    steps,
    open: () => connector.open(config, access),
    now: work.context.now,
    secrets: secretsOfConnection(type, config, work),
    signal: work.signal,
    progress: (partial) => report(row, 'Running', partial, work),
  });
  await report(row, result.status ?? 'Failed', result, work);
}

/** The runner reports the result itself, as `status` and `response` of the workflow. */
async function sendToRunner(
  workflow: Fields,
  runner: Runner,
  { catalog, context, command, job }: JobDeps,
): Promise<void> {
  const read: SecretRead = {
    service: String(workflow.fullyQualifiedName),
    serviceId: String(workflow.id),
    serviceType: workflowType.name,
    bot: 'runner',
    from: runner.host,
    requestedBy: job.actorName,
  };
  await command(RECORD_SECRET_READ, read);
  context.log.info({ ...read }, 'the secrets of a workflow were sent to the runner');
  await runner.send('POST', '/workflows/run', { workflow, server: { hostPort: apiUrl({ catalog }) } });
}

/** 400 naming the option if there is none; `why` it would be needed. */
export function requireRunner(
  runner: Runner | null,
  { workflowType }: Fields,
  why = `workflows of type ${String(workflowType)} need an external runner`,
): Runner {
  if (!runner) throw catalogError('BAD_REQUEST', `${why}: set CAIRN_RUNNER_URL to the URL of one`);
  return runner;
}

function reportFailure(row: EntityRow, message: string, work: JobDeps): Promise<void> {
  const step = { name: 'CheckAccess', mandatory: true, passed: false, status: 'Failed' as const, message };
  const isTest = parseObject(row.doc).workflowType === 'TEST_CONNECTION';
  const response = { lastUpdatedAt: work.context.now(), status: 'Failed' as const, steps: [step] };
  return report(row, 'Failed', isTest ? response : undefined, work);
}

async function report(
  { id }: EntityRow,
  status: 'Successful' | 'Failed' | 'Running',
  response: TestConnectionResult | undefined,
  { catalog, transaction }: JobDeps,
): Promise<void> {
  const type = catalog.registry.get(workflowType.name);
  try {
    await transaction(async (scope) => {
      const row = await findForWrite(type, { id }, 'non-deleted', scope);
      const change = (workflow: Fields): Fields => ({ ...workflow, status, ...(response ? { response } : {}) });
      await changeEntity(type, row, change, scope);
    });
  } catch (error) {
    if (error instanceof CatalogError && [404, 409].includes(error.status)) throw new WorkflowGone();
    throw error;
  }
}
