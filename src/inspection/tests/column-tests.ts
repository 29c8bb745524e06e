/** Tests of columns as figures that a source computes, by the name of their definition. */
import type { TableMeasures } from '../../egress/index.js';
import { type ColumnFamily, familyOf } from './column-types.js';
import type { TestParameters } from './test-parameters.js';
import {
  type Bounds,
  CannotRun,
  describeBounds,
  figureIn,
  isBetween,
  type MeasuredTest,
  numberIn,
  passed,
  shownBounds,
} from './verdict.js';

export interface ColumnSubject {
  measures: TableMeasures;
  /** The column as it is called in the source. */
  name: string;
  /** In the catalog. */
  dataType: string;
  parameters: TestParameters;
  /** Whether the numbers of rows that passed and failed are wanted. */
  countsRows: boolean;
}

type ColumnTest = (subject: ColumnSubject) => MeasuredTest;

export const columnTests: Readonly<Record<string, ColumnTest>> = {
  columnValueLengthsToBeBetween: lengths,
  columnValueMaxToBeBetween: bounded('max', ['minValueForMaxInCol', 'maxValueForMaxInCol']),
  columnValueMeanToBeBetween: bounded('mean', ['minValueForMeanInCol', 'maxValueForMeanInCol']),
  columnValueMedianToBeBetween: bounded('median', ['minValueForMedianInCol', 'maxValueForMedianInCol']),
  columnValueMinToBeBetween: bounded('min', ['minValueForMinInCol', 'maxValueForMinInCol']),
  columnValueStdDevToBeBetween: deviation,
  columnValuesMissingCount: missing,
  columnValuesSumToBeBetween: bounded('sum', ['minValueForColSum', 'maxValueForColSum']),
  columnValuesToBeBetween: (subject) =>
    familyOf(subject.dataType) === 'time' ? timesBetween(subject) : valuesBetween(subject),
  columnValuesToBeInSet: inSet,
  columnValuesToBeNotInSet: notInSet,
  columnValuesToBeNotNull: notNull,
  columnValuesToBeUnique: unique,
  columnValuesToMatchRegex: matchesRegex,
  columnValuesToNotMatchRegex: matchesNoRegex,
};

/** The values that are computed with: numbers, or the lengths of texts. */
function quantity({ measures, name, dataType }: ColumnSubject): string {
  const column = measures.column(name);
  return ofFamily<string>(dataType, { number: () => column, text: () => measures.length(column) });
}

function ofFamily<T>(dataType: string, by: Partial<Record<ColumnFamily, () => T>>): T {
  const make = by[familyOf(dataType)];
  if (!make) throw new CannotRun(`the test is not defined for columns of type ${dataType}`);
  return make();
}

function bounded(figure: 'max' | 'mean' | 'median' | 'min' | 'sum', [min, max]: readonly [string, string]): ColumnTest {
  return (subject) => {
    const bounds = subject.parameters.bounds(min, max);
    return {
      measures: { [figure]: subject.measures[figure](quantity(subject)) },
      judge(found) {
        const shown = String(figureIn(found, figure));
        return {
          status: passed(isBetween(numberIn(found, figure), bounds)),
          result: `Found ${figure} ${shown}, expected ${describeBounds(bounds)}.`,
          values: [{ name: figure, value: shown }],
          ...shownBounds(bounds),
        };
      },
    };
  };
}

function deviation(subject: ColumnSubject): MeasuredTest {
  const bounds = subject.parameters.bounds('minValueForStdDevInCol', 'maxValueForStdDevInCol');
  const { sql, isSquared } = subject.measures.deviation(quantity(subject));
  return {
    measures: { stddev: sql },
    judge(found) {
      const value = isSquared ? Math.sqrt(numberIn(found, 'stddev')) : numberIn(found, 'stddev');
      const shown = isSquared ? String(value) : String(found('stddev'));
      return {
        status: passed(isBetween(value, bounds)),
        result: `Found stddev ${shown}, expected ${describeBounds(bounds)}.`,
        values: [{ name: 'stddev', value: shown }],
        ...shownBounds(bounds),
      };
    },
  };
}

/** Condition for values outside of bounds; undefined if there are none. */
function outside(expression: string, { min, max }: Bounds, { literal }: TableMeasures): string | undefined {
  const parts = [
    ...(Number.isFinite(min) ? [`${expression} < ${literal(min)}`] : []),
    ...(Number.isFinite(max) ? [`${expression} > ${literal(max)}`] : []),
  ];
  return parts.length > 0 ? `(${parts.join(' or ')})` : undefined;
}

/** The numbers of rows for a test with a condition that failing rows fulfil. */
function rowFigures({ measures, countsRows }: ColumnSubject, failing: string | undefined): Record<string, string> {
  if (!countsRows) return {};
  return { rows: measures.rows(), failed: failing ? measures.rowsWhere(failing) : '0' };
}

function lengths(subject: ColumnSubject): MeasuredTest {
  const { measures, name, dataType, parameters, countsRows } = subject;
  const length = ofFamily(dataType, { text: () => measures.length(measures.column(name)) });
  const bounds = parameters.bounds('minLength', 'maxLength');
  const failing = outside(length, bounds, measures);
  return {
    measures: { min: measures.min(length), max: measures.max(length), ...rowFigures(subject, failing) },
    ...(failing ? { failing } : {}),
    judge(found) {
      const [min, max] = [numberIn(found, 'min'), numberIn(found, 'max')];
      return {
        status: passed(bounds.min <= min && max <= bounds.max),
        result: `Found lengths from ${min} to ${max}, expected ${describeBounds(bounds)}.`,
        values: [
          { name: 'minValueLength', value: String(min) },
          { name: 'maxValueLength', value: String(max) },
        ],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), failed: numberIn(found, 'failed') } } : {}),
        ...shownBounds(bounds),
      };
    },
  };
}

function valuesBetween(subject: ColumnSubject): MeasuredTest {
  const { measures, parameters, countsRows } = subject;
  const bounds = parameters.bounds('minValue', 'maxValue');
  const value = quantity(subject);
  const failing = outside(value, bounds, measures);
  return {
    measures: { min: measures.min(value), max: measures.max(value), ...rowFigures(subject, failing) },
    ...(failing ? { failing } : {}),
    judge(found) {
      const [min, max] = [String(figureIn(found, 'min')), String(figureIn(found, 'max'))];
      return {
        status: passed(bounds.min <= numberIn(found, 'min') && numberIn(found, 'max') <= bounds.max),
        result: `Found values from ${min} to ${max}, expected ${describeBounds(bounds)}.`,
        values: [
          { name: 'min', value: min },
          { name: 'max', value: max },
        ],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), failed: numberIn(found, 'failed') } } : {}),
        ...shownBounds(bounds),
      };
    },
  };
}

/** Milliseconds from the begin of a day to its last microsecond. */
const LAST_MOMENT = 86_399_999.999;

/** Bounds of dates and times are Unix times in seconds, or in milliseconds from 13 digits on. */
function timesBetween(subject: ColumnSubject): MeasuredTest {
  const { measures, parameters, name, dataType, countsRows } = subject;
  const bounds = { min: timeBound('minValue', parameters), max: timeBound('maxValue', parameters) };
  const column = measures.column(name);
  const failing = outside(measures.milliseconds(column), finite(bounds), measures);
  const isDate = dataType === 'DATE'; // from its first to its last moment
  const end = isDate ? LAST_MOMENT : 0;
  return {
    measures: {
      min: measures.shownTime(measures.min(column)),
      max: measures.shownTime(measures.max(column)),
      first: measures.milliseconds(measures.min(column)),
      last: measures.milliseconds(measures.max(column)),
      ...rowFigures(subject, failing),
    },
    ...(failing ? { failing } : {}),
    judge(found) {
      const min = `${String(figureIn(found, 'min'))}${isDate ? ' 00:00:00' : ''}`;
      const max = `${String(figureIn(found, 'max'))}${isDate ? ' 23:59:59.999999' : ''}`;
      const isInside = bounds.min <= numberIn(found, 'first') && numberIn(found, 'last') + end <= bounds.max;
      return {
        status: passed(isInside),
        result: `Found times from ${min} to ${max}, expected ${describeTimes(bounds)}.`,
        values: [
          { name: 'min', value: min },
          { name: 'max', value: max },
        ],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), failed: numberIn(found, 'failed') } } : {}),
      };
    },
  };
}

function timeBound(name: string, parameters: TestParameters): number {
  const otherwise = name === 'minValue' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = parameters.number(name, otherwise);
  return parameters.text(name).trim().length < 13 ? value * 1000 : value;
}

const finite = ({ min, max }: Bounds): Bounds => ({ min: Math.round(min), max: Math.round(max) });

function describeTimes({ min, max }: Bounds): string {
  const shown = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : 'any time');
  return `${shown(min)} to ${shown(max)}`;
}

function missing({ measures, name, dataType, parameters }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  const values = parameters.text('missingValueMatch') === '' ? [] : parameters.list('missingValueMatch');
  const expected = parameters.number('missingCountValue', 0);
  const empty = familyOf(dataType) === 'text' ? ` or ${column} = ''` : '';
  return {
    measures: {
      missing: measures.rowsWhere(`${column} is null${empty}`),
      ...(values.length > 0 ? { matching: measures.rowsWhere(measures.within(column, values)) } : {}),
    },
    judge(found) {
      const count = numberIn(found, 'missing') + (values.length > 0 ? numberIn(found, 'matching') : 0);
      return {
        status: passed(count === expected),
        result: `Found ${count} missing values, expected ${expected}.`,
        values: [{ name: 'nullCount', value: String(count) }],
      };
    },
  };
}

function inSet({ measures, name, parameters, countsRows }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  const isExclusive = parameters.isTrue('matchEnum');
  const within = measures.within(column, parameters.list('allowedValues'));
  return {
    measures: {
      allowed: measures.rowsWhere(within),
      ...(isExclusive || countsRows ? { rows: measures.rows() } : {}),
    },
    failing: `not (${within})`,
    judge(found) {
      const allowed = numberIn(found, 'allowed');
      const isMet = isExclusive ? allowed === numberIn(found, 'rows') : allowed > 0;
      return {
        status: passed(isMet),
        result: isExclusive
          ? `Found ${allowed} of ${numberIn(found, 'rows')} rows with an allowed value, expected all.`
          : `Found ${allowed} rows with an allowed value, expected at least one.`,
        values: [{ name: 'allowedValueCount', value: String(allowed) }],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), passed: allowed } } : {}),
      };
    },
  };
}

function notInSet(subject: ColumnSubject): MeasuredTest {
  const { measures, name, parameters, countsRows } = subject;
  const failing = measures.within(measures.column(name), parameters.list('forbiddenValues'));
  return {
    measures: { forbidden: measures.rowsWhere(failing), ...(countsRows ? { rows: measures.rows() } : {}) },
    failing,
    judge(found) {
      const forbidden = numberIn(found, 'forbidden');
      return {
        status: passed(forbidden === 0),
        result: `Found ${forbidden} forbidden values, expected none.`,
        values: [{ name: 'countForbiddenValues', value: String(forbidden) }],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), failed: forbidden } } : {}),
      };
    },
  };
}

function notNull({ measures, name, countsRows }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  return {
    measures: { rows: measures.rows(), values: measures.values(column) },
    failing: `${column} is null`,
    judge(found) {
      const rows = numberIn(found, 'rows');
      const nulls = rows - numberIn(found, 'values');
      return {
        status: passed(nulls === 0),
        result: `Found ${nulls} null values, expected none.`,
        values: [{ name: 'nullCount', value: String(nulls) }],
        ...(countsRows ? { rows: { total: rows, failed: nulls } } : {}),
      };
    },
  };
}

function unique({ measures, name }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  return {
    measures: { rows: measures.rows(), values: measures.values(column), unique: measures.uniqueValues(column) },
    failing: measures.repeated(column),
    judge(found) {
      if (numberIn(found, 'rows') === 0) throw new CannotRun('the table has no rows');
      const [values, once] = [numberIn(found, 'values'), numberIn(found, 'unique')];
      return {
        status: passed(values === once),
        result: `Found ${values} values, ${once} of them once, expected each once.`,
        values: [
          { name: 'valueCount', value: String(values) },
          { name: 'uniqueCount', value: String(once) },
        ],
        rows: { total: values, passed: once },
      };
    },
  };
}

function matchesRegex({ measures, name, parameters, countsRows }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  const matching = measures.matches(column, parameters.required('regex'));
  return {
    measures: {
      values: measures.values(column),
      matching: measures.rowsWhere(matching),
      ...(countsRows ? { rows: measures.rows() } : {}),
    },
    failing: `not (${matching})`,
    judge(found) {
      const [values, matches] = [numberIn(found, 'values'), numberIn(found, 'matching')];
      return {
        status: passed(values === matches),
        result: `Found ${matches} of ${values} values that match, expected all.`,
        values: [{ name: 'likeCount', value: String(matches) }],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), passed: matches, failed: values - matches } } : {}),
      };
    },
  };
}

function matchesNoRegex({ measures, name, parameters, countsRows }: ColumnSubject): MeasuredTest {
  const column = measures.column(name);
  const matching = measures.matches(column, parameters.required('forbiddenRegex'));
  return {
    measures: {
      // compat: NULL counts as a match, as whether it matches is unknown.
      matching: measures.rowsWhere(`${column} is null or ${matching}`),
      ...(countsRows ? { rows: measures.rows() } : {}),
    },
    failing: matching,
    judge(found) {
      const matches = numberIn(found, 'matching');
      return {
        status: passed(matches === 0),
        result: `Found ${matches} values that match or are null, expected none.`,
        values: [{ name: 'notLikeCount', value: String(matches) }],
        ...(countsRows ? { rows: { total: numberIn(found, 'rows'), failed: matches } } : {}),
      };
    },
  };
}
