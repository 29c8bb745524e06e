/** The definitions of Cairn, of `contract/seeds/own-test-definitions.json`. No other program can run them. */
export const EXPECTED_METRIC = { table: 'tableMetricToBeExpected', column: 'columnMetricToBeExpected' } as const;

export const isOwnDefinition = (name: string): boolean =>
  name === EXPECTED_METRIC.table || name === EXPECTED_METRIC.column;

/** The parameter of both: the figure of the profile. */
export const METRIC_PARAMETER = 'metric';
