/** Tests of whole tables, by the name of their definition. */
import type { SourcePeriod, TableMeasures } from '../../egress/index.js';
import type { TestParameters } from './test-parameters.js';
import {
  CannotRun,
  describeBounds,
  isBetween,
  type MeasuredTest,
  numberIn,
  passed,
  shownBounds,
  type Verdict,
} from './verdict.js';

export interface TableSubject {
  measures: TableMeasures;
  /** The columns that the source has. */
  columns: readonly string[];
  /** The data type of a column in the catalog; undefined if the catalog does not know the column. */
  typeOf(column: string): string | undefined;
  parameters: TestParameters;
}

type TableTest = (subject: TableSubject) => MeasuredTest;

export const tableTests: Readonly<Record<string, TableTest>> = {
  tableColumnCountToBeBetween: columnCount,
  tableColumnCountToEqual: columnCountEqual,
  tableColumnNameToExist: columnExists,
  tableColumnToMatchSet: columnSet,
  tableRowCountToBeBetween: rowCount,
  tableRowCountToEqual: rowCountEqual,
  tableRowInsertedCountToBeBetween: rowsInserted,
};

/** A test of what the source says of the table, without a figure of its rows. */
function ofColumns(judge: (columns: readonly string[]) => Verdict): TableTest {
  return ({ columns }) => ({ measures: {}, judge: () => judge(columns) });
}

function columnCount(subject: TableSubject): MeasuredTest {
  const bounds = subject.parameters.bounds('minColValue', 'maxColValue');
  return ofColumns(({ length }) => ({
    status: passed(isBetween(length, bounds)),
    result: `Found ${length} columns, expected ${describeBounds(bounds)}.`,
    values: [{ name: 'columnCount', value: String(length) }],
  }))(subject);
}

function columnCountEqual(subject: TableSubject): MeasuredTest {
  const expected = subject.parameters.number('columnCount', Number.NaN);
  return ofColumns(({ length }) => ({
    status: passed(length === expected),
    result: `Found ${length} columns, expected ${expected}.`,
    values: [{ name: 'columnCount', value: String(length) }],
  }))(subject);
}

function columnExists(subject: TableSubject): MeasuredTest {
  const name = subject.parameters.required('columnName');
  return ofColumns((columns) => {
    const isThere = columns.includes(name);
    return {
      status: passed(isThere),
      result: isThere ? `Found the column ${name}.` : `Found no column ${name}; there are ${shownNames(columns)}.`,
      // compat: the misspelled name is that of the interface.
      values: [{ name: 'columnNameExits', value: String(Number(isThere)) }],
    };
  })(subject);
}

function columnSet(subject: TableSubject): MeasuredTest {
  const { parameters } = subject;
  const expected = parameters
    .text('columnNames')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  // compat: any text but an empty one orders.
  const isOrdered = parameters.text('ordered') !== '' && !/^false$/i.test(parameters.text('ordered'));
  return ofColumns((columns) => {
    const sorted = (names: readonly string[]) => (isOrdered ? [...names] : [...names].sort());
    const isSame = JSON.stringify(sorted(columns)) === JSON.stringify(sorted(expected));
    return {
      status: passed(isSame),
      result: `Found the columns ${shownNames(columns)}, expected ${shownNames(expected)}.`,
      values: [{ name: 'columnNames', value: String(Number(isSame)) }],
    };
  })(subject);
}

const MOST_NAMES = 50;

function shownNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

function rowCount({ measures, parameters }: TableSubject): MeasuredTest {
  const bounds = parameters.bounds('minValue', 'maxValue');
  return {
    measures: { rows: measures.rows() },
    judge(found) {
      const rows = numberIn(found, 'rows');
      return {
        status: passed(isBetween(rows, bounds)),
        result: `Found ${rows} rows, expected ${describeBounds(bounds)}.`,
        values: [{ name: 'rowCount', value: String(rows) }],
        ...shownBounds(bounds),
      };
    },
  };
}

function rowCountEqual({ measures, parameters }: TableSubject): MeasuredTest {
  const expected = parameters.number('value', Number.NEGATIVE_INFINITY);
  return {
    measures: { rows: measures.rows() },
    judge(found) {
      const rows = numberIn(found, 'rows');
      return {
        status: passed(rows === expected),
        result: `Found ${rows} rows, expected ${expected}.`,
        values: [{ name: 'rowCount', value: String(rows) }],
      };
    },
  };
}

const UNITS: readonly SourcePeriod['unit'][] = ['HOUR', 'DAY', 'MONTH', 'YEAR'];

function rowsInserted({ measures, parameters, columns, typeOf }: TableSubject): MeasuredTest {
  const bounds = parameters.bounds('min', 'max');
  const name = parameters.required('columnName');
  if (!columns.includes(name)) throw new CannotRun(`the source has no column ${name}`);
  const unit = UNITS.find((one) => one === parameters.required('rangeType').toUpperCase());
  const count = parameters.number('rangeInterval', Number.NaN);
  if (!unit || !Number.isSafeInteger(count) || count < 0)
    throw new CannotRun(`rangeInterval must be a whole number and rangeType one of ${UNITS.join(', ')}`);
  const condition = measures.since(measures.column(name), { count, unit }, typeOf(name) === 'DATE');
  return {
    measures: { rows: measures.rows(), inserted: measures.rowsWhere(condition) },
    judge(found) {
      const inserted = numberIn(found, 'rows') === 0 ? 0 : numberIn(found, 'inserted');
      return {
        status: passed(isBetween(inserted, bounds)),
        result: `Found ${inserted} rows of the last ${count} ${unit.toLowerCase()}s, expected ${describeBounds(bounds)}.`,
        values: [{ name: 'rowCount', value: String(inserted) }],
      };
    },
  };
}
