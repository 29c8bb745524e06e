/** Subscriptions of the system itself: listed like alerts, but worked on by the server, not by the delivery of alerts. */
import { type EventSubscription, parseObject, type Stored } from '../../../contract/index.js';
import { type Command, type Fields, putOwn } from '../../catalog/index.js';
import { getEntityByFqn, type Sql } from '../../storage/index.js';
import { EVERYTHING } from './alert-sources.js';

/** What of the changes becomes activity. */
export const ACTIVITY_ALERT = 'ActivityFeedAlert';
const WORKFLOW_ALERT = 'WorkflowEventConsumer';
/** compat: the type of alerts has no capital. */
const TYPE = 'eventsubscription';

const BUILT_IN: readonly Fields[] = [
  {
    name: ACTIVITY_ALERT,
    displayName: 'Activity Feed',
    description: 'Writes what happens to entities into their activity. Its filters say which events.',
    alertType: 'ActivityFeed',
    resources: [EVERYTHING],
    enabled: true,
    pollInterval: 30,
    batchSize: 100,
    destinations: [{ category: 'Admins', type: 'ActivityFeed', id: '00000000-0000-4000-8000-0000000000a1' }],
  },
  {
    name: WORKFLOW_ALERT,
    displayName: 'Governance Workflows',
    description: 'Has no effect: this server stores governance workflows, but does not run them.',
    alertType: 'GovernanceWorkflowChangeEvent',
    resources: [EVERYTHING],
    enabled: true,
    pollInterval: 10,
    batchSize: 100,
    destinations: [
      { category: 'External', type: 'GovernanceWorkflowChangeEvent', id: '00000000-0000-4000-8000-0000000000a2' },
    ],
  },
];

/** Stores those that are missing; what an administrator changed stays as it is. */
export const seedBuiltInAlerts: Command = {
  name: 'alerts.seedBuiltIn',
  async run(_, scope) {
    const missing: Fields[] = [];
    for (const create of BUILT_IN)
      if (!(await getEntityByFqn(scope.sql, TYPE, String(create.name)))) missing.push(create);
    if (missing.length > 0) await putOwn(scope.catalog.registry.get(TYPE), missing, { override: true }, scope);
    return null;
  },
};

/** A built-in subscription as it is now; null if it is disabled. */
export async function readBuiltIn(name: string, sql: Sql): Promise<Stored<EventSubscription> | null> {
  const row = await getEntityByFqn(sql, TYPE, name);
  const alert = row ? parseObject<Stored<EventSubscription>>(row.doc) : null;
  return alert && alert.enabled !== false ? alert : null;
}

/** Whether the delivery of alerts reads for it. */
export const isDelivered = ({ alertType = 'Notification' }: Stored<EventSubscription>): boolean =>
  alertType === 'Notification' || alertType === 'Observability';
