/** Removes records of deliveries that are too old or too many, and those of deleted alerts. */
import type { Context } from '../../context/index.js';
import { removeDelivered, removeDeliveriesBefore, removeGoneAlert, type Sql, type Store } from '../../storage/index.js';
import { createPulse, type Pulse } from '../../wake/index.js';

export interface Housekeeping {
  /** Call when something was delivered for the alert. */
  delivered(alertId: string): void;
  /** Call when an alert may have been deleted. */
  wake(): void;
  stop(): Promise<void>;
}

export interface HousekeepingDeps {
  store: Pick<Store, 'write'>;
  context: Context;
  /** Days to keep records. */
  keepDays: number;
  /** Whether this server does the housekeeping that does not concern single alerts. */
  isFirst(): boolean;
}

const DAY = 86_400_000;
const EVERY_MS = 30_000;
const GAP_MS = 1000;
const AT_ONCE = 200;
/** Maximum number of records of successful deliveries for each alert. */
const MOST_DELIVERED = 1000;

export function createHousekeeping({ store, context, keepDays, isFirst }: HousekeepingDeps): Housekeeping {
  const busy = new Set<string>();
  const slice = <T>(work: (tx: Sql) => Promise<T>) => store.write(work, undefined, 'background');

  async function trim(signal: AbortSignal): Promise<void> {
    for (const alertId of busy) {
      busy.delete(alertId);
      const next = () => slice((tx) => removeDelivered(tx, { alertId, keep: MOST_DELIVERED, limit: AT_ONCE }));
      while (!signal.aborted && (await next()) === AT_ONCE);
    }
  }

  async function forget(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await slice((tx) => removeGoneAlert(tx, AT_ONCE))));
    const at = context.now() - keepDays * DAY;
    for (const state of ['delivered', 'failed'] as const) {
      const next = () => slice((tx) => removeDeliveriesBefore(tx, { state, at, limit: AT_ONCE }));
      while (!signal.aborted && (await next()) === AT_ONCE);
    }
  }

  const pulse: Pulse = createPulse({
    everyMs: () => EVERY_MS,
    gapMs: GAP_MS,
    failed: (err) => context.log.error({ err }, 'could not remove records of deliveries'),
    async run(signal) {
      await trim(signal);
      if (isFirst()) await forget(signal);
    },
  });
  return { delivered: (alertId) => void busy.add(alertId), wake: pulse.wake, stop: pulse.stop };
}
