import type { DatabaseSchema } from 'cairn/contract';
import { FolderTree } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';
import { tabFact } from '../tab-fact.js';

const t = say(typeWords);

export const databaseSchema = defineEntityPage<DatabaseSchema>({
  type: 'databaseSchema',
  icon: FolderTree,
  title: () => t('databaseSchema'),
  plural: () => t('databaseSchemas'),
  path: '/v1/databaseSchemas',
  hasTests: true,
  fields: ['usageSummary'],
  tabs: [
    {
      key: 'table',
      title: () => t('tables'),
      page: () =>
        import('../contents-tab.js').then((m) =>
          m.contentsTab({ type: 'table', path: '/v1/tables', parameter: 'databaseSchema' }),
        ),
    },
    {
      key: 'stored_procedure',
      title: () => t('storedProcedures'),
      page: () =>
        import('../contents-tab.js').then((m) =>
          m.contentsTab({ type: 'storedProcedure', path: '/v1/storedProcedures', parameter: 'databaseSchema' }),
        ),
    },
    {
      key: 'relationships',
      title: () => t('relationships'),
      page: () => import('../relationships/relationships-tab.js').then((m) => m.SchemaRelationships),
    },
    {
      key: 'profiler_settings',
      title: () => t('profilerSettings'),
      onlyIfAsked: true,
      page: () => import('../profile/container-settings.js').then((m) => m.SchemaProfiler),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('retention'), value: ({ retentionPeriod }) => retentionPeriod },
    tabFact(
      'databaseSchema',
      'profiler_settings',
      () => t('profiler'),
      () => t('profilerSettings'),
    ),
    sourceFact,
  ],
});
