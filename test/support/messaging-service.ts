// A second family of services, so that a database service and a messaging service can have one name.
import { defineType } from '../../src/catalog/index.js';
import { children, domains, followers, owners, tags } from '../../src/traits/index.js';

export const messagingService = defineType({
  name: 'messagingService',
  family: 'messaging',
  path: '/v1/services/messagingServices',
  schema: 'entity/services/messagingService',
  create: 'api/services/createMessagingService',
  about: 'A message broker.',
  renameable: true,
  traits: [owners, tags, domains, followers, children({ field: 'pipelines', type: 'ingestionPipeline' })],
});

export const SERVICE_PATHS = {
  databaseService: '/v1/services/databaseServices',
  messagingService: '/v1/services/messagingServices',
} as const;

export type ServiceFamily = keyof typeof SERVICE_PATHS;

export function serviceBody(family: ServiceFamily, name: string, more: object = {}): object {
  return { name, serviceType: family === 'databaseService' ? 'CustomDatabase' : 'CustomMessaging', ...more };
}

export const PIPELINES = '/v1/services/ingestionPipelines';

export function pipelineBody(name: string, service: { id: string }, family: ServiceFamily, more: object = {}): object {
  return {
    name,
    pipelineType: 'metadata',
    sourceConfig: { config: { type: family === 'databaseService' ? 'DatabaseMetadata' : 'MessagingMetadata' } },
    airflowConfig: {},
    service: { id: service.id, type: family },
    ...more,
  };
}
