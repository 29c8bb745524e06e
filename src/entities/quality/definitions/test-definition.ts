import { catalogError, errorMessages } from '../../../../contract/index.js';
import { defineType } from '../../../catalog/index.js';
import { relationsFrom } from '../../../storage/index.js';
import { domains, owners } from '../../../traits/index.js';
import { providerOf } from '../../people/provider.js';
import { refuseSystemDeletion } from '../../system-provided.js';
import { TEST_EDGE } from '../edges.js';
import { recordDefinitionStatements } from '../source-statements.js';
import { checkParameterDefinitions } from './check-parameters.js';

export const testDefinition = defineType({
  name: 'testDefinition',
  path: '/v1/dataQuality/testDefinitions',
  schema: 'tests/testDefinition',
  create: 'api/tests/createTestDefinition',
  about: 'A kind of test of tables or columns, with its parameters.',
  group: 'Test Definitions',
  search: { calledAs: ['test definition'] },
  traits: [owners, domains],
  preserveOnPut: ['provider'],
  readOnly: ['provider', 'entityType'],
  filters: {
    entityType: { by: 'equals', field: 'entityType' },
    testPlatform: { by: 'lists', field: 'testPlatforms' },
    supportedDataType: { by: 'lists', field: 'supportedDataTypes' },
    supportedService: { by: 'lists', field: 'supportedServices' },
    enabled: { by: 'boolean', field: 'enabled' },
  },
  hooks: {
    build(core, _create, scope, stored) {
      core.provider = providerOf(stored, scope) === 'system' ? 'system' : 'user';
      core.enabled = stored?.enabled ?? true;
    },
    check(after) {
      checkParameterDefinitions(after.parameterDefinition ?? []);
    },
    stored: recordDefinitionStatements,
    async beforeDelete(row, scope) {
      await refuseSystemDeletion(row);
      const [used] = await relationsFrom(scope.sql, [row.id], [TEST_EDGE.defines]);
      if (used) throw catalogError('BAD_REQUEST', errorMessages.notEmpty(row.type, row.fqn));
    },
  },
});
