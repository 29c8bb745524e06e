import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listTestCasesFromSearch, type TestCase } from 'cairn/client';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { FindField } from '../../kit/lists/find-field.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, formatNumber, sentenceCase } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import { ReferenceChips } from '../fields/chips.js';
import { nameOf } from '../fields/values.js';
import classes from './quality.module.css';
import { TestStatus } from './test-status.js';
import { columnOf } from './test-values.js';

const STATES = ['Failed', 'Aborted', 'Success', 'Queued'] as const;
const PAGE = 100;

interface Props {
  label: string;
  /** Only those of a suite. */
  suite?: string;
  /** Only those of a table, its columns included. */
  table?: string;
  /** Beside the filters. */
  action?: ReactNode;
  /** Keys of the tests that are selected; with `onSelect` each row has a box. */
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
}

/** Tests with their last results, the newest first. */
export function TestList({ label, suite, table, action, ...selection }: Props) {
  const t = useWords(qualityWords);
  const [text, setText] = useSearchState('find');
  const [state, setState] = useSearchState('state');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const [limit, setLimit] = useState(PAGE);
  const answer = useOperation(
    listTestCasesFromSearch,
    {
      query: {
        fields: 'owners,testCaseResult,testDefinition',
        limit,
        sortField: 'testCaseResult.timestamp',
        sortType: 'desc',
        ...(asked === '' ? {} : { q: asked }),
        ...(state === '' ? {} : { testCaseStatus: state }),
        ...(suite === undefined ? {} : { testSuiteId: suite }),
        ...(table === undefined ? {} : { entityLink: `<#E::table::${table}>`, includeAllTests: true }),
      },
    },
    { keepPrevious: true },
  );
  const isFiltered = asked !== '' || state !== '';
  return (
    <>
      <div className={classes.bar}>
        <FindField small className={classes.find} label={t('find')} value={text} onChange={setText} />
        <Select
          size="xs"
          className={classes.days}
          aria-label={t('state')}
          allowDeselect={false}
          data={[
            { value: '', label: t('allStates') },
            ...STATES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          value={state}
          onChange={(value) => setState(value ?? '')}
        />
        <p role="status" className={classes.soft}>
          {answer.data
            ? t('testsCount', {
                count: answer.data.value.paging.total,
                shown: formatNumber(answer.data.value.paging.total),
              })
            : ''}
        </p>
        {action}
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            <Grid
              label={label}
              columns={columnsOf(t, table !== undefined)}
              rows={data}
              rowKey={({ id = '' }) => id}
              rowName={(one) => nameOf(one)}
              {...selection}
              empty={
                <Empty small icon={ListChecks} title={t(isFiltered ? 'noTestsFit' : 'noTests')}>
                  {isFiltered ? null : t('noTestsText')}
                </Empty>
              }
            />
            <MoreButton
              className={classes.more}
              total={paging.total}
              shown={data.length}
              load={() => setLimit(limit + PAGE)}
            />
          </>
        )}
      </Async>
    </>
  );
}

type Say = ReturnType<typeof useWords<'test' | 'state' | 'onTable' | 'column' | 'lastRun' | 'owners' | 'never'>>;

/** `isOfTable`: all are of one table, whose page says which. */
function columnsOf(t: Say, isOfTable: boolean): Column<TestCase>[] {
  return [
    {
      key: 'state',
      title: t('state'),
      width: '110px',
      cell: ({ testCaseStatus }) => <TestStatus status={testCaseStatus} />,
    },
    {
      key: 'name',
      title: t('test'),
      width: 'minmax(160px, 3fr)',
      cell: (one) => (
        <span className={classes.name}>
          <Link to={addressOf('testCase', one.fullyQualifiedName ?? one.name)}>{nameOf(one)}</Link>
          <span className={classes.soft}>{sentenceCase(nameOf(one.testDefinition))}</span>
        </span>
      ),
    },
    {
      key: 'table',
      title: t(isOfTable ? 'column' : 'onTable'),
      width: 'minmax(110px, 2fr)',
      wideOnly: true,
      cell: ({ entityLink, entityFQN = '' }) => {
        const column = columnOf(entityLink);
        if (isOfTable) return <span className={classes.path}>{column}</span>;
        const table = /::table::(.+?)(::columns::|>)/.exec(entityLink)?.[1] ?? entityFQN;
        return (
          <span className={classes.name}>
            <Link to={addressOf('table', table)}>{table.split('.').at(-1)}</Link>
            {column ? <span className={classes.path}>{column}</span> : null}
          </span>
        );
      },
    },
    {
      key: 'owners',
      title: t('owners'),
      width: 'minmax(120px, 1fr)',
      wideOnly: true,
      cell: ({ owners = [] }) => <ReferenceChips references={owners} most={2} />,
    },
    {
      key: 'run',
      title: t('lastRun'),
      width: '120px',
      wideOnly: true,
      cell: ({ testCaseResult }) => (testCaseResult ? formatAgo(testCaseResult.timestamp) : t('never')),
    },
  ];
}
