import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listDataAccessRequests } from 'cairn/client';
import type { Task } from 'cairn/contract';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchState } from '../../data/addresses/use-address.js';
import { useMe } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { ReferenceChip } from '../../entities/fields/chips.js';
import { nameOf } from '../../entities/fields/values.js';
import { addressOfTask, toneOf } from '../../entities/tasks/task-texts.js';
import { Link } from '../../kit/link.js';
import cells from '../../kit/lists/cells.module.css';
import { FindField } from '../../kit/lists/find-field.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { StateMark } from '../../kit/state-mark.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { accessRequestWords } from '../../words/entities/data-access.js';
import { taskWords } from '../../words/entities/tasks.js';
import { formatDate } from '../../words/format.js';
import classes from './access.module.css';

const PAGE = 200;
const GROUPS = ['open', 'active', 'closed', 'all'] as const;
const ACCESS = ['FullAccess', 'ColumnLevel', 'Masked'] as const;
const PERMISSIONS = ['Read', 'Write', 'Admin'] as const;

/** All requests for access to data that the person may see, the newest first. */
export function AccessRequestsPage() {
  const t = useWords(accessRequestWords);
  const words = useWords(taskWords);
  const me = useMe();
  const [given, setGroup] = useSearchState('status', 'open');
  const [text, setText] = useSearchState('q');
  const [accessType, setAccessType] = useSearchState('access');
  const [mine, setMine] = useSearchState('mine');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const [limit, setLimit] = useState(PAGE);
  const group = GROUPS.find((one) => one === given) ?? 'open';
  const answer = useOperation(
    listDataAccessRequests,
    {
      query: {
        ...(group === 'all' ? {} : { statusGroup: group }),
        ...(asked ? { q: asked } : {}),
        ...(accessType ? { accessType } : {}),
        ...(mine ? { requestedById: me.id } : {}),
        ...{ limit, fields: 'about,payload' },
      },
    },
    { keepPrevious: true },
  );
  const isNarrowed = asked !== '' || accessType !== '' || mine !== '' || group !== 'all';
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={classes.soft}>{t('about')}</p>
      <div className={classes.filters}>
        <SegmentedControl
          size="xs"
          aria-label={t('state')}
          value={group}
          onChange={(value) => setGroup(value)}
          data={GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
        />
        <FindField small label={t('find')} value={text} onChange={setText} />
        <NativeSelect
          size="xs"
          aria-label={t('access')}
          value={accessType}
          onChange={({ currentTarget }) => setAccessType(currentTarget.value)}
          data={[
            { value: '', label: t('anyAccess') },
            ...ACCESS.map((value) => ({ value, label: words(`access.${value}`) })),
          ]}
        />
        <Checkbox
          size="xs"
          label={t('mine')}
          checked={mine !== ''}
          onChange={({ currentTarget }) => setMine(currentTarget.checked ? 'yes' : '')}
        />
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            {data.length === 0 ? <None isNarrowed={isNarrowed} /> : <Requests tasks={data} />}
            <MoreButton total={paging.total} shown={data.length} load={() => setLimit(limit + PAGE)} mt="sm" />
          </>
        )}
      </Async>
    </>
  );
}

function None({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useWords(accessRequestWords);
  return (
    <Empty
      icon={KeyRound}
      title={t(isNarrowed ? 'noneFound' : 'none')}
      action={
        <Button component={Link} to="/explore" variant="default" size="xs">
          {t('explore')}
        </Button>
      }
    >
      {t('noneText')}
    </Empty>
  );
}

function Requests({ tasks }: { tasks: readonly Task[] }) {
  const t = useWords(accessRequestWords);
  const words = useWords(taskWords);
  const navigate = useNavigate();
  const columns: Column<Task>[] = [
    {
      key: 'state',
      title: t('is'),
      width: '112px',
      cell: ({ status }) => <StateMark tone={toneOf(status)}>{words(`status.${status}`)}</StateMark>,
    },
    {
      key: 'data',
      title: t('data'),
      width: 'minmax(120px, 2fr)',
      cell: (task) => (
        <Link to={addressOfTask(task)} className={cells.linked}>
          {task.about ? nameOf(task.about) : words('somethingHidden')}
        </Link>
      ),
    },
    {
      key: 'access',
      title: t('access'),
      width: 'minmax(140px, 3fr)',
      wideOnly: true,
      cell: (task) => <AccessOf task={task} />,
    },
    {
      key: 'who',
      title: t('who'),
      width: 'minmax(100px, 1.5fr)',
      cell: (task) => <ReferenceChip reference={task.createdBy} />,
    },
    { key: 'reason', title: t('reason'), width: 'minmax(0, 3fr)', wideOnly: true, cell: reasonOf },
    { key: 'until', title: t('until'), width: '110px', wideOnly: true, cell: untilOf },
    {
      key: 'by',
      title: t('decidedBy'),
      width: '130px',
      wideOnly: true,
      cell: ({ approvedBy, resolution }) => {
        const who = approvedBy ?? resolution?.resolvedBy;
        return who ? nameOf(who) : null;
      },
    },
  ];
  return (
    <Grid
      label={t('title')}
      rows={tasks}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={(task) => void navigate(addressOfTask(task))}
    />
  );
}

function AccessOf({ task: { payload } }: { task: Task }) {
  const t = useWords(accessRequestWords);
  const words = useWords(taskWords);
  const access = ACCESS.find((one) => one === payload?.accessType);
  const permission = PERMISSIONS.find((one) => one === payload?.requestedAccess) ?? 'Read';
  if (!access) return null;
  return t('withPermission', { access: words(`access.${access}`), permission: words(`permission.${permission}`) });
}

function reasonOf({ payload }: Task) {
  return <span className={cells.cut}>{typeof payload?.reason === 'string' ? payload.reason : null}</span>;
}

function untilOf({ payload }: Task) {
  return typeof payload?.expirationDate === 'number' ? formatDate(payload.expirationDate) : null;
}
