// A filter of many rules repeats what it tests: the rules are combined anew for every group of types. Tests that occur often become
// columns of a subquery, so that the statement grows with the number of different tests.
import type { RowFilter } from './row-filter.js';

type Combination = Extract<RowFilter, { kind: 'and' | 'or' | 'not' | 'all' | 'none' | 'taggedAll' }>;

/** What is asked about one row: a filter that combines no others of the same row. */
export type Test = Exclude<RowFilter, { kind: Combination['kind'] }>;

/** Fewer repetitions are written out: then the database may choose an index for them, and need not evaluate all of them. */
const LEAST_REPEATED = 8;

/**
 * A condition of texts that `write` makes of filters of one row, which are the given ones. `textOf` writes a test; it is called
 * once for a test that is repeated.
 */
export function withRepeatedTests(
  filters: readonly RowFilter[],
  textOf: (test: Test) => string,
  join: (write: (filter: RowFilter) => string) => string,
): string {
  const keyOf = createKeys();
  const columns = new Map<string, string>();
  const texts: string[] = [];
  for (const test of repeatedIn(filters, keyOf)) {
    const name = `test${columns.size}`;
    columns.set(keyOf(test), name);
    texts.push(`${textOf(test)} as ${name}`);
  }
  if (columns.size === 0) return join((filter) => written(filter, textOf));
  const condition = join((filter) => written(filter, (test) => columns.get(keyOf(test)) ?? textOf(test)));
  // Without a limit, both databases would put the texts in place of the names again.
  return `exists (select 1 from (select ${texts.join(', ')} limit 1) as tests where ${condition})`;
}

function written(filter: RowFilter, textOf: (test: Test) => string): string {
  const joined = (of: readonly RowFilter[], word: string, none: string) =>
    of.length === 0 ? none : `(${of.map((part) => written(part, textOf)).join(word)})`;
  switch (filter.kind) {
    case 'all':
      return '1 = 1';
    case 'none':
      return '1 = 0';
    case 'and':
      return joined(filter.of, ' and ', '1 = 1');
    case 'or':
      return joined(filter.of, ' or ', '1 = 0');
    case 'not':
      return `not ${written(filter.of, textOf)}`;
    case 'taggedAll':
      return joined(filter.tags.map(ofTag), ' and ', '1 = 1');
    default:
      return textOf(filter);
  }
}

/** The tests that occur more than once, if that happens often enough. */
function repeatedIn(filters: readonly RowFilter[], keyOf: (test: Test) => string): Test[] {
  const found = new Map<string, { test: Test; count: number }>();
  let repeated = 0;
  for (const test of filters.flatMap(testsOf)) {
    const known = found.get(keyOf(test));
    if (known) known.count++;
    else found.set(keyOf(test), { test, count: 1 });
    if (known) repeated++;
  }
  if (repeated < LEAST_REPEATED) return [];
  return [...found.values()].flatMap(({ test, count }) => (count > 1 ? [test] : []));
}

function testsOf(filter: RowFilter): Test[] {
  switch (filter.kind) {
    case 'all':
    case 'none':
      return [];
    case 'and':
    case 'or':
      return filter.of.flatMap(testsOf);
    case 'not':
      return testsOf(filter.of);
    case 'taggedAll':
      return filter.tags.map(ofTag);
    default:
      return [filter];
  }
}

function ofTag(tag: string): Test {
  return { kind: 'taggedAny', tags: [tag] };
}

/** A text that is the same for equal tests; made once for each test, which may hold a long list. */
function createKeys(): (test: Test) => string {
  const known = new Map<Test, string>();
  return (test) => {
    const key = known.get(test) ?? JSON.stringify(test);
    known.set(test, key);
    return key;
  };
}
