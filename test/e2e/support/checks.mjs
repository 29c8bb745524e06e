// Collects what was checked, so that one run shows every difference and not only the first.

/** `equal(what, actual, expected)` and `that(what, truth, detail)` count; `report()` prints and gives the exit code. */
export function createChecks() {
  let passed = 0;
  const failures = [];
  const that = (what, truth, detail = '') => {
    if (truth) passed += 1;
    else failures.push(`${what}${detail === '' ? '' : `: ${detail}`}`);
  };
  const equal = (what, actual, expected) => {
    const [left, right] = [JSON.stringify(sorted(actual)), JSON.stringify(sorted(expected))];
    that(what, left === right, `got ${shorten(left)}, expected ${shorten(right)}`);
  };
  const report = () => {
    for (const failure of failures.slice(0, 60)) console.log(`  FAILED ${failure}`);
    if (failures.length > 60) console.log(`  ... and ${failures.length - 60} more`);
    console.log(`${passed} checks passed, ${failures.length} failed`);
    return failures.length === 0 && passed > 0 ? 0 : 1;
  };
  return { that, equal, report, failed: () => failures.length };
}

// Object keys in one order; arrays keep theirs.
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function shorten(text) {
  return text === undefined || text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
