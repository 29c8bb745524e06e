import type { Chart } from 'cairn/contract';
import { ChartColumn } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const chart = defineEntityPage<Chart>({
  type: 'chart',
  icon: ChartColumn,
  title: () => t('chart'),
  plural: () => t('charts'),
  path: '/v1/charts',
  service: 'dashboardService',
  fields: ['dashboards'],
  tabs: [
    {
      key: 'details',
      title: () => t('dashboards'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('dashboards')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ chartType }) => chartType },
    sourceFact,
  ],
});
