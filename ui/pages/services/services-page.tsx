import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getServicesOverview } from 'cairn/client';
import type { ServicesOverview } from 'cairn/contract';
import { Plus, Server } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate, useSearchState, useSegments } from '../../data/addresses/use-address.js';
import { useMayAny } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { ReferenceChips } from '../../entities/fields/chips.js';
import { nameOf } from '../../entities/fields/values.js';
import { type ServiceType, serviceTypes } from '../../entities/service-types.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { Link } from '../../kit/link.js';
import cells from '../../kit/lists/cells.module.css';
import { FindField } from '../../kit/lists/find-field.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Paging, pageOf } from '../../kit/lists/paging.js';
import { PageHead } from '../../kit/page-head.js';
import { Async, Empty } from '../../kit/states/states.js';
import { plainText } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { serviceWords } from '../../words/services.js';
import classes from './services.module.css';

type Summary = ServicesOverview['data'][number];

const SIZE = 50;

/** Words of addresses for kinds of services that are not made of the type. */
const KINDS: Readonly<Record<string, ServiceType>> = {
  databases: 'databaseService',
  messaging: 'messagingService',
  dashboards: 'dashboardService',
  pipelines: 'pipelineService',
  mlModels: 'mlmodelService',
  mlmodels: 'mlmodelService',
  storages: 'storageService',
  search: 'searchService',
  searches: 'searchService',
  metadata: 'metadataService',
  apis: 'apiService',
  drives: 'driveService',
  security: 'securityService',
  llms: 'llmService',
  mcps: 'mcpService',
};

function kindOf(word = ''): ServiceType | undefined {
  return KINDS[word] ?? serviceTypes.find((type) => type === word || `${type}s` === word);
}

/** `/settings/services/{kind}`: all services, or those of one kind. */
export function ServicesPage() {
  const t = useWords(serviceWords);
  const [, , word] = useSegments();
  const navigate = useNavigate();
  const kind = kindOf(word);
  const may = useMayAny();
  const mayAdd = serviceTypes.some((type) => (kind === undefined || type === kind) && may(type, 'Create') !== 'no');
  const [text, setText] = useSearchState('q');
  const [pageText, setPage] = useSearchState('page');
  const [q] = useDebouncedValue(text.trim(), 150);
  const page = pageOf(pageText);
  const answer = useOperation(
    getServicesOverview,
    {
      query: { limit: SIZE, offset: (page - 1) * SIZE, ...(q ? { q } : {}), ...(kind ? { listEntityType: kind } : {}) },
    },
    { keepPrevious: true },
  );
  const { counts = {}, total = 0 } = answer.data?.value ?? {};
  const shown = serviceTypes.filter((type) => type === kind || (counts[type] ?? 0) > 0);
  return (
    <>
      <PageHead
        title={t('title')}
        about={t('about')}
        action={
          mayAdd ? (
            <Button
              component={Link}
              to={`/${kind ? `${kind}s` : 'services'}/add-service`}
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
            >
              {t('add')}
            </Button>
          ) : null
        }
      />
      <div className={classes.bar}>
        <FindField
          className={classes.grow}
          label={t('find')}
          value={text}
          onChange={(next) => {
            setText(next);
            setPage('');
          }}
        />
        <Select
          label={t('kind')}
          allowDeselect={false}
          value={kind ?? ''}
          onChange={(next) => void navigate(next ? `/settings/services/${next}s` : '/settings/services')}
          data={[
            { value: '', label: t('allKinds', { count: formatNumber(total) }) },
            ...shown.map((type) => ({
              value: type,
              label: t('kindOf', { name: t(`type.${type}`), count: formatNumber(counts[type] ?? 0) }),
            })),
          ]}
        />
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            <Services rows={data} isNarrowed={q !== '' || kind !== undefined} />
            <Paging total={paging.total} size={SIZE} page={page} go={(to) => setPage(String(to), { push: true })} />
          </>
        )}
      </Async>
    </>
  );
}

function Services({ rows, isNarrowed }: { rows: readonly Summary[]; isNarrowed: boolean }) {
  const t = useWords(serviceWords);
  const navigate = useNavigate();
  const to = (row: Summary) => addressOf(row.entityType, row.fullyQualifiedName ?? row.name);
  const columns: Column<Summary>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(160px, 1.5fr)',
      cell: (row) => (
        <Link to={to(row)} className={cells.linked}>
          <TypeIcon type={row.entityType} size={14} /> {nameOf(row)}
        </Link>
      ),
    },
    {
      key: 'product',
      title: t('product'),
      width: 'minmax(100px, 1fr)',
      cell: ({ serviceType }) => productName(serviceType),
    },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(120px, 2fr)',
      wideOnly: true,
      cell: ({ description }) => <span className={cells.cut}>{plainText(description ?? '').slice(0, 200)}</span>,
    },
    {
      key: 'owners',
      title: t('owners'),
      width: 'minmax(120px, 1fr)',
      wideOnly: true,
      cell: ({ owners = [] }) => <ReferenceChips references={owners} most={2} />,
    },
  ];
  if (rows.length === 0)
    return (
      <Empty icon={Server} title={t(isNarrowed ? 'noneFound' : 'none')}>
        {t(isNarrowed ? 'noneFoundText' : 'noneText')}
      </Empty>
    );
  return (
    <Grid
      label={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={nameOf}
      onOpen={(row) => void navigate(to(row))}
    />
  );
}
