import { serviceFamilies } from '../../../contract/index.js';
import { defineType } from '../../catalog/index.js';
import { domains, followers, owners } from '../../traits/index.js';
import { keepOmitted } from '../keep-omitted.js';
import { sealSecrets } from '../service/sealed-secrets.js';
import { logRoutes } from './log-routes.js';
import { progressRoutes } from './progress-routes.js';
import { SOURCE_CONFIG } from './reveal-pipeline.js';
import { serverConnection } from './server-connection.js';
import { pipelineStatuses, statusRoutes } from './status-routes.js';

const path = '/v1/services/ingestionPipelines';

/** Types that a pipeline can belong to. */
const services = [...serviceFamilies.map((family) => `${family}Service`), 'testSuite', 'app'];

export const ingestionPipeline = defineType({
  name: 'ingestionPipeline',
  path,
  schema: 'entity/services/ingestionPipelines/ingestionPipeline',
  create: 'api/services/ingestionPipelines/createIngestionPipeline',
  about: 'A workflow that ingests metadata from a service, with its runs.',
  search: { calledAs: ['pipeline'] },
  parents: [{ field: 'service', type: services, given: 'ref' }],
  parentRequired: true,
  containers: (parent) => [['service', parent.id]],
  alerts: {
    notifications: 'metadata',
    triggers: [
      {
        name: 'GetIngestionPipelineStatusUpdates',
        title: 'Ingestion Pipeline Status Updates',
        condition: 'matchIngestionPipelineState(${ingestionPipelineStateList})',
      },
    ],
    result: {
      function: 'matchIngestionPipelineState',
      ...{ in: 'change', field: 'pipelineStatus', status: 'pipelineState', anyCase: true },
    },
  },
  traits: [owners, domains, followers, pipelineStatuses, serverConnection],
  preserveOnPut: ['provider', 'processingEngine', 'enableStreamableLogs'],
  references: [{ in: 'processingEngine', field: 'processingEngine', guarded: true }],
  readOnly: ['pipelineType', 'provider', 'pipelineStatuses', 'ingestionRunner'],
  filters: {
    service: { by: 'below', type: services, given: 'fqn-or-id', typeIn: 'serviceType' },
    serviceType: { by: 'parentType', types: services },
    pipelineType: { by: 'equals', field: 'pipelineType' },
    provider: { by: 'equals', field: 'provider' },
    applicationType: { by: 'equals', field: 'applicationType' },
  },
  routes: [...statusRoutes(path), ...logRoutes(path), ...progressRoutes(path)],
  hooks: {
    build(core, _create, _scope, stored) {
      keepOmitted(core, stored, { provider: 'user' });
      core.enabled = stored?.enabled ?? true;
      core.deployed = stored?.deployed ?? false;
    },
    check(after, before, scope) {
      sealSecrets({ field: 'sourceConfig', schema: SOURCE_CONFIG }, after, before, scope);
    },
  },
});
