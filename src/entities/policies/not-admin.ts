import { type CatalogError, forbidden } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';

/** The 403 for what only administrators may do: `what` follows "may not". */
export function notAdmin(what: string, { actor }: Pick<Scope, 'actor'>): CatalogError {
  return forbidden(actor, `is not admin and may not ${what}`);
}
