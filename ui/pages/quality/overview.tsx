import { getExecutionSummaryOfTestSuites, listTestCasesFromSearch, type TestSummary } from 'cairn/client';
import { CircleCheck } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useOperation } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { IncidentMark } from '../../entities/quality/incident-state.js';
import { TestStatus } from '../../entities/quality/test-status.js';
import { useIncidents } from '../../entities/quality/use-incidents.js';
import { Figures } from '../../kit/charts/figures.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, formatNumber } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import classes from './quality-page.module.css';

const SHOWN = 8;
const STATES = [
  ['success', 'Success'],
  ['failed', 'Failed'],
  ['aborted', 'Aborted'],
  ['queued', 'Queued'],
] as const;

/** How many tests pass, which fail, and which incidents wait for somebody. */
export function Overview() {
  const t = useWords(qualityWords);
  const summary = useOperation(getExecutionSummaryOfTestSuites, undefined);
  return (
    <div className={classes.panels}>
      <Panel title={t('byState')}>
        <Async of={summary} small>
          {(value) => <Shares summary={value} />}
        </Async>
      </Panel>
      <Failing />
      <OpenIncidents />
    </div>
  );
}

function Shares({ summary }: { summary: TestSummary }) {
  const t = useWords(qualityWords);
  const { success = 0 } = summary;
  const ran = STATES.reduce((sum, [state]) => sum + (state === 'queued' ? 0 : (summary[state] ?? 0)), 0);
  return (
    <>
      <p className={classes.big}>
        {ran === 0
          ? t('nothingRan')
          : t('passing', { percent: formatNumber((100 * success) / ran, { maximumFractionDigits: 1 }) })}
      </p>
      <div className={classes.shares} aria-hidden>
        {STATES.map(([state]) => (
          <span key={state} data-state={state} style={{ flexGrow: summary[state] ?? 0 }} />
        ))}
      </div>
      <Figures
        figures={STATES.map(([state, name]) => ({
          label: t(`status.${name}`),
          value: <Link to={`/data-quality/test-cases?state=${name}`}>{formatNumber(summary[state] ?? 0)}</Link>,
        }))}
      />
    </>
  );
}

function Failing() {
  const t = useWords(qualityWords);
  const answer = useOperation(listTestCasesFromSearch, {
    query: {
      testCaseStatus: 'Failed',
      limit: SHOWN,
      fields: 'testCaseResult',
      sortField: 'testCaseResult.timestamp',
      sortType: 'desc',
    },
  });
  return (
    <Panel title={t('failingNow')} action={<Link to="/data-quality/test-cases?state=Failed">{t('allTests')}</Link>}>
      <Async of={answer} small>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={CircleCheck} title={t('noneFails')} />
          ) : (
            <ul className={classes.list}>
              {data.map((one) => (
                <li key={one.id}>
                  <TestStatus status={one.testCaseStatus} />
                  <div className={classes.words}>
                    <Link to={addressOf('testCase', one.fullyQualifiedName ?? one.name)}>{nameOf(one)}</Link>
                    <span className={classes.soft}>{one.testCaseResult?.result}</span>
                  </div>
                  <span className={classes.soft}>
                    {one.testCaseResult ? formatAgo(one.testCaseResult.timestamp) : null}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}

function OpenIncidents() {
  const t = useWords(qualityWords);
  const { answer, incidents } = useIncidents('open', SHOWN);
  return (
    <Panel title={t('openIncidents')} action={<Link to="/incident-manager">{t('allIncidents')}</Link>}>
      <Async of={answer} small>
        {() =>
          incidents.length === 0 ? (
            <Empty small icon={CircleCheck} title={t('noIncidents')}>
              {t('noIncidentsText')}
            </Empty>
          ) : (
            <ul className={classes.list}>
              {incidents.slice(0, SHOWN).map((one) => (
                <li key={one.id}>
                  <IncidentMark state={one.testCaseResolutionStatusType} />
                  <div className={classes.words}>
                    <Link to={addressOf('testCase', one.testCaseReference?.fullyQualifiedName ?? '', 'issues')}>
                      {nameOf(one.testCaseReference ?? {})}
                    </Link>
                  </div>
                  <span className={classes.soft}>{formatAgo(one.timestamp ?? 0)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}
