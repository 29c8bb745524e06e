import { type CatalogError, catalogError } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';

/** The 403 for what only administrators may do: `what` follows "may not". */
export function notAdmin(what: string, { actor }: Pick<Scope, 'actor'>): CatalogError {
  return catalogError(
    'FORBIDDEN',
    `Principal: CatalogPrincipal{name='${actor.name}'} is not admin and may not ${what}`,
  );
}
