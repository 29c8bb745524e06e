import { defineService } from '../service/define-service.js';

export const llmService = defineService({
  family: 'llm',
  name: 'llmService',
  path: '/v1/services/llmServices',
  schema: 'entity/services/llmService',
  create: 'api/services/createLLMService',
  children: { models: 'llmModel' },
  about: 'A provider of large language models and how to connect to it.',
});
