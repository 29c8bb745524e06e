/** Whether an alert delivers an event, and why. Pure. */
import type { AlertPosition, DeliveryRow } from '../../storage/index.js';
import type { StoredAlert } from '../inspect/named-alert.js';
import type { ExplainedMatch, ExplainedRules } from './explain-event.js';

export interface Decision {
  delivers: boolean;
  reason: string;
}

export interface ToDecide {
  alert: StoredAlert;
  match: ExplainedMatch;
  /** null: the event is not in the log. */
  position: number | null;
  /** Where the alert has read to. */
  reading: AlertPosition | undefined;
  /** All runs that it reports ended before the alert was created. */
  isStale: boolean;
  deliveries: readonly Pick<DeliveryRow, 'state' | 'source' | 'reason'>[];
}

const NO = (reason: string): Decision => ({ delivers: false, reason });
const YES = (reason: string): Decision => ({ delivers: true, reason });

/** Records of deliveries take precedence over the current rules. */
export function decideDelivery(facts: ToDecide): Decision {
  const { alert, match, position, reading, isStale, deliveries } = facts;
  if (deliveries.length > 0) return decideByRecords(deliveries);
  if (!match.routing.passes) return NO(match.routing.reason);
  if (!match.filters.passes) return NO(refusedBy('filter', match.filters));
  if (!match.triggers.passes) return NO(refusedBy('trigger', match.triggers));
  if (isStale) return NO('The event reports runs that ended before the alert was created');
  const destinations = alert.destinations ?? [];
  if (!destinations.some(({ enabled }) => enabled !== false))
    return NO(
      destinations.length === 0 ? 'The alert has no destination' : 'All destinations of the alert are disabled',
    );
  if (position === null)
    return alert.enabled === false ? NO('The alert is disabled') : YES('The alert would deliver such an event');
  if (!reading) return NO('The alert has not started to read events');
  if (position <= reading.cursor.start_position)
    return NO('The event is older than the alert: events before its creation are not delivered');
  if (position <= reading.position)
    return NO(
      'The alert has read this event and has no record of a delivery: there were no recipients, its rules were different then, ' +
        'the event was skipped, or the record was removed',
    );
  return alert.enabled === false
    ? NO('The alert is disabled; it reads this event once it is enabled')
    : YES('The alert has not read this event yet, and will deliver it');
}

function decideByRecords(deliveries: ToDecide['deliveries']): Decision {
  const broken = deliveries.find(({ source }) => source === 'PUBLISHER');
  if (broken) return NO(`The conditions of the alert could not be evaluated: ${broken.reason ?? ''}`);
  const inState = (state: DeliveryRow['state']) => deliveries.filter((delivery) => delivery.state === state).length;
  const counts = [
    [inState('delivered'), 'delivered'],
    [inState('pending'), 'waiting'],
    [inState('failed'), 'failed'],
  ] as const;
  const words = counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return { delivers: inState('failed') < deliveries.length, reason: `The alert delivers it: ${words.join(', ')}` };
}

function refusedBy(noun: string, { rules }: ExplainedRules): string {
  const names = rules.filter(({ passes }) => !passes).map(({ displayName, name }) => displayName || name);
  return `The event does not pass the ${noun}s of the alert: ${names.join(', ')}`;
}
