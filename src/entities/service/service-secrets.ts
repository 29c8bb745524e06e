/**
 * Secrets of a service's connection: the stored document holds the mask, the private field `$connection` holds each sealed
 * secret by its place. A mask that comes back keeps the secret that is stored; the same secret sent again changes nothing.
 */
import type { ServiceFamily } from '../../../contract/index.js';
import { catalogError } from '../../../contract/index.js';
import { equal, type Fields, type Scope } from '../../catalog/index.js';

export const mask = '*********';

type Sealed = Record<string, string>;

interface Connection {
  config?: unknown;
}

/** Masks the connection of `after` and puts its secrets into `$connection`. */
export function sealConnection(family: ServiceFamily, after: Fields, before: Fields | null, scope: Scope): void {
  const { contract, sealer } = scope.catalog;
  const connection = after.connection as Connection | undefined;
  if (connection?.config === undefined) {
    delete after.$connection;
    return;
  }
  if (before && equal(before.connection, connection)) return;
  const key = contract.connectionSchema(family, String(after.serviceType));
  if (key === null)
    throw catalogError('BAD_REQUEST', `connection: services of type ${String(after.serviceType)} have no connection`);
  const stored = (before?.$connection ?? {}) as Sealed;
  const sealed: Sealed = {};
  const place = places();
  const config = contract.mapSecrets(key, connection.config, (secret, path) => {
    const at = place(path);
    const kept = stored[at];
    if (secret === mask) {
      if (kept !== undefined) sealed[at] = kept;
      return mask;
    }
    if (secret === '') return '';
    sealed[at] = kept !== undefined && sealer.open(kept) === secret ? kept : sealer.seal(secret);
    return mask;
  });
  after.connection = { ...connection, config };
  if (Object.keys(sealed).length > 0) after.$connection = sealed;
  else delete after.$connection;
}

/** Several secrets can share a path (items of a list); the second and later ones get a number. */
function places(): (path: string) => string {
  const seen = new Map<string, number>();
  return (path) => {
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    return count === 1 ? path : `${path}#${count}`;
  };
}
