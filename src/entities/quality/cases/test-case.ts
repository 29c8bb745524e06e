import { parseObject, type TestDefinition } from '../../../../contract/index.js';
import { defineType, equal } from '../../../catalog/index.js';
import { getEntityById, putRelations } from '../../../storage/index.js';
import { dataProducts, domains, followers, owners, reviewers } from '../../../traits/index.js';
import { checkParameterValues } from '../definitions/check-parameters.js';
import { TEST_EDGE, TEST_TYPE } from '../edges.js';
import { recordCaseStatements } from '../source-statements.js';
import {
  definitionOfCase,
  entityFqn,
  entityLink,
  incidentOfCase,
  resultOfCase,
  suitesOfCase,
  tagsOfCase,
} from './case-fields.js';
import { caseFilters } from './case-filters.js';
import { caseRoutes } from './case-routes.js';
import { checkDimensions, completeCases } from './complete-cases.js';
import { aboutOf, caseFqn } from './entity-link.js';

const path = '/v1/dataQuality/testCases';

export const testCase = defineType({
  name: 'testCase',
  path,
  schema: 'tests/testCase',
  create: 'api/tests/createTestCase',
  about: 'A test of a table or of one of its columns, with its results and incidents.',
  group: 'Test Cases',
  search: { calledAs: ['test case', 'test'], facets: ['testCaseStatus'] },
  rightsAbove: true,
  guards: { testSuite: null, tests: null },
  parents: [{ field: 'testSuite', type: TEST_TYPE.suite, given: 'fqn' }],
  parentRequired: true,
  containers: (suite) => [['testSuite', suite.id]],
  fqn: (_, name, create) => caseFqn(create.entityLink, name),
  alerts: {
    triggers: [
      {
        name: 'GetTestCaseStatusUpdates',
        title: 'Test Case Status Updates',
        condition: 'matchTestResult(${testResultList})',
      },
      {
        name: 'GetTestCaseStatusUpdatesUnderSuite',
        title: 'Test Case Status Updates of a Test Suite',
        condition: 'getTestCaseStatusIfInTestSuite(${testStatusList}, ${testSuiteList})',
      },
    ],
    result: {
      function: 'matchTestResult',
      ...{ in: 'change', field: 'testCaseResult', status: 'testCaseStatus', anyCase: true },
    },
    checks: {
      filter: 'filterByTableNameTestCaseBelongsTo',
      title: 'Table Name of the Test Case',
      function: 'filterByTableNameTestCaseBelongsTo',
      argument: 'tableNameList',
      fqnOf: ({ fullyQualifiedName }) => aboutOf(String(fullyQualifiedName)).tableFqn,
    },
    collections: TEST_EDGE.tests,
  },
  traits: [
    owners,
    tagsOfCase,
    domains,
    dataProducts,
    followers,
    reviewers,
    definitionOfCase,
    entityLink,
    entityFqn,
    suitesOfCase,
    resultOfCase,
    incidentOfCase,
  ],
  with: ['createMany'],
  onRequest: ['incidentId'],
  unversioned: ['testCaseStatus', 'incidentId'],
  readOnly: ['createdBy', 'testSuite', 'testCaseStatus', 'incidentId', 'failedRowsSample'],
  filters: caseFilters,
  routes: caseRoutes(path),
  hooks: {
    complete: completeCases,
    build(core, _create, scope, stored) {
      core.createdBy = stored?.createdBy ?? scope.actor.name;
      core.entityStatus = stored?.entityStatus ?? 'Approved';
    },
    async check(after, before, scope) {
      const definition = after.testDefinition?.id;
      if (
        definition !== undefined &&
        !(
          before &&
          before.testDefinition?.id === definition &&
          equal(before.parameterValues ?? null, after.parameterValues ?? null)
        )
      ) {
        const row = await getEntityById(scope.sql, definition);
        if (row) checkParameterValues(after.parameterValues ?? [], parseObject<TestDefinition>(row.doc));
      }
      if (before && !equal(before.dimensionColumns ?? null, after.dimensionColumns ?? null))
        await checkDimensions(after.dimensionColumns ?? [], before.testSuite?.id, scope);
    },
    async stored(row, after, before, scope) {
      await recordCaseStatements(row, after, before, scope);
      if (before || row.parent_id === null) return 'unseen';
      await putRelations(scope.sql, [
        {
          from_id: row.parent_id,
          from_type: TEST_TYPE.suite,
          kind: TEST_EDGE.tests,
          to_id: row.id,
          to_type: row.type,
          ord: 0,
          data: null,
        },
      ]);
      return 'unseen';
    },
  },
});
