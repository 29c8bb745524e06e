/** How far an alert has come, as far as the caller may see the events: by the same decision as lists of these events. */
import { type ActionScope, createSight, type Scope } from '../../catalog/index.js';
import { EVERYTHING } from '../../entities/index.js';
import type { DeliveryRow, DeliveryState } from '../../storage/index.js';
import { examineEvents } from '../preview/examine-events.js';
import { compileRules } from '../rules/compile-rules.js';
import type { Progress } from './progress.js';
import { eachSeenRecord } from './records.js';

export type Counts = Record<DeliveryState, number>;

/** Counts of the deliveries whose events the caller may see. */
export interface SeenDeliveries {
  total: Counts;
  byDestination: ReadonlyMap<string, Counts>;
}

/** For everybody else, counts include what they may not see. */
export function seesAllEvents(scope: Scope): boolean {
  return scope.actor.isAdmin || createSight(scope).all;
}

/** Of more than 5,000 records only the newest are counted. */
export async function countSeenDeliveries(
  alertId: string,
  scope: Pick<ActionScope, 'readAs'>,
): Promise<SeenDeliveries> {
  const total = noCounts();
  const byDestination = new Map<string, Counts>();
  await eachSeenRecord({ alertId }, scope, ({ delivery }) => {
    count(delivery, total, byDestination);
    return true;
  });
  return { total, byDestination };
}

function count({ state, destination_id }: DeliveryRow, total: Counts, byDestination: Map<string, Counts>): void {
  const own = byDestination.get(destination_id) ?? noCounts();
  byDestination.set(destination_id, own);
  for (const counts of [total, own]) counts[state] += 1;
}

export const noCounts = (): Counts => ({ pending: 0, delivered: 0, failed: 0 });

type Sums = Pick<Progress, 'unread' | 'pending' | 'succeeded' | 'failed'>;

/** The same sums, of what the caller may see; of a large backlog only the oldest 5,000 events are counted. */
export async function seenSums(
  alertId: string,
  { current, latest }: Progress,
  scope: Pick<ActionScope, 'readAs'>,
): Promise<Sums> {
  const { total } = await countSeenDeliveries(alertId, scope);
  const range = { at: current, end: latest, all: true };
  const everything = compileRules({ resources: [EVERYTHING] });
  const unread = current < latest ? (await examineEvents(range, everything, scope, () => {})).looked : 0;
  return { unread, pending: total.pending, succeeded: total.delivered, failed: total.failed };
}
