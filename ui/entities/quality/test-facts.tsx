import type { TestCase, TestCaseParameterValue } from 'cairn/contract';
import { addressOf } from '../../data/addresses/addresses.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber, spaced } from '../../words/format.js';
import { qualityWords } from '../../words/quality/quality.js';
import classes from './quality.module.css';
import { TestStatus } from './test-status.js';
import { columnOf } from './test-values.js';

/** One of the facts beside a test. */
export function TestFact({ part, test }: { part: 'status' | 'table' | 'parameters'; test: TestCase }) {
  if (part === 'status') return <TestStatus status={test.testCaseStatus} />;
  if (part === 'table') return <TestTable entityLink={test.entityLink} />;
  return <TestParameters values={test.parameterValues} />;
}

/** The table of a test, and its column. */
function TestTable({ entityLink }: { entityLink: string }) {
  const table = /::table::(.+?)(::columns::|>)/.exec(entityLink)?.[1] ?? '';
  const column = columnOf(entityLink);
  return (
    <span className={classes.name}>
      <Link to={addressOf('table', table)}>{table.split('.').at(-1)}</Link>
      {column ? <span className={classes.path}>{column}</span> : null}
    </span>
  );
}

const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** Formats numbers as elsewhere. Their meaning is not known, so a year is formatted like any number. */
function numeric(value: string | undefined): string | undefined {
  return value && NUMBER.test(value) ? formatNumber(Number(value), { maximumFractionDigits: 20 }) : value;
}

/** The parameters of a test, except queries, which have a tab of their own. */
function TestParameters({ values = [] }: { values: readonly TestCaseParameterValue[] | undefined }) {
  const t = useWords(qualityWords);
  const shown = values.filter(({ name, value }) => name !== 'sqlExpression' && value);
  if (shown.length === 0) return t('noParameters');
  return (
    <span className={classes.parameters}>
      {shown.map(({ name = '', value }) => (
        <span key={name}>
          <span className={classes.soft}>{spaced(name)}</span> {numeric(value)}
        </span>
      ))}
    </span>
  );
}
