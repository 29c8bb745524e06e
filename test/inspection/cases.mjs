// A table that the tests of sources are made for, and what every shipped definition finds in it.

/** The statements that make the table of most tests; each source writes dates and numbers alike. */
export const ORDERS = [
  `create table orders (id integer, code varchar(20), amount decimal(10,2), note varchar(50), status varchar(10),
    placed_on date, placed_at timestamp)`,
  `insert into orders values
    (1, 'A-1', 10.50, 'first', 'open', '2026-01-01', '2026-01-01 10:00:00'),
    (2, 'A-2', 20.25, null, 'open', '2026-01-02', '2026-01-02 10:00:00'),
    (3, 'B-3', 30.00, '', 'closed', '2026-01-03', '2026-01-03 10:00:00'),
    (4, 'B-3', -5.75, 'last', 'lost', '2026-01-04', '2026-01-04 23:59:59')`,
];

export const COLUMNS = [
  { name: 'id', dataType: 'INT' },
  { name: 'code', dataType: 'VARCHAR', dataLength: 20 },
  { name: 'amount', dataType: 'DECIMAL' },
  { name: 'note', dataType: 'VARCHAR', dataLength: 50 },
  { name: 'status', dataType: 'VARCHAR', dataLength: 10 },
  { name: 'placed_on', dataType: 'DATE' },
  { name: 'placed_at', dataType: 'TIMESTAMP' },
];

/** Definition, parameters, what a run finds. Figures are the same in every database but for their digits. */
/** @type {[definition: string, given: Record<string, unknown>, found: string][]} */
export const CASES = [
  [
    'columnValueLengthsToBeBetween',
    { column: 'code', minLength: 3, maxLength: 3 },
    'Success minValueLength=3 maxValueLength=3 [3,3]',
  ],
  [
    'columnValueLengthsToBeBetween',
    { column: 'note', maxLength: 4, rows: true },
    'Failed minValueLength=0 maxValueLength=5 3+1 [,4]',
  ],
  ['columnValueMaxToBeBetween', { column: 'amount', maxValueForMaxInCol: 30 }, 'Success max=30 [,30]'],
  ['columnValueMaxToBeBetween', { column: 'amount', maxValueForMaxInCol: 29 }, 'Failed max=30 [,29]'],
  ['columnValueMinToBeBetween', { column: 'amount', minValueForMinInCol: -6 }, 'Success min=-5.75 [-6,]'],
  [
    'columnValueMeanToBeBetween',
    { column: 'amount', minValueForMeanInCol: 13, maxValueForMeanInCol: 14 },
    'Success mean=13.75 [13,14]',
  ],
  ['columnValueMedianToBeBetween', { column: 'amount', minValueForMedianInCol: 16 }, 'Failed median=15.375 [16,]'],
  [
    'columnValueStdDevToBeBetween',
    { column: 'id', minValueForStdDevInCol: 1, maxValueForStdDevInCol: 2 },
    'Success stddev=1.118033988 [1,2]',
  ],
  [
    'columnValuesSumToBeBetween',
    { column: 'amount', minValueForColSum: 50, maxValueForColSum: 60 },
    'Success sum=55 [50,60]',
  ],
  ['columnValuesMissingCount', { column: 'note', missingCountValue: 2 }, 'Success nullCount=2'],
  [
    'columnValuesMissingCount',
    { column: 'note', missingCountValue: 2, missingValueMatch: '["last"]' },
    'Failed nullCount=3',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'amount', minValue: 0, maxValue: 25, rows: true },
    'Failed min=-5.75 max=30 2+2 [0,25]',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'placed_on', minValue: 1767225600, maxValue: 1767571200000 },
    'Success min=2026-01-01 00:00:00 max=2026-01-04 23:59:59.999999',
  ],
  [
    'columnValuesToBeBetween',
    { column: 'placed_at', minValue: 1767225600, maxValue: 1767571198 },
    'Failed min=2026-01-01 10:00:00 max=2026-01-04 23:59:59',
  ],
  ['columnValuesToBeInSet', { column: 'status', allowedValues: '["open", "none"]' }, 'Success allowedValueCount=2'],
  [
    'columnValuesToBeInSet',
    { column: 'status', allowedValues: "['open', 'closed']", matchEnum: true, rows: true },
    'Failed allowedValueCount=3 3+1',
  ],
  [
    'columnValuesToBeInSet',
    { column: 'id', allowedValues: '[1, 2, 3, 4]', matchEnum: true },
    'Success allowedValueCount=4',
  ],
  [
    'columnValuesToBeNotInSet',
    { column: 'status', forbiddenValues: '["lost"]', rows: true },
    'Failed countForbiddenValues=1 3+1',
  ],
  ['columnValuesToBeNotInSet', { column: 'status', forbiddenValues: '["open' }, 'Aborted'],
  [
    'columnValuesToBeNotInSet',
    { column: 'status', forbiddenValues: `["it's", "back\\\\slash"]` },
    'Success countForbiddenValues=0',
  ],
  ['columnValuesToBeNotNull', { column: 'id' }, 'Success nullCount=0'],
  ['columnValuesToBeNotNull', { column: 'note', rows: true }, 'Failed nullCount=1 3+1'],
  ['columnValuesToBeUnique', { column: 'id' }, 'Success valueCount=4 uniqueCount=4 4+0'],
  ['columnValuesToBeUnique', { column: 'code', rows: true }, 'Failed valueCount=4 uniqueCount=2 2+2'],
  ['columnValuesToMatchRegex', { column: 'code', regex: '^[AB]-[0-9]$' }, 'Success likeCount=4'],
  ['columnValuesToMatchRegex', { column: 'note', regex: '^[fl]', rows: true }, 'Failed likeCount=2 2+1'],
  ['columnValuesToNotMatchRegex', { column: 'code', forbiddenRegex: '^C' }, 'Success notLikeCount=0'],
  ['columnValuesToNotMatchRegex', { column: 'code', forbiddenRegex: '^B', rows: true }, 'Failed notLikeCount=2 2+2'],
  [
    'columnValuesToBeAtExpectedLocation',
    { column: 'code', locationReferenceType: 'CITY', longitudeColumnName: 'id', latitudeColumnName: 'id', radius: 1 },
    'Aborted',
  ],
  ['tableColumnCountToBeBetween', { minColValue: 7 }, 'Success columnCount=7'],
  ['tableColumnCountToEqual', { columnCount: 6 }, 'Failed columnCount=7'],
  ['tableColumnNameToExist', { columnName: 'note' }, 'Success columnNameExits=1'],
  ['tableColumnNameToExist', { columnName: 'gone' }, 'Failed columnNameExits=0'],
  [
    'tableColumnToMatchSet',
    { columnNames: 'code, id, amount, note, status, placed_on, placed_at' },
    'Success columnNames=1',
  ],
  [
    'tableColumnToMatchSet',
    { columnNames: 'code, id, amount, note, status, placed_on, placed_at', ordered: true },
    'Failed columnNames=0',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select * from orders where amount < 0;', rows: true },
    'Failed resultRowCount=1 3+1',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select count(*) from orders', strategy: 'COUNT', operator: '==', threshold: 4 },
    'Success resultRowCount=4',
  ],
  [
    'tableCustomSQLQuery',
    { sqlExpression: 'select id, id from orders -- twice', operator: '>=', threshold: 4 },
    'Success resultRowCount=4',
  ],
  ['tableCustomSQLQuery', { sqlExpression: 'delete from orders' }, 'Aborted'],
  ['tableCustomSQLQuery', { sqlExpression: 'select nothing' }, 'Aborted'],
  ['tableDiff', { table2: 'other' }, 'Aborted'],
  ['tableRowCountToBeBetween', { minValue: 1, maxValue: 4 }, 'Success rowCount=4 [1,4]'],
  ['tableRowCountToEqual', { value: 5 }, 'Failed rowCount=4'],
  [
    'tableRowInsertedCountToBeBetween',
    { columnName: 'placed_at', rangeType: 'DAY', rangeInterval: 1, max: 0 },
    'Success rowCount=0',
  ],
  [
    'tableRowInsertedCountToBeBetween',
    { columnName: 'placed_on', rangeType: 'YEAR', rangeInterval: 1000, min: 5 },
    'Failed rowCount=4',
  ],
];
