import {
  type CreateWorkflowDefinition,
  catalogError,
  type Stored,
  type WorkflowDefinition,
} from '../../../contract/index.js';
import {
  type DataRoute,
  defineType,
  equal,
  json,
  type Reply,
  type Request,
  type RouteDocs,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { owners } from '../../traits/index.js';
import { changedReply, target, targetToChange } from '../entity-route.js';
import { checkWorkflow } from './check-workflow.js';

const path = '/v1/governance/workflowDefinitions';
const schema = 'governance/workflows/workflowDefinition';
const create = 'api/governance/createWorkflowDefinition';
const name: string = 'workflowDefinition';

/** Definitions are stored and checked. This server does not run them, so none is ever deployed. */
export const workflowDefinition = defineType({
  name: 'workflowDefinition',
  path,
  schema,
  create,
  about: 'A governance workflow: what starts it, its steps and their order. Stored and checked, not run.',
  traits: [owners],
  transient: ['type'],
  readOnly: ['deployed'],
  preserveOnPut: ['suspended'],
  routes: [
    {
      kind: 'read',
      method: 'POST',
      path: `${path}/validate`,
      docs: docs('validateWorkflowDefinition', 'Check a definition without storing it', {
        body: { schema: create, required: true },
        answers: { 200: { description: 'It is valid', schema: { inline: { type: 'object' } } } },
      }),
      handle: validate,
    },
    suspension('suspend', true),
    suspension('resume', false),
    notRun('POST', `${path}/name/{fqn}/trigger`, 'Trigger', 'triggerWorkflowDefinition', 'Run a workflow now'),
    notRun('POST', `${path}/{id}/redeploy`, 'EditAll', 'redeployWorkflowDefinition', 'Deploy a workflow again'),
  ],
  hooks: {
    build(core, request: CreateWorkflowDefinition, _scope, stored) {
      if (request.type !== undefined && core.trigger?.type !== undefined && core.trigger.type !== request.type)
        throw catalogError('BAD_REQUEST', `type is ${request.type}, but trigger.type is ${core.trigger.type}`);
      core.deployed = false;
      core.suspended = stored?.suspended ?? false;
    },
    check(after, before, { catalog }) {
      if (!before || changed(after, before)) checkWorkflow(after, catalog.contract);
    },
  },
});

function changed(after: Stored<WorkflowDefinition>, before: Stored<WorkflowDefinition>): boolean {
  return (['trigger', 'nodes', 'edges'] as const).some((field) => !equal(after[field], before[field]));
}

function docs(operationId: string, summary: string, more: Partial<RouteDocs> = {}): RouteDocs {
  return {
    operationId,
    summary,
    tag: name,
    answers: { 200: { description: 'The definition', schema } },
    errors: [404],
    ...more,
  };
}

async function validate(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', name);
  checkWorkflow(readBody(request, create, scope), scope.catalog.contract);
  return json(200, { status: 'valid', message: 'The workflow definition is valid' });
}

function suspension(verb: string, suspended: boolean): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/name/{fqn}/${verb}`,
    docs: docs(`${verb}WorkflowDefinition`, suspended ? 'Suspend a workflow' : 'Resume a workflow'),
    async handle(request, scope) {
      const found = await targetToChange(name, request, 'EditAll', scope);
      return changedReply(found, '', (value) => ({ ...value, suspended }), scope);
    },
  };
}

/** There is no engine that runs workflows; an instance or a `deployed` would claim that there is. */
function notRun(method: 'POST', at: string, operation: string, operationId: string, summary: string): DataRoute {
  return {
    kind: 'read',
    method,
    path: at,
    docs: docs(operationId, summary, {
      description: 'Refused with 400: this server stores and checks workflows, but does not run them.',
    }),
    async handle(request, scope) {
      const { row } = await target(name, request, operation, scope);
      throw catalogError(
        'BAD_REQUEST',
        `${row.name} is stored, but not run: this server has no engine for workflow definitions`,
      );
    },
  };
}
