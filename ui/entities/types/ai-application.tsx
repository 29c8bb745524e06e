import type { AiApplication } from 'cairn/contract';
import { BotMessageSquare } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { defineEntityPage } from '../entity-page.js';

const t = say(typeWords);

export const aiApplication = defineEntityPage<AiApplication>({
  type: 'aiApplication',
  icon: BotMessageSquare,
  title: () => t('aiApplication'),
  plural: () => t('aiApplications'),
  path: '/v1/aiApplications',
  fields: ['primaryModel', 'promptTemplates', 'tools', 'mcpServers', 'dataSources'],
  tabs: [
    {
      key: 'models_prompts',
      title: () => t('promptTemplates'),
      count: ({ promptTemplates }) => promptTemplates?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('promptTemplates')),
    },
    {
      key: 'mcp_servers',
      title: () => t('mcpServers'),
      count: ({ mcpServers }) => mcpServers?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('mcpServers')),
    },
    {
      key: 'tools',
      title: () => t('tools'),
      count: ({ tools }) => tools?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('tools')),
    },
    {
      key: 'data_sources',
      title: () => t('dataSources'),
      count: ({ dataSources }) => dataSources?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('dataSources')),
    },
  ],
  facts: [
    { label: () => t('kind'), value: ({ applicationType }) => kindText(applicationType) },
    { label: () => t('stage'), value: ({ developmentStage }) => kindText(developmentStage) },
    { label: () => t('model'), value: ({ primaryModel }) => primaryModel?.displayName ?? primaryModel?.name },
    { label: () => t('framework'), value: ({ framework }) => framework?.name },
  ],
});
