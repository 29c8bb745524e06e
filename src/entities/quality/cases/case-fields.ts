/** Fields of test cases that are derived from their names, suites, results and incidents. */
import type { TestCaseResolutionStatus, TestCaseResult, TestSuite } from '../../../../contract/index.js';
import { compose, containersOf, type Scope, selectFields, type Trait, visibleIds } from '../../../catalog/index.js';
import {
  getEntitiesByIds,
  latestIncidents,
  latestResults,
  relationsTo,
  type ShownRow,
} from '../../../storage/index.js';
import { link, tagsWith } from '../../../traits/index.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';
import { showStates } from '../incidents/incident-states.js';
import { shownResult } from '../results/shown-result.js';
import { aboutOf } from './entity-link.js';

/** Derived from the FQN, so that it follows a renamed table. */
function named<const F extends string>(field: F, of: (fqn: string) => string): Trait<string, F> {
  return {
    field,
    empty: null,
    inWrites: true,
    always: true,
    load: (rows) => Promise.resolve(new Map(rows.map(({ id, fqn }) => [id, JSON.stringify(of(fqn))]))),
  };
}

export const entityLink = named('entityLink', (fqn) => aboutOf(fqn).link);
export const entityFqn = named('entityFQN', (fqn) => aboutOf(fqn).entityFqn);

export const definitionOfCase = link({
  field: 'testDefinition',
  kind: TEST_EDGE.defines,
  end: 'to',
  types: [TEST_TYPE.definition],
  single: true,
  inWrites: true,
  always: true,
  operation: 'EditTests',
});

/** The tags of a case, of its table and of the tested column. */
export const tagsOfCase = tagsWith((row) => {
  // A case lies in the suite of its table.
  const [, table] = containersOf(row);
  return table && { id: table[1], parts: ['', aboutOf(row.fqn).path] };
});

/** The suites that contain a case: that of its table, and logical ones. */
export const suitesOfCase: Trait<TestSuite[], 'testSuites'> = {
  field: 'testSuites',
  empty: '[]',
  inWrites: false,
  async load(rows, scope) {
    const edges = await relationsTo(scope.sql, ids(rows), [TEST_EDGE.tests]);
    const suites = await getEntitiesByIds(scope.sql, [...new Set(edges.map(({ from_id }) => from_id))]);
    const type = scope.catalog.registry.get(TEST_TYPE.suite);
    const visible = await visibleIds(suites, scope);
    const shown = suites.filter(({ id, deleted }) => deleted === 0 && visible.has(id));
    const texts = await compose(shown, type, selectFields(type, 'owners,domains,reviewers', scope.catalog), scope);
    const byId = new Map(shown.map(({ id }, i) => [id, texts[i] ?? '']));
    const lists = new Map<string, string[]>();
    for (const { from_id, to_id } of edges) {
      const text = byId.get(from_id);
      if (text) lists.set(to_id, [...(lists.get(to_id) ?? []), `${text.slice(0, -1)},"inherited":true}`]);
    }
    return new Map([...lists].map(([id, list]) => [id, `[${list.join()}]`]));
  },
};

export const resultOfCase: Trait<TestCaseResult, 'testCaseResult'> = {
  field: 'testCaseResult',
  empty: null,
  inWrites: false,
  async load(rows, scope) {
    const fqns = new Map(rows.map(({ id, fqn }) => [id, fqn]));
    const latest = await latestResults(scope.sql, ids(rows));
    return new Map(latest.map((row) => [row.case_id, JSON.stringify(shownResult(row, fqns.get(row.case_id) ?? ''))]));
  },
};

export const incidentOfCase: Trait<TestCaseResolutionStatus, 'incidentStatus'> = {
  field: 'incidentStatus',
  empty: null,
  inWrites: false,
  async load(rows, scope: Scope) {
    const states = await latestIncidents(scope.sql, ids(rows));
    const shown = await showStates(states, scope);
    return new Map(states.map((row, i) => [row.case_id, JSON.stringify(shown[i])]));
  },
};

function ids(rows: readonly ShownRow[]): string[] {
  return rows.map(({ id }) => id);
}
