import type { PromptTemplate } from 'cairn/contract';
import { MessageSquareCode } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { defineEntityPage } from '../entity-page.js';

const t = say(typeWords);

export const promptTemplate = defineEntityPage<PromptTemplate>({
  type: 'promptTemplate',
  icon: MessageSquareCode,
  title: () => t('promptTemplate'),
  plural: () => t('promptTemplates'),
  path: '/v1/promptTemplates',
  fields: ['usedByAgents', 'parentTemplate'],
  lacks: ['dataProducts', 'certification'],
  tabs: [
    {
      key: 'template',
      title: () => t('template'),
      page: () => import('../code-tab.js').then((m) => m.codeTab('/templateContent')),
    },
    {
      key: 'system_prompt',
      title: () => t('systemPrompt'),
      shown: ({ systemPrompt }) => Boolean(systemPrompt),
      page: () => import('../code-tab.js').then((m) => m.codeTab('/systemPrompt')),
    },
    {
      key: 'variables',
      title: () => t('variables'),
      count: ({ variables }) => variables?.length,
      page: () => import('../described-tab.js').then((m) => m.describedTab('/variables')),
    },
    {
      key: 'used_by',
      title: () => t('usedBy'),
      count: ({ usedByAgents }) => usedByAgents?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('usedByAgents')),
    },
  ],
  facts: [
    { label: () => t('kind'), value: ({ templateType }) => kindText(templateType) },
    { label: () => t('version'), value: ({ templateVersion }) => templateVersion },
    { label: () => t('basedOn'), value: ({ parentTemplate }) => parentTemplate?.displayName ?? parentTemplate?.name },
  ],
});
