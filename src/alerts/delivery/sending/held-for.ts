import { endOfQuiet, readDigest, readQuietHours } from '../../../entities/index.js';
import type { DeliveryRow } from '../../../storage/index.js';

/**
 * Milliseconds for which a delivery waits: until its digest is complete and quiet hours are over. Computed whenever one could be sent, so
 * it also applies to retries, and changes of the config take effect at once.
 */
export function heldFor(
  row: Pick<DeliveryRow, 'created_at'>,
  config: Readonly<Record<string, unknown>>,
  now: number,
): number {
  const digest = readDigest(config) ?? 0;
  // At most the length of the digest, in case the clock was set back.
  const due = now + Math.max(0, Math.min(row.created_at + digest - now, digest));
  const quiet = readQuietHours(config);
  return (quiet ? endOfQuiet(due, quiet) : due) - now;
}
