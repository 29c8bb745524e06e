import {
  type AlertType,
  type CreateEventSubscription,
  catalogError,
  type EventSubscription,
  parseObject,
  type Stored,
} from '../../../contract/index.js';
import { checkId, defineType, equal, type Scope } from '../../catalog/index.js';
import { getEntityById } from '../../storage/index.js';
import { domainsAsPut, link, ownersAsPut } from '../../traits/index.js';
import { providerOf } from '../people/provider.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { filteringRules } from './filtering-rules.js';
import { endPosition, keepPosition } from './read-position.js';
import { settleDestinations } from './settle-destinations.js';
import { addStatuses } from './show-statuses.js';

type Alert = Stored<EventSubscription>;

/** Alerts that people can make; the others belong to the system. */
const OPEN_TYPES: readonly AlertType[] = ['Notification', 'Observability'];
/** An alert uses a template for its messages. */
export const TEMPLATE_EDGE = 'rendersWith';
/** compat: the only class that clients name. */
const PUBLISHER = /(^|\.)AlertPublisher$/;

/** compat: the name of the type has no capital. */
export const eventSubscription = defineType({
  name: 'eventsubscription',
  path: '/v1/events/subscriptions',
  schema: 'events/eventSubscription',
  create: 'events/api/createEventSubscription',
  about: 'An alert: which change events are to be delivered, and where to.',
  group: 'Alerts',
  search: { calledAs: ['alert', 'event subscription'] },
  traits: [
    ownersAsPut,
    domainsAsPut,
    link({
      field: 'notificationTemplate',
      kind: TEMPLATE_EDGE,
      end: 'from',
      single: true,
      always: true,
      inWrites: true,
      operation: 'EditAll',
      merge: (_stored, given) => given,
    }),
  ],
  alwaysShown: ['statusDetails'],
  readOnly: ['provider'],
  transient: ['resources'],
  without: ['restore'],
  filters: {
    alertType: { by: 'equals', field: 'alertType' },
    notificationTemplate: {
      by: 'custom',
      description: 'Only alerts that use the template with this id',
      schema: { type: 'string', format: 'uuid' },
      conditions: async (id) => [{ by: 'related', kind: TEMPLATE_EDGE, direction: 'to', ids: [checkId(id)] }],
    },
  },
  complete: addStatuses,
  hooks: {
    build(core: Alert, create: CreateEventSubscription, scope, stored) {
      core.provider = stored?.provider ?? (providerOf(null, scope) === 'system' ? 'system' : 'user');
      core.filteringRules = { resources: create.resources ?? [] };
      core.destinations ??= [];
    },
    async check(after: Alert, before: Alert | null, scope) {
      checkKind(after, before);
      checkNumbers(after);
      checkRules(after, before, scope);
      settleDestinations(after, before, scope);
      await checkTemplate(after, before, scope);
    },
    stored: keepPosition,
    async beforeDelete(row, scope) {
      await refuseSystemDeletion(row);
      await endPosition(row, scope);
    },
  },
});

function checkKind({ alertType = 'Notification', provider, className }: Alert, before: Alert | null): void {
  if (before && before.alertType !== alertType)
    throw catalogError('BAD_REQUEST', `alertType is ${before.alertType} and cannot be changed`);
  if (provider !== 'system' && !OPEN_TYPES.includes(alertType))
    throw catalogError(
      'BAD_REQUEST',
      `alertType must be ${OPEN_TYPES.join(' or ')}; ${alertType} is used by the system`,
    );
  if (className !== undefined && className !== before?.className && !PUBLISHER.test(className))
    throw catalogError('BAD_REQUEST', 'className must be AlertPublisher, or be omitted');
}

/** The system chooses among its own templates by the event. */
async function checkTemplate(
  { notificationTemplate: given }: Alert,
  before: Alert | null,
  scope: Scope,
): Promise<void> {
  if (!given || given.id === before?.notificationTemplate?.id) return;
  const row = await getEntityById(scope.sql, given.id);
  if (row && parseObject(row.doc).provider === 'system')
    throw catalogError(
      'BAD_REQUEST',
      `notificationTemplate: ${row.fqn} is provided by the system; alerts use templates of users`,
    );
}

const LOWEST = { pollInterval: 1, batchSize: 1, retries: 0 } as const;
const HIGHEST = 2 ** 31 - 1;

function checkNumbers(alert: Alert): void {
  for (const field of ['pollInterval', 'batchSize', 'retries'] as const) {
    const value = alert[field];
    if (value !== undefined && value < LOWEST[field])
      throw catalogError('BAD_REQUEST', `${field} must be at least ${LOWEST[field]}`);
    if (value !== undefined && value > HIGHEST)
      throw catalogError('BAD_REQUEST', `${field} must be at most ${HIGHEST}`);
  }
}

/** The rules follow from source and input; nobody writes them. */
function checkRules(after: Alert, before: Alert | null, { catalog }: Scope): void {
  const resources = after.filteringRules?.resources ?? [];
  const isSame =
    before !== null &&
    equal(resources, before.filteringRules?.resources) &&
    equal(after.input ?? null, before.input ?? null);
  after.filteringRules = isSame
    ? before.filteringRules
    : filteringRules({ alertType: after.alertType ?? 'Notification', resources, input: after.input }, catalog);
}
