// Routes for authors of policies: list functions and resources, validate a condition.
import { type DataRoute, json } from '../../catalog/index.js';
import { describePolicyFunctions } from '../../rules/index.js';
import { refuseUnknownNames } from './condition-names.js';
import { checkCondition } from './policy-rules.js';
import { resourceOperations } from './resource-operations.js';

export function policyRoutes(): DataRoute[] {
  return [functions, resources, validation];
}

const page = (description: string, schema: string) => ({
  200: { description, schema: { pageOf: schema } },
});

function listOf(data: readonly unknown[]) {
  return json(200, { data, paging: { total: data.length } });
}

const functions: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/policies/functions',
  docs: {
    operationId: 'listPolicyFunctions',
    summary: 'List the functions available in policy conditions',
    description: 'Returns the functions with their parameters and examples, such as `isOwner()`.',
    tag: 'policy',
    answers: page('The functions', 'type/function'),
  },
  handle: async () => listOf(describePolicyFunctions()),
};

const resources: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/policies/resources',
  docs: {
    operationId: 'listPolicyResources',
    summary: 'List the resources and operations available in policy rules',
    description: 'Returns every resource that a policy rule may name, with its operations.',
    tag: 'policy',
    answers: page('The resources', 'entity/policies/accessControl/resourceDescriptor'),
  },
  handle: async (_, { catalog }) =>
    listOf(
      resourceOperations(catalog).map(({ name, operations }) => ({
        name,
        operations: ['All', ...operations],
      })),
    ),
};

const validation: DataRoute = {
  kind: 'read',
  method: 'GET',
  path: '/v1/policies/validation/condition/{expression}',
  docs: {
    operationId: 'validatePolicyCondition',
    summary: 'Validate a policy condition',
    description:
      'Parses a rule condition. Returns 400 with the reason if it is invalid or names a tag, role or team that does not exist.',
    tag: 'policy',
    params: { expression: 'The condition, URL-encoded' },
    answers: { 204: { description: 'The condition is valid' } },
  },
  handle: async ({ params: { expression = '' } }, scope) => {
    checkCondition(expression);
    await refuseUnknownNames(expression, [], scope);
    return { status: 204 };
  },
};
