import type { LlmModel } from 'cairn/contract';
import { BrainCircuit } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { defineEntityPage } from '../entity-page.js';

const t = say(typeWords);

export const llmModel = defineEntityPage<LlmModel>({
  type: 'llmModel',
  icon: BrainCircuit,
  title: () => t('llmModel'),
  plural: () => t('llmModels'),
  path: '/v1/llmModels',
  service: 'llmService',
  fields: ['usedByAgents'],
  tabs: [
    {
      key: 'used_by',
      title: () => t('usedBy'),
      count: ({ usedByAgents }) => usedByAgents?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('usedByAgents')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ service }) => service?.displayName ?? service?.name },
    { label: () => t('kind'), value: ({ modelType }) => kindText(modelType) },
    { label: () => t('baseModel'), value: ({ baseModel }) => baseModel },
    { label: () => t('version'), value: ({ modelVersion }) => modelVersion },
    { label: () => t('provider'), value: ({ modelProvider }) => modelProvider },
  ],
});
