import { catalogError, isObject, type ServiceFamily } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { isMoved } from './moved-address.js';
import { sealSecrets } from './sealed-secrets.js';

/** `connection.config` of a service. */
export const configOf = ({ connection }: Fields): unknown => (isObject(connection) ? connection.config : undefined);

/** Masks and seals the secrets of `connection.config`, found by the connection schema of its serviceType. */
export function sealConnection(family: ServiceFamily, after: Fields, before: Fields | null, scope: Scope): void {
  const { connection } = after;
  if (configOf(after) === undefined) {
    delete after.$connection;
    return;
  }
  const serviceType = String(after.serviceType);
  const schema = scope.catalog.contract.connectionSchema(family, serviceType);
  if (schema === null)
    throw catalogError('BAD_REQUEST', `connection: services of type ${serviceType} have no connection`);
  const stored = before && { config: configOf(before), sealed: before.$connection };
  const { config, sealed } = sealConfig({ schema, property: 'connection' }, configOf(after), stored, scope);
  after.connection = { ...(isObject(connection) ? connection : {}), config };
  if (sealed === undefined) delete after.$connection;
  else after.$connection = sealed;
}

/** The configuration of a connection with masked secrets, and the sealed secrets by their path in it. */
export interface SealedConfig {
  config: unknown;
  sealed: unknown;
}

/** Masks and seals the secrets of a configuration. A mask stands for a secret of `stored`. 400 names `property`. */
export function sealConfig(
  { schema, property }: { schema: string; property: string },
  config: unknown,
  stored: SealedConfig | null,
  scope: Scope,
): SealedConfig {
  const after: Fields = { config };
  if (stored?.sealed !== undefined) after.$config = stored.sealed;
  const before = stored && { config: stored.config, $config: stored.sealed };
  const unchanged = sealSecrets({ field: 'config', schema, connection: true }, after, before, scope);
  refuseMoved(property, unchanged, [stored?.config, after.config], scope);
  return { config: after.config, sealed: after.$config };
}

/**
 * Refuses with 400 to use the `kept` secrets for another target than before. Otherwise users who may edit a connection
 * could send its secrets to a server of their own. Admins may.
 */
export function refuseMoved(
  property: string,
  kept: readonly string[],
  [before, after]: readonly [before: unknown, after: unknown],
  { actor }: Scope,
): void {
  if (kept.length > 0 && !actor.isAdmin && isMoved(before, after))
    throw catalogError(
      'BAD_REQUEST',
      `${property}: it points to another host than before, so its secrets must be provided again: ${kept.join(', ')}`,
    );
}
