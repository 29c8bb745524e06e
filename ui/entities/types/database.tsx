import type { Database } from 'cairn/contract';
import { Database as Icon } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';
import { tabFact } from '../tab-fact.js';

const t = say(typeWords);

export const database = defineEntityPage<Database>({
  type: 'database',
  icon: Icon,
  title: () => t('database'),
  plural: () => t('databases'),
  path: '/v1/databases',
  service: 'databaseService',
  hasTests: true,
  fields: ['usageSummary'],
  tabs: [
    {
      key: 'schema',
      title: () => t('databaseSchemas'),
      page: () =>
        import('../contents-tab.js').then((m) =>
          m.contentsTab({ type: 'databaseSchema', path: '/v1/databaseSchemas', parameter: 'database' }),
        ),
    },
    {
      key: 'profiler_settings',
      title: () => t('profilerSettings'),
      onlyIfAsked: true,
      page: () => import('../profile/container-settings.js').then((m) => m.DatabaseProfiler),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('retention'), value: ({ retentionPeriod }) => retentionPeriod },
    tabFact(
      'database',
      'profiler_settings',
      () => t('profiler'),
      () => t('profilerSettings'),
    ),
    sourceFact,
  ],
});
