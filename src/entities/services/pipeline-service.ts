import { defineService } from '../service/define-service.js';

export const pipelineService = defineService({
  family: 'pipeline',
  name: 'pipelineService',
  path: '/v1/services/pipelineServices',
  schema: 'entity/services/pipelineService',
  create: 'api/services/createPipelineService',
  about: 'An orchestrator of pipelines and how to connect to it.',
  transient: ['scheduleInterval', 'lifeCycle'],
  countedIn: 'pipelineServiceCount',
});
