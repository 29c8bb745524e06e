import { listDimensionResults } from 'cairn/client';
import type { TestCaseDimensionResult } from 'cairn/contract';
import { useOperation } from '../../data/use-operation.js';
import { type Column, Grid } from '../../kit/lists/grid.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber, formatTime } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import classes from './quality.module.css';
import { TestStatus } from './test-status.js';

interface Props {
  /** Full name of the test. */
  fqn: string;
  startTs: number;
  endTs: number;
}

/** What the newest run with dimensions found for each of their values, failures first. */
export function DimensionResults({ fqn, startTs, endTs }: Props) {
  const t = useWords(qualityWords);
  const answer = useOperation(
    listDimensionResults,
    { params: { fqn }, query: { startTs, endTs } },
    { keepPrevious: true },
  );
  return (
    <Panel title={t('byDimension')}>
      <Async of={answer} small>
        {({ data }) => {
          const time = Math.max(...data.map(({ timestamp }) => timestamp));
          const newest = data.filter(({ timestamp }) => timestamp === time);
          return newest.length === 0 ? (
            <Empty small title={t('noDimensions')} />
          ) : (
            <>
              <p className={classes.soft}>{t('dimensionsAt', { time: formatTime(time) })}</p>
              <Dimensions rows={newest} />
            </>
          );
        }}
      </Async>
    </Panel>
  );
}

const ORDER = ['Failed', 'Aborted', 'Queued', 'Success'];

function Dimensions({ rows }: { rows: readonly TestCaseDimensionResult[] }) {
  const t = useWords(qualityWords);
  const sorted = [...rows].sort(
    (a, b) =>
      ORDER.indexOf(a.testCaseStatus) - ORDER.indexOf(b.testCaseStatus) || (b.failedRows ?? 0) - (a.failedRows ?? 0),
  );
  const columns: Column<TestCaseDimensionResult>[] = [
    { key: 'value', title: t('dimensionValue'), width: 'minmax(140px, 1.5fr)', sort: valuesText, cell: valuesText },
    {
      key: 'state',
      title: t('state'),
      width: '110px',
      sort: ({ testCaseStatus }) => ORDER.indexOf(testCaseStatus),
      cell: ({ testCaseStatus }) => <TestStatus status={testCaseStatus} />,
    },
    {
      key: 'rows',
      title: t('failingRows'),
      width: '130px',
      align: 'end',
      sort: ({ failedRows }) => failedRows,
      cell: ({ failedRows }) => (failedRows === undefined ? null : formatNumber(failedRows)),
    },
    { key: 'found', title: t('message'), width: 'minmax(0, 2fr)', wideOnly: true, cell: ({ result }) => result },
  ];
  return <Grid label={t('byDimension')} columns={columns} rows={sorted} rowKey={keyOfRow} rowName={valuesText} />;
}

function keyOfRow({ dimensionKey }: TestCaseDimensionResult): string {
  return dimensionKey;
}

/** "region EU, channel web". */
function valuesText({ dimensionValues = [] }: TestCaseDimensionResult): string {
  return dimensionValues.map(({ name, value }) => `${name} ${value}`).join(', ');
}
