import type { Scope } from '../../catalog/index.js';
import { capabilitiesOf, noteTokenChange } from '../../storage/index.js';

/**
 * Announces a change of tokens or keys: to this server with the commit, to other servers at their next check of the
 * database.
 */
export async function tokensChanged({ sql, context, invalidate: mark }: Scope): Promise<void> {
  mark({ kind: 'access' });
  if (capabilitiesOf(sql).concurrentWriters) await noteTokenChange(sql, context.id());
}
