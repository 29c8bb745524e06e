// A database service and a messaging service can have one name.
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
