import { catalogError, isObject, type ServiceFamily } from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { isMoved } from './moved-address.js';
import { sealSecrets } from './sealed-secrets.js';

/** The configuration in the connection of a service. */
export const configOf = ({ connection }: Fields): unknown => (isObject(connection) ? connection.config : undefined);

/** Masks and seals the secrets of `connection.config`, as the schema of its serviceType says where they are. */
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
  // Secrets are named by their place in the configuration, so that is what is sealed.
  const partsOf = (service: Fields): Fields => ({
    connection: configOf(service),
    ...(service.$connection === undefined ? {} : { $connection: service.$connection }),
  });
  const config = partsOf(after);
  const stored = before && partsOf(before);
  const kept = sealSecrets({ field: 'connection', schema, connection: true }, config, stored, scope);
  // Whoever may edit a service may not send its secrets to a place of their own. Admins may.
  if (kept.length > 0 && !scope.actor.isAdmin && isMoved(stored?.connection, config.connection))
    throw catalogError(
      'BAD_REQUEST',
      `connection: it points to another host than before, so its secrets must be provided again: ${kept.join(', ')}`,
    );
  after.connection = { ...(isObject(connection) ? connection : {}), config: config.connection };
  if (config.$connection === undefined) delete after.$connection;
  else after.$connection = config.$connection;
}
