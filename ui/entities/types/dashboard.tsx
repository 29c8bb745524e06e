import type { Dashboard } from 'cairn/contract';
import { LayoutDashboard } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const dashboard = defineEntityPage<Dashboard>({
  type: 'dashboard',
  icon: LayoutDashboard,
  title: () => t('dashboard'),
  plural: () => t('dashboards'),
  path: '/v1/dashboards',
  service: 'dashboardService',
  fields: ['charts', 'dataModels', 'usageSummary'],
  tabs: [
    {
      key: 'details',
      title: () => t('charts'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('charts')),
    },
    {
      key: 'data_models',
      title: () => t('dashboardDataModels'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('dataModels')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ dashboardType }) => dashboardType },
    { label: () => t('project'), value: ({ project }) => project },
    sourceFact,
  ],
});
