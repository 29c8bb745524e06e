import { createMetric, listMetrics } from 'cairn/client';
import { Gauge } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate, useSearchState, useSegments } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { usePages } from '../../data/use-pages.js';
import { CreateButton } from '../../entities/create-button.js';
import type { Named } from '../../entities/create-dialog.js';
import { nameOf } from '../../entities/fields/values.js';
import { PagedGrid } from '../../kit/lists/paged-grid.js';
import { PageHead } from '../../kit/page-head.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { wordOf } from '../../words/format.js';
import { governWords } from '../../words/govern.js';
import { aboutColumn, nameColumn } from './parts/columns.js';

const TYPE = 'metric';

export function MetricsPage() {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [, word] = useSegments();
  const [sort, setSort] = useSearchState('sort', 'name');
  const pages = usePages(listMetrics, { query: { fields: 'owners' } });
  async function create(named: Named) {
    const metric = await cairn.call(createMetric, { body: named });
    await refresh(listMetrics);
    void navigate(addressOf(TYPE, metric.fullyQualifiedName ?? metric.name));
  }
  return (
    <>
      <PageHead
        title={t('metrics')}
        action={<CreateButton resource={TYPE} label={t('addMetric')} create={create} opened={word === 'add-metric'} />}
      />
      <PagedGrid
        of={pages}
        label={t('metrics')}
        rowKey={({ id }) => id}
        rowName={nameOf}
        sort={sort}
        onSort={(next) => setSort(next)}
        empty={
          <Empty icon={Gauge} title={t('noMetrics')}>
            {t('noMetricsText')}
          </Empty>
        }
        columns={[
          nameColumn(TYPE, t('metric')),
          aboutColumn(t('description')),
          { key: 'kind', title: t('kind'), width: '120px', cell: ({ metricType }) => wordOf(metricType) },
          {
            key: 'unit',
            title: t('unit'),
            width: '120px',
            wideOnly: true,
            cell: ({ unitOfMeasurement, customUnitOfMeasurement }) =>
              customUnitOfMeasurement ?? wordOf(unitOfMeasurement),
          },
          {
            key: 'granularity',
            title: t('granularity'),
            width: '110px',
            wideOnly: true,
            cell: ({ granularity }) => wordOf(granularity),
          },
        ]}
      />
    </>
  );
}
