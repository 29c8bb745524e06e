import { catalogError } from '../../../../contract/index.js';
import { defineType, type ListFilter, quoteName } from '../../../catalog/index.js';
import { listEdgeSources } from '../../../storage/index.js';
import { children, domains, owners, reviewers, tags } from '../../../traits/index.js';
import { contractOfSuite } from '../../contracts/contract-fields.js';
import { TEST_EDGE, TESTED } from '../edges.js';
import { resultsOfSuite, summaryOfSuite, testsOfSuite } from './suite-fields.js';
import { suiteRoutes } from './suite-routes.js';

const path = '/v1/dataQuality/testSuites';

const suiteType: ListFilter = {
  by: 'custom',
  description: 'Only suites of tables (`basic`, `executable`) or only `logical` ones',
  schema: { type: 'string', enum: ['basic', 'executable', 'logical'] },
  conditions(value) {
    if (!['basic', 'executable', 'logical'].includes(value))
      throw catalogError('BAD_REQUEST', 'query param testSuiteType must be one of basic, executable, logical');
    return Promise.resolve([{ by: 'boolean', field: 'basic', value: value !== 'logical' }]);
  },
};

const emptySuites: ListFilter = {
  by: 'custom',
  description: 'Whether suites without tests are included',
  schema: { type: 'boolean', default: true },
  async conditions(value, _, { sql }) {
    if (value !== 'true' && value !== 'false')
      throw catalogError('BAD_REQUEST', 'query param includeEmptyTestSuites must be true or false');
    return value === 'true' ? [] : [{ by: 'ids', ids: await listEdgeSources(sql, TEST_EDGE.tests) }];
  },
};

export const testSuite = defineType({
  name: 'testSuite',
  path,
  schema: 'tests/testSuite',
  create: 'api/tests/createTestSuite',
  about: 'Test cases that belong together: those of one table, or chosen across tables and services.',
  group: 'Test Suites',
  countedAs: { entities: 'testSuiteCount' },
  search: { calledAs: ['test suite', 'suite'] },
  rightsAbove: true,
  guards: { tests: null, testSuite: null },
  parents: ['basicEntityReference', 'executableEntityReference'].map((field) => ({
    field,
    type: TESTED,
    given: 'fqn' as const,
  })),
  containers: (table) => [['basicEntityReference', table.id]],
  fqn: (table, name) => (table === null ? quoteName(name) : `${table}.testSuite`),
  // The name of a suite of a table is mostly the FQN of the table, which can be longer than a name and have quotes.
  nameOf: ({ name, basicEntityReference, executableEntityReference }) => {
    if (!(basicEntityReference ?? executableEntityReference)) return name;
    const plain = name.replaceAll('"', '');
    return plain.length > 256 ? 'testSuite' : plain;
  },
  alerts: {
    triggers: [
      {
        name: 'GetTestSuiteStatusUpdates',
        title: 'Test Suite Status Updates',
        condition: 'matchTestResult(${testResultList})',
      },
    ],
    result: { function: 'matchTestResult', in: 'change', field: 'testCaseResultSummary', status: 'status' },
  },
  traits: [
    owners,
    tags,
    domains,
    reviewers,
    testsOfSuite,
    resultsOfSuite,
    summaryOfSuite,
    children({ field: 'pipelines', type: 'ingestionPipeline' }),
    contractOfSuite,
  ],
  shownOnCreate: ['testCaseResultSummary'],
  transient: ['dataContract'],
  readOnly: [
    'ingestionRunner',
    'basic',
    'executable',
    'basicEntityReference',
    'executableEntityReference',
    'serviceType',
    'inherited',
  ],
  without: ['delete', 'deleteByName', 'deleteAsync'],
  filters: { testSuiteType: suiteType, includeEmptyTestSuites: emptySuites },
  routes: suiteRoutes(path),
  hooks: {
    build(core, { basicEntityReference, executableEntityReference }) {
      core.basic = Boolean(basicEntityReference ?? executableEntityReference);
      core.executable = core.basic;
      core.serviceType = 'TestSuite';
      core.inherited = false;
    },
  },
});
