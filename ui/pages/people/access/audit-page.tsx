import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { exportAuditLogs, getAuditLogExportResult, listAuditLogs, listPolicyResources } from 'cairn/client';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { addressOf } from '../../../data/addresses/addresses.js';
import { cairn } from '../../../data/client.js';
import { saveFile } from '../../../data/save-file.js';
import { useOperation } from '../../../data/use-operation.js';
import { usePersonNames } from '../../../entities/fields/person-name.js';
import { hasPage, nameOfType } from '../../../entities/registry.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import cells from '../../../kit/lists/cells.module.css';
import { Grid } from '../../../kit/lists/grid.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty, Failed } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatDate, spaced } from '../../../words/format.js';
import { accessWords } from '../../../words/people/access.js';
import { FoundSelect } from '../parts/found-select.js';
import classes from '../people.module.css';

interface Entry {
  id: string;
  eventTs: number;
  eventType: string;
  userName: string;
  impersonatedBy?: string;
  actorType: 'USER' | 'BOT';
  entityType?: string;
  entityFQN?: string;
}

const EVENTS = [
  'entityCreated',
  'entityUpdated',
  'entityFieldsChanged',
  'entitySoftDeleted',
  'entityRestored',
  'entityDeleted',
  'threadCreated',
  'threadUpdated',
  'postCreated',
  'postUpdated',
  'taskResolved',
  'taskClosed',
  'accessRefused',
] as const;
const SIZE = 50;
const EXACT = { dateStyle: 'medium', timeStyle: 'medium' } as const;

type Filters = Record<'q' | 'eventType' | 'entityType' | 'userName' | 'actorType' | 'from' | 'until', string>;
const NOTHING: Filters = { q: '', eventType: '', entityType: '', userName: '', actorType: '', from: '', until: '' };

export function AuditPage() {
  const t = useWords(accessWords);
  const [search, setSearch] = useSearchParams();
  const filters: Filters = { ...NOTHING, ...Object.fromEntries(search) };
  const [text] = useDebouncedValue(filters.q, 200);
  const place = { after: search.get('after') ?? '', before: search.get('before') ?? '' };
  const query = queryOf({ ...filters, q: text });
  const answer = useOperation(
    listAuditLogs,
    { query: { ...query, limit: SIZE, ...filled(place) } },
    { keepPrevious: true },
  );
  const change = (part: Partial<Filters> | typeof place, push = false) => {
    const kept = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, filters[key as keyof Filters]]));
    setSearch(new URLSearchParams(filled({ ...kept, ...part })), { replace: !push });
  };
  return (
    <>
      <PageHead title={t('audit')} action={<ExportLog query={query} />} />
      <AuditFilters filters={filters} change={change} />
      <Async of={answer}>
        {({ data, paging }) => {
          const entries = data as unknown as Entry[];
          return entries.length === 0 ? (
            <Empty icon={ScrollText} title={t('noEntries')}>
              {t('noEntriesText')}
            </Empty>
          ) : (
            <>
              <p role="status" className={classes.count}>
                {t('entries', { count: paging.total })}
              </p>
              <Entries entries={entries} />
              <nav aria-label={t('pages')} className={classes.line}>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!paging.before}
                  onClick={() => change({ after: '', before: paging.before ?? '' }, true)}
                >
                  {t('newer')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={!paging.after}
                  onClick={() => change({ after: paging.after ?? '', before: '' }, true)}
                >
                  {t('older')}
                </Button>
              </nav>
            </>
          );
        }}
      </Async>
    </>
  );
}

function filled<T extends Record<string, string | undefined>>(given: T): Record<string, string> {
  return Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

/** The filters of the page as those of the server; days begin and end where the person is. */
function queryOf({ from, until, actorType, q, eventType, entityType, userName }: Filters) {
  const start = from ? new Date(`${from}T00:00:00`).getTime() : Number.NaN;
  const end = until ? new Date(`${until}T23:59:59.999`).getTime() : Number.NaN;
  return {
    ...(q ? { q } : {}),
    ...(eventType ? { eventType } : {}),
    ...(entityType ? { entityType } : {}),
    ...(userName ? { userName } : {}),
    ...(actorType === 'USER' || actorType === 'BOT' ? ({ actorType } as const) : {}),
    ...(Number.isNaN(start) ? {} : { startTs: start }),
    ...(Number.isNaN(end) ? {} : { endTs: end }),
  };
}

interface FilterProps {
  filters: Filters;
  change(part: Partial<Filters>): void;
}

function AuditFilters({ filters, change }: FilterProps) {
  const t = useWords(accessWords);
  const resources = useOperation(listPolicyResources, undefined).data?.value.data ?? [];
  const types = resources.flatMap(({ name }) => (name && name.toLowerCase() !== 'all' ? [name] : []));
  const date = (field: 'from' | 'until') => (
    <TextInput
      type="date"
      label={t(field)}
      value={filters[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.fields}>
      <TextInput
        label={t('auditFind')}
        value={filters.q}
        onChange={(event) => change({ q: event.currentTarget.value })}
      />
      <Select
        label={t('event')}
        placeholder={t('anyEvent')}
        value={filters.eventType || null}
        onChange={(value) => change({ eventType: value ?? '' })}
        data={EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
      />
      <Select
        label={t('entity')}
        placeholder={t('anyType')}
        searchable
        value={filters.entityType || null}
        onChange={(value) => change({ entityType: value ?? '' })}
        data={types.map((value) => ({ value, label: nameOfType(value) }))}
      />
      <FoundSelect label={t('who')} index="user" value={filters.userName} change={(userName) => change({ userName })} />
      <Select
        label={t('actor')}
        placeholder={t('anyActor')}
        value={filters.actorType || null}
        onChange={(value) => change({ actorType: value ?? '' })}
        data={[
          { value: 'USER', label: t('people') },
          { value: 'BOT', label: t('bots') },
        ]}
      />
      {date('from')}
      {date('until')}
    </div>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useWords(accessWords);
  const nameOf = usePersonNames(entries.map(({ userName }) => userName));
  return (
    <Grid
      label={t('audit')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'time',
          title: t('time'),
          width: 'minmax(110px, 200px)',
          cell: ({ eventTs }) => formatDate(eventTs, EXACT),
        },
        {
          key: 'who',
          title: t('who'),
          width: 'minmax(80px, 1fr)',
          cell: ({ userName, actorType, eventType, impersonatedBy }) => (
            <span className={classes.stacked}>
              {/* Bots of the server itself have no page. */}
              {actorType === 'BOT' ? (
                nameOf(userName)
              ) : (
                <Link to={addressOf('user', userName)} className={cells.linked}>
                  {nameOf(userName)}
                </Link>
              )}
              {impersonatedBy ? <span className={classes.soft}>{t('throughBot', { bot: impersonatedBy })}</span> : null}
              <span className={classes.narrowOnly}>{eventName(eventType, t)}</span>
            </span>
          ),
        },
        {
          key: 'event',
          title: t('event'),
          width: 'minmax(90px, 1fr)',
          wideOnly: true,
          cell: ({ eventType }) => eventName(eventType, t),
        },
        {
          key: 'entity',
          title: t('entity'),
          width: 'minmax(120px, 3fr)',
          cell: (entry) => <About {...entry} />,
        },
      ]}
    />
  );
}

function About({ entityType, entityFQN, eventType }: Entry) {
  if (!entityType) return null;
  // What people do not name has an id in its name.
  const isNameless = entityType === 'THREAD' || /[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(entityFQN ?? '');
  const name = (!isNameless && entityFQN) || nameOfType(entityType);
  return (
    <>
      <TypeIcon type={entityType} size={14} named={!isNameless} />
      {entityFQN && hasPage(entityType) && eventType !== 'entityDeleted' ? (
        <Link to={addressOf(entityType, entityFQN)} className={cells.linked}>
          {name}
        </Link>
      ) : (
        <span className={cells.cut}>{name}</span>
      )}
    </>
  );
}

function eventName(event: string, t: (key: `event.${(typeof EVENTS)[number]}`) => string): string {
  const known = EVENTS.find((one) => one === event);
  return known ? t(`event.${known}`) : spaced(event);
}

function ExportLog({ query }: { query: ReturnType<typeof queryOf> }) {
  const t = useWords(accessWords);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  async function run() {
    setBusy(true);
    setError(undefined);
    try {
      const { jobId } = await cairn.call(exportAuditLogs, { query });
      const text = await cairn.call(getAuditLogExportResult, { params: { jobId: String(jobId) } });
      saveFile('audit-log.csv', text, 'text/csv');
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    setBusy(false);
  }
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<Download size={14} aria-hidden />}
        onClick={() => void run()}
      >
        {t('export')}
      </Button>
      {error ? <Failed error={error} small /> : null}
    </div>
  );
}
