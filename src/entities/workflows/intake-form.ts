import { catalogError, errorMessages } from '../../../contract/index.js';
import { type DataRoute, defineType, parameter, readEntity } from '../../catalog/index.js';
import { owners } from '../../traits/index.js';
import { enabledForms } from './intake-check.js';

const path = '/v1/governance/intakeForms';

export const intakeForm = defineType({
  name: 'intakeForm',
  path,
  schema: 'governance/intakeForm',
  create: 'api/governance/createIntakeForm',
  about: 'The fields that people are asked for when they propose an entity of a type.',
  without: ['patchByName', 'deleteByName', 'deleteAsync', 'restore'],
  traits: [owners],
  readOnly: ['entityType'],
  filters: { entityType: { by: 'equals', field: 'entityType' }, enabled: { by: 'boolean', field: 'enabled' } },
  routes: [formOfTypeRoute()],
  hooks: {
    check(after) {
      for (const list of ['formFields', 'requiredFields'] as const) refuseRepeated(list, after[list] ?? []);
    },
  },
});

function refuseRepeated(list: string, fields: readonly { fieldPath: string }[]): void {
  const seen = new Set<string>();
  for (const { fieldPath } of fields) {
    if (seen.has(fieldPath)) throw catalogError('BAD_REQUEST', `${list}: ${fieldPath} is listed more than once`);
    seen.add(fieldPath);
  }
}

/** The form that people fill in: of the enabled ones of the type, the one changed last. */
function formOfTypeRoute(): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/entityType/{entityType}`,
    docs: {
      operationId: 'getIntakeFormOfEntityType',
      summary: 'Get the enabled form of an entity type',
      description: 'Returns the enabled form of the type; of several, the one that was changed last.',
      tag: 'intakeForm',
      query: [],
      answers: { 200: { description: 'The form', schema: 'governance/intakeForm' } },
      errors: [404],
    },
    async handle(request, scope) {
      const { authorizer, registry } = scope.catalog;
      authorizer.possible(scope.actor, 'ViewBasic', 'intakeForm');
      const entityType = parameter(request, 'entityType');
      const filter = authorizer.filter(scope.actor, 'ViewBasic', 'intakeForm');
      const [newest] = await enabledForms(entityType, filter, scope);
      if (!newest) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('intakeForm', entityType));
      return readEntity(registry.get('intakeForm'), { id: newest.id }, request, scope);
    },
  };
}
