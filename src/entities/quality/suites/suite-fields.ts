/** Fields of suites that are derived from the newest results of their cases, as far as the reader may see these. */
import type { EntityReference, ResultSummary, TestCaseStatus, TestSummary } from '../../../../contract/index.js';
import { referenceText, type Scope, type Trait } from '../../../catalog/index.js';
import { listChildren, listSuiteResults, type SuiteResult } from '../../../storage/index.js';
import { link } from '../../../traits/index.js';
import { aboutOf } from '../cases/entity-link.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';

export const testsOfSuite = link({
  field: 'tests',
  kind: TEST_EDGE.tests,
  end: 'from',
  types: [TEST_TYPE.case],
  guarded: true,
  liveOnly: true,
});

export const resultsOfSuite: Trait<ResultSummary[], 'testCaseResultSummary'> = {
  field: 'testCaseResultSummary',
  empty: '[]',
  inWrites: false,
  with: ['summary'],
  async load(rows, scope) {
    return texts(await resultsBySuite(rows, scope), (results) =>
      results.map(({ fqn, status, at }) => ({ testCaseName: fqn, status, timestamp: at })),
    );
  },
};

export const summaryOfSuite: Trait<TestSummary, 'summary'> = {
  field: 'summary',
  empty: JSON.stringify(summaryOf([])),
  inWrites: false,
  async load(rows, scope) {
    return texts(await resultsBySuite(rows, scope), summaryOf);
  },
};

/** The suite of a table, as a field of the table. */
export const suiteOfTable: Trait<EntityReference, 'testSuite'> = {
  field: 'testSuite',
  empty: null,
  inWrites: false,
  async load(rows, { sql, catalog }) {
    const suites = await listChildren(
      sql,
      rows.map(({ id }) => id),
      { types: [TEST_TYPE.suite] },
    );
    const path = catalog.registry.path(TEST_TYPE.suite);
    return new Map(suites.map(({ parent_id, ref, id }) => [parent_id, referenceText(ref, id, path)]));
  },
};

type Counted = Pick<SuiteResult, 'fqn' | 'status'>;

/** Counts by status, of all cases and of those of each column. */
export function summaryOf(results: readonly Counted[]): TestSummary {
  const columns = new Map<string, Counted[]>();
  for (const result of results) {
    const { path, link: entityLink } = aboutOf(result.fqn);
    if (path !== '') columns.set(entityLink, [...(columns.get(entityLink) ?? []), result]);
  }
  const columnTestSummary = [...columns].map(([entityLink, some]) => ({ ...countsOf(some), entityLink }));
  return { ...countsOf(results), columnTestSummary };
}

export function countsOf(results: readonly Pick<Counted, 'status'>[]) {
  const count = (status: TestCaseStatus) => results.filter((result) => result.status === status).length;
  return {
    success: count('Success'),
    failed: count('Failed'),
    aborted: count('Aborted'),
    queued: count('Queued'),
    total: results.length,
  };
}

export async function resultsBySuite(
  rows: readonly { id: string }[],
  { sql, actor, catalog }: Scope,
): Promise<Map<string, SuiteResult[]>> {
  const seen = catalog.authorizer.filter(actor, 'ViewBasic', TEST_TYPE.case);
  const found = new Map<string, SuiteResult[]>();
  const ids = rows.map(({ id }) => id);
  for (const result of await listSuiteResults(sql, ids, TEST_EDGE.tests, seen)) {
    const list = found.get(result.suite_id);
    if (list) list.push(result);
    else found.set(result.suite_id, [result]);
  }
  return found;
}

function texts<V>(results: ReadonlyMap<string, SuiteResult[]>, of: (results: SuiteResult[]) => V): Map<string, string> {
  return new Map([...results].map(([id, list]) => [id, JSON.stringify(of(list))]));
}
