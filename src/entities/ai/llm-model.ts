import { reviewers } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { AI_EDGE, usedBy } from './used-by.js';

export const llmModel = defineAsset({
  name: 'llmModel',
  path: '/v1/llmModels',
  schema: 'entity/ai/llmModel',
  create: 'api/ai/createLLMModel',
  about: 'A language model of a provider, with what it costs and how it was trained and evaluated.',
  group: 'LLM Models',
  search: { calledAs: ['llm', 'language model'], text: { baseModel: 'name' }, facets: ['modelProvider'] },
  within: { service: 'llmService' },
  lacks: ['serviceType'],
  without: ['bulk', 'deleteStale'],
  traits: [reviewers, usedBy('usedByAgents', AI_EDGE.model)],
  references: [
    { in: 'trainingMetadata', field: 'trainingDatasets', guarded: true },
    { in: 'trainingMetadata', field: 'validationDatasets', guarded: true },
    { in: 'trainingMetadata', field: 'dataset', guarded: true },
    { in: 'modelEvaluation', field: 'evaluationDataset', guarded: true },
    { in: 'modelEvaluation', field: 'testDataset', guarded: true },
    { in: 'remediationActions', field: 'assignee', guarded: true },
  ],
  readOnly: ['domain'],
  hooks: {
    build(core, _create, _scope, stored) {
      // Create requests have no such field, but every model has a value.
      core.modelType = stored?.modelType ?? 'BaseModel';
    },
  },
});
