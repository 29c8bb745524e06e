import { createTestSuite, listTestSuitesFromSearch, type TestSuite } from 'cairn/client';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { CreateButton } from '../../entities/create-button.js';
import type { Named } from '../../entities/create-dialog.js';
import { nameOf } from '../../entities/fields/values.js';
import { madeOf } from '../../entities/made.js';
import { Link } from '../../kit/link.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { StateMark } from '../../kit/state-mark.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import classes from './quality-page.module.css';

const PAGE = 100;

/** Test suites of tables and logical suites, each with the results of its tests. */
export function SuiteList() {
  const t = useWords(qualityWords);
  const [limit, setLimit] = useState(PAGE);
  const answer = useOperation(
    listTestSuitesFromSearch,
    { query: { fields: 'summary,owners', limit } },
    { keepPrevious: true },
  );
  return (
    <>
      <div className={classes.bar}>
        <AddSuite />
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            <Grid
              label={t('testSuites')}
              columns={columnsOf(t)}
              rows={data}
              rowKey={({ id = '' }) => id}
              rowName={suiteName}
              empty={
                <Empty small icon={ListChecks} title={t('noSuites')}>
                  {t('noSuitesText')}
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

/** The suite of a table has the name of the table. */
function suiteName(suite: TestSuite): string {
  return suite.basicEntityReference ? nameOf(suite.basicEntityReference) : nameOf(suite);
}

type Say = ReturnType<typeof useWords<'testSuite' | 'tests' | 'state' | 'logical' | 'basic' | 'status.none'>>;

function columnsOf(t: Say): Column<TestSuite>[] {
  return [
    {
      key: 'name',
      title: t('testSuite'),
      width: 'minmax(160px, 3fr)',
      sort: suiteName,
      cell: (suite) => (
        <span className={classes.words}>
          <Link to={addressOf('testSuite', suite.fullyQualifiedName ?? suite.name)}>{suiteName(suite)}</Link>
          <span className={classes.soft}>{t(suite.basic ? 'basic' : 'logical')}</span>
        </span>
      ),
    },
    {
      key: 'tests',
      title: t('tests'),
      width: '90px',
      align: 'end',
      wideOnly: true,
      sort: ({ summary }) => summary?.total ?? 0,
      cell: ({ summary }) => formatNumber(summary?.total ?? 0),
    },
    {
      key: 'state',
      title: t('state'),
      width: 'minmax(120px, 2fr)',
      sort: ({ summary }) => -(summary?.failed ?? 0),
      cell: ({ summary: { failed = 0, success = 0, aborted = 0 } = {} }) => (
        <span className={classes.marks}>
          {failed > 0 ? <StateMark tone="fail">{formatNumber(failed)}</StateMark> : null}
          {aborted > 0 ? <StateMark tone="warn">{formatNumber(aborted)}</StateMark> : null}
          {success > 0 ? <StateMark tone="ok">{formatNumber(success)}</StateMark> : null}
          {failed + success + aborted === 0 ? <StateMark tone="idle">{t('status.none')}</StateMark> : null}
        </span>
      ),
    },
  ];
}

function AddSuite() {
  const t = useWords(qualityWords);
  const navigate = useNavigate();
  async function create(named: Named) {
    const made = await cairn.call(createTestSuite, { body: madeOf(named) });
    await refresh(listTestSuitesFromSearch);
    void navigate(addressOf('testSuite', made.fullyQualifiedName ?? made.name));
  }
  return <CreateButton resource="testSuite" label={t('addSuite')} needsDescription={false} create={create} />;
}
