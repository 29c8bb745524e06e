import type { Dialect } from '../../port.js';

/**
 * A condition that the entities with these ids exist, which also keeps them from being removed until the transaction ends. Always
 * true where writers are serial: what they have found is there.
 */
export function whileThere({ forKeyShare }: Dialect, ids: readonly string[]): string {
  if (forKeyShare === '') return 'true';
  return ids.map((id) => `exists (select 1 from entity where id = ${id}${forKeyShare})`).join(' and ');
}
