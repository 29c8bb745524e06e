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
  // Sealed secrets are keyed by their path in the configuration, so the configuration is sealed, not the connection.
  const partsOf = (service: Fields): Fields => ({
    connection: configOf(service),
    ...(service.$connection === undefined ? {} : { $connection: service.$connection }),
  });
  const config = partsOf(after);
  const stored = before && partsOf(before);
  const unchanged = sealSecrets({ field: 'connection', schema, connection: true }, config, stored, scope);
  // Otherwise users who may edit a service could send its secrets to a server of their own. Admins may.
  if (unchanged.length > 0 && !scope.actor.isAdmin && isMoved(stored?.connection, config.connection))
    throw catalogError(
      'BAD_REQUEST',
      `connection: it points to another host than before, so its secrets must be provided again: ${unchanged.join(', ')}`,
    );
  after.connection = { ...(isObject(connection) ? connection : {}), config: config.connection };
  if (config.$connection === undefined) delete after.$connection;
  else after.$connection = config.$connection;
}
