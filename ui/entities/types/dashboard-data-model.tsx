import type { DashboardDataModel } from 'cairn/contract';
import { Layers } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const dashboardDataModel = defineEntityPage<DashboardDataModel>({
  type: 'dashboardDataModel',
  icon: Layers,
  title: () => t('dashboardDataModel'),
  plural: () => t('dashboardDataModels'),
  path: '/v1/dashboard/datamodels',
  service: 'dashboardService',
  fields: [],
  tabs: [
    {
      key: 'model',
      title: () => t('columns'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/columns', 'dashboardDataModelColumn')),
    },
    {
      key: 'sql',
      title: () => t('code'),
      page: () => import('../code-tab.js').then((m) => m.codeTab('/sql')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ dataModelType }) => dataModelType },
    { label: () => t('project'), value: ({ project }) => project },
    sourceFact,
  ],
});
