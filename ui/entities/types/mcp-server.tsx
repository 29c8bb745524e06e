import type { McpServer } from 'cairn/contract';
import { ServerCog } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { defineEntityPage } from '../entity-page.js';

const t = say(typeWords);

export const mcpServer = defineEntityPage<McpServer>({
  type: 'mcpServer',
  icon: ServerCog,
  title: () => t('mcpServer'),
  plural: () => t('mcpServers'),
  path: '/v1/mcpServers',
  service: 'mcpService',
  fields: ['usedByApplications'],
  tabs: [
    {
      key: 'tools',
      title: () => t('tools'),
      count: ({ tools }) => tools?.length,
      page: () => import('../described-tab.js').then((m) => m.describedTab('/tools')),
    },
    {
      key: 'prompts',
      title: () => t('prompts'),
      count: ({ prompts }) => prompts?.length,
      page: () => import('../described-tab.js').then((m) => m.describedTab('/prompts')),
    },
    {
      key: 'used_by',
      title: () => t('usedBy'),
      count: ({ usedByApplications }) => usedByApplications?.length,
      page: () => import('../references-tab.js').then((m) => m.referencesTab('usedByApplications')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ service }) => service?.displayName ?? service?.name },
    { label: () => t('kind'), value: ({ serverType }) => kindText(serverType) },
    { label: () => t('transport'), value: ({ transportType }) => kindText(transportType) },
    { label: () => t('stage'), value: ({ developmentStage }) => kindText(developmentStage) },
  ],
});
