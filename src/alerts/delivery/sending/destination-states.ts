/** The states of destinations, as last recorded. Those of an alert are loaded once and cached while it has open queues. */
import { type DestinationKey, type DestinationRow, listDestinationStates, type Store } from '../../../storage/index.js';

/** The states of one alert, by destination. */
export type StatesOfAlert = Map<string, DestinationRow>;

export interface DestinationStates {
  of(alertId: string): Promise<StatesOfAlert>;
  forget(alertId: string): void;
}

export function createDestinationStates(store: Pick<Store, 'read'>): DestinationStates {
  const states = new Map<string, Promise<StatesOfAlert>>();
  return {
    of(alertId) {
      const known = states.get(alertId) ?? loadStates(alertId, store);
      states.set(alertId, known);
      known.catch(() => states.delete(alertId));
      return known;
    },
    forget: (alertId) => void states.delete(alertId),
  };
}

async function loadStates(alertId: string, store: Pick<Store, 'read'>): Promise<StatesOfAlert> {
  const rows = await store.read((sql) => listDestinationStates(sql, [alertId]));
  return new Map(rows.map((row) => [row.destination_id, row]));
}

/** The state of a destination without any record. */
export function newState({ alert_id, destination_id }: DestinationKey): DestinationRow {
  return {
    alert_id,
    destination_id,
    status: 'active',
    at: 0,
    last_success_at: null,
    last_failure_at: null,
    last_failure_code: null,
    last_failure_reason: null,
    next_attempt_at: null,
    failures: 0,
    failing_since: null,
    circuit: 'closed',
    succeeded: 0,
    failed: 0,
  };
}
