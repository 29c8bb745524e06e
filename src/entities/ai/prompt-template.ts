import { link } from '../../traits/index.js';
import { defineAsset } from '../define-asset.js';
import { AI_EDGE, AI_LINK, usedBy } from './used-by.js';

export const promptTemplate = defineAsset({
  name: 'promptTemplate',
  path: '/v1/promptTemplates',
  schema: 'entity/ai/promptTemplate',
  create: 'api/ai/createPromptTemplate',
  about: 'A prompt with variables, used by AI applications.',
  search: { calledAs: ['prompt'], text: { templateContent: 'body', systemPrompt: 'body' } },
  within: {},
  lacks: ['dataProducts', 'certification', 'serviceType'],
  without: ['bulk', 'deleteStale'],
  transient: ['dataProducts'],
  readOnly: ['domain'],
  traits: [
    usedBy('usedByAgents', AI_EDGE.prompt),
    link({
      field: 'parentTemplate',
      kind: 'derivesFrom',
      end: 'from',
      types: ['promptTemplate'],
      single: true,
      input: null,
      ...AI_LINK,
    }),
  ],
});
