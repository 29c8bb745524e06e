// Compares results of this server with those of the client, case by case.

/** Adds a check for the status and one for the figures of each case. */
export function compareResults({ checks, cases, ours, theirs }) {
  for (const [i, { definition, given }] of cases.entries()) {
    const [mine, other] = [ours[i], theirs[i]];
    const what = `${definition} ${given}`;
    checks.that(`${what} was run by the client`, other.timestamp > mine.timestamp, `at ${other.timestamp}`);
    checks.equal(`${what}: status`, mine.testCaseStatus, other.testCaseStatus);
    // A test that did not run has no figures; the client lists their names nevertheless.
    if (other.testCaseStatus !== 'Aborted') checks.equal(`${what}: figures`, figuresOf(mine), figuresOf(other));
  }
}

function figuresOf({
  testResultValue = [],
  passedRows,
  failedRows,
  passedRowsPercentage,
  failedRowsPercentage,
  minBound,
  maxBound,
}) {
  return {
    values: testResultValue.map(({ name, value }) => [name, figure(value)]),
    rows: [passedRows, failedRows],
    shares: [passedRowsPercentage, failedRowsPercentage].map((share) =>
      share === undefined ? null : share.toFixed(6),
    ),
    bounds: [minBound ?? null, maxBound ?? null],
  };
}

// Numbers are written with different numbers of digits.
function figure(value) {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : number.toPrecision(12);
}
