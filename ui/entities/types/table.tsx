import type { Table } from 'cairn/contract';
import { Table2 } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import { formatNumber, kindText } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { tabFact } from '../tab-fact.js';
import { Keys } from '../table/keys.js';

const t = say(tableWords);

export const table = defineEntityPage<Table>({
  type: 'table',
  icon: Table2,
  title: () => t('table'),
  plural: () => t('tables'),
  path: '/v1/tables',
  hasTests: true,
  fields: ['columns', 'usageSummary', 'profile', 'tableConstraints', 'dataModel', 'schemaDefinition'],
  tabs: [
    {
      key: 'schema',
      title: () => t('parts.column'),
      count: ({ columns }) => columns?.length,
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/columns', 'tableColumn')),
    },
    {
      key: 'sample_data',
      title: () => t('sampleData'),
      page: () => import('../table/sample-tab.js').then((m) => m.SampleTab),
    },
    {
      key: 'table_queries',
      title: () => t('queries'),
      page: () => import('../table/queries-tab.js').then((m) => m.QueriesTab),
    },
    {
      key: 'profiler',
      title: () => t('observability'),
      page: () => import('../profile/profiler-tab.js').then((m) => m.ProfilerTab),
    },
    {
      key: 'view_definition',
      title: () => t('viewDefinition'),
      shown: ({ schemaDefinition }) => Boolean(schemaDefinition),
      page: () => import('../table/sql-tabs.js').then((m) => m.ViewTab),
    },
    {
      key: 'dbt',
      title: () => t('dbt'),
      shown: ({ dataModel }) => Boolean(dataModel),
      page: () => import('../table/sql-tabs.js').then((m) => m.DbtTab),
    },
    {
      key: 'relationships',
      title: () => t('relationships'),
      onlyIfAsked: true,
      page: () => import('../relationships/relationships-tab.js').then((m) => m.TableRelationships),
    },
  ],
  facts: [
    { label: () => t('tableType'), value: ({ tableType }) => kindText(tableType) },
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('rows'), value: ({ profile }) => profile?.rowCount },
    {
      label: () => t('usage'),
      value: ({ usageSummary }) => {
        const { count = 0, percentileRank = 0 } = usageSummary?.weeklyStats ?? {};
        return count > 0
          ? t('usageOf', { count: formatNumber(count), percent: Math.round(percentileRank) })
          : undefined;
      },
    },
    {
      label: () => t('keys'),
      value: ({ tableConstraints = [] }) =>
        tableConstraints.length > 0 ? <Keys constraints={tableConstraints} /> : undefined,
    },
    tabFact(
      'table',
      'relationships',
      () => t('relationships'),
      () => t('diagram'),
    ),
    { label: () => t('retention'), value: ({ retentionPeriod }) => retentionPeriod },
    {
      label: () => t('partitioned'),
      value: ({ tablePartition }) => tablePartition?.columns?.map(({ columnName }) => columnName).join(', '),
    },
    {
      label: () => t('sourceUrl'),
      value: ({ sourceUrl, serviceType }) =>
        sourceUrl && /^https?:/.test(sourceUrl) ? (
          <a href={sourceUrl} rel="noreferrer noopener">
            {t('openSource', { name: serviceType ?? sourceUrl })}
          </a>
        ) : undefined,
    },
  ],
});
