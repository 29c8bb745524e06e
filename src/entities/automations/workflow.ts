import { defineType } from '../../catalog/index.js';
import { dataProducts, domains, owners } from '../../traits/index.js';
import { sealRequest } from './seal-request.js';

export const workflow = defineType({
  name: 'workflow',
  path: '/v1/automations/workflows',
  schema: 'entity/automations/workflow',
  create: 'api/automations/createWorkflow',
  about: 'A single automated action, such as a connection test.',
  traits: [owners, domains, dataProducts],
  readOnly: ['workflowType'],
  // A run reports its steps one by one.
  unversioned: ['status', 'response'],
  filters: {
    workflowType: { by: 'equals', field: 'workflowType' },
    workflowStatus: { by: 'equals', field: 'status' },
  },
  hooks: {
    check: (after, before, scope) => sealRequest(after, before, scope),
  },
});
