/** What alerts can be made of: sources with filters and triggers, and the functions of their conditions. */
import { type AlertType, catalogError, type FilterResourceDescriptor } from '../../../contract/index.js';
import { type DataRoute, json, parameter, type Scope } from '../../catalog/index.js';
import { alertSources, eventSubscription } from '../../entities/index.js';
import { describeAlertFunctions } from '../../rules/index.js';

const { name: tag, path } = eventSubscription;
const ALERT_TYPES: readonly AlertType[] = [
  'Notification',
  'Observability',
  'ActivityFeed',
  'GovernanceWorkflowChangeEvent',
  'Custom',
];

export const catalogRoutes: readonly DataRoute[] = [
  {
    kind: 'read',
    method: 'GET',
    path: `${path}/{alertType}/resources`,
    docs: {
      operationId: 'listAlertSources',
      summary: 'List the sources of alerts',
      description:
        'Returns the sources that alerts of a type can have, each with its filters and triggers as conditions with placeholders. `Notification` has sources without triggers; every other type stands for those of observability.',
      tag,
      params: { alertType: 'Type of alerts, without regard to case' },
      answers: { 200: { description: 'The sources', schema: { pageOf: 'events/filterResourceDescriptor' } } },
    },
    async handle(request, scope) {
      mayLook(scope);
      const data: FilterResourceDescriptor[] = alertSources(
        alertTypeNamed(parameter(request, 'alertType')),
        scope.catalog,
      );
      return json(200, { data, paging: { total: data.length } });
    },
  },
  {
    kind: 'read',
    method: 'GET',
    path: `${path}/functions`,
    docs: {
      operationId: 'listAlertFunctions',
      summary: 'List the functions in conditions of alerts',
      description:
        'Returns the functions that conditions of filters and triggers call, with their parameters and examples.',
      tag,
      answers: { 200: { description: 'The functions', schema: { pageOf: 'type/function' } } },
    },
    async handle(_, scope) {
      mayLook(scope);
      const data = describeAlertFunctions();
      return json(200, { data, paging: { total: data.length } });
    },
  },
];

function mayLook({ catalog, actor }: Scope): void {
  catalog.authorizer.possible(actor, 'ViewBasic', tag);
}

function alertTypeNamed(text: string): AlertType {
  const found = ALERT_TYPES.find((name) => name.toLowerCase() === text.toLowerCase());
  if (found) return found;
  throw catalogError('BAD_REQUEST', `alertType must be one of ${ALERT_TYPES.join(', ')}`);
}
