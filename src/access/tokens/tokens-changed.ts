import type { Scope } from '../../catalog/index.js';
import { capabilitiesOf, noteTokenChange } from '../../storage/index.js';

/** Tokens or keys changed: this server hears it with the commit, the others of the database at their next look. */
export async function tokensChanged({ sql, context, mark }: Scope): Promise<void> {
  mark({ kind: 'access' });
  if (capabilitiesOf(sql).concurrentWriters) await noteTokenChange(sql, context.id());
}
