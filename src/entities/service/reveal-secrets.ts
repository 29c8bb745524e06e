import { parseObject, type ServiceFamily } from '../../../contract/index.js';
import { type Fields, isObject, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { openSecrets } from './sealed-secrets.js';

/** A service as returned, but with the secrets of its connection in plain text; null if it has none. */
export function revealConnection(
  family: ServiceFamily,
  service: Fields,
  row: EntityRow,
  scope: Pick<Scope, 'catalog'>,
): Fields | null {
  const { $connection: sealed } = parseObject<{ $connection?: Record<string, string> }>(row.extra ?? '{}');
  const { connection, serviceType } = service;
  const schema = scope.catalog.contract.connectionSchema(family, String(serviceType));
  if (!sealed || schema === null || !isObject(connection)) return null;
  return { ...service, connection: { ...connection, config: openSecrets(schema, connection.config, sealed, scope) } };
}
