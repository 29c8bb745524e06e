import { createMetric, listMetrics } from 'cairn/client';
import { Gauge } from 'lucide-react';
import { addressOf } from '../../data/addresses.js';
import { cairn } from '../../data/client.js';
import { useNavigate, useSearchState, useSegments } from '../../data/use-address.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { Grid } from '../../kit/grid.js';
import { Link } from '../../kit/link.js';
import { Async, Empty } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { governWords } from '../../words/govern.js';
import { CreateButton } from './create-button.js';
import type { Named } from './create-dialog.js';
import classes from './govern.module.css';

const MOST = 1000;
const TYPE = 'metric';

export function MetricsPage() {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [, word] = useSegments();
  const [sort, setSort] = useSearchState('sort', 'name');
  const answer = useOperation(listMetrics, { query: { fields: 'owners', limit: MOST } });
  async function create(named: Named) {
    const metric = await cairn.call(createMetric, { body: named });
    await refresh(listMetrics);
    void navigate(addressOf(TYPE, metric.fullyQualifiedName ?? metric.name));
  }
  return (
    <>
      <header className={classes.head}>
        <h1>{t('metrics')}</h1>
        <CreateButton resource={TYPE} label={t('addMetric')} create={create} opened={word === 'add-metric'} />
      </header>
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Gauge} title={t('noMetrics')}>
              {t('noMetricsText')}
            </Empty>
          ) : (
            <Grid
              label={t('metrics')}
              rows={data}
              rowKey={({ id }) => id}
              rowName={nameOf}
              sort={sort}
              onSort={(next) => setSort(next)}
              columns={[
                {
                  key: 'name',
                  title: t('metric'),
                  width: 'minmax(140px, 2fr)',
                  sort: nameOf,
                  cell: (metric) => (
                    <Link to={addressOf(TYPE, metric.fullyQualifiedName ?? metric.name)} className={classes.linked}>
                      {nameOf(metric)}
                    </Link>
                  ),
                },
                {
                  key: 'description',
                  title: t('description'),
                  width: 'minmax(0, 3fr)',
                  wideOnly: true,
                  cell: ({ description }) => <span className={classes.about}>{description}</span>,
                },
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
          )
        }
      </Async>
    </>
  );
}

/** `STANDARD_DEVIATION` as "Standard deviation". */
function wordOf(constant: string | undefined): string {
  const words = (constant ?? '').toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
