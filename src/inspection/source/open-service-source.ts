/** Opens the database that a service of the catalog describes, for tests and profiles of its tables. */
import { isObject, type JsonObject } from '../../../contract/index.js';
import { type Catalog, readDocument } from '../../catalog/index.js';
import {
  type DatabaseAccess,
  type DatabaseConnection,
  databaseConnections,
  EgressError,
  quoteSourceTable,
  type Source,
  type SourceKind,
} from '../../egress/index.js';
import { revealConnection, secretsOfConnection, withoutSecrets } from '../../entities/index.js';
import { type EntityRow, getEntityById, type Store } from '../../storage/index.js';
import type { TablePlace } from './table-place.js';

/** The dependencies of opening a source; jobs have both. */
export interface SourceDeps {
  catalog: Catalog;
  store: Pick<Store, 'read'>;
}

/**
 * One database of a service, opened for reading: each statement runs in a read-only transaction, within the limits of
 * the access. Its errors never contain the secrets of the connection.
 */
export interface ServiceSource extends Source {
  /** The SQL that it understands. */
  kind: SourceKind;
  /** The quoted name of a table of this database for statements. */
  tableName(place: Pick<TablePlace, 'schema' | 'table'>): string;
}

/**
 * Opens the database of a service with its stored connection, whose secrets stay in this process. Where a service has
 * several databases, `database` chooses one. Rejects with an `EgressError`, also if the service cannot be opened here.
 * The caller closes it.
 */
export async function openServiceSource(
  { serviceId, database }: Pick<TablePlace, 'serviceId' | 'database'>,
  access: DatabaseAccess,
  { catalog, store }: SourceDeps,
): Promise<ServiceSource> {
  const row = await store.read((sql) => getEntityById(sql, serviceId));
  if (row?.deleted !== 0) throw new EgressError('refused', 'the service of the table was deleted');
  const read = readConnection(row, catalog);
  if ('refusal' in read) throw new EgressError('refused', `${row.fqn}: ${read.refusal}`);
  const { type, config, connection } = read;
  const secrets = secretsOfConnection(type, config, { catalog });
  const kept = <T>(work: Promise<T>) => work.catch((error: unknown) => Promise.reject(shownError(error, secrets)));
  const source = await kept(connection.open(config, access, database));
  return {
    kind: connection.kind,
    tableName: (place) => quoteSourceTable(connection.kind, place),
    query: (text) => kept(source.query(text)),
    close: () => source.close(),
  };
}

/** Why this server cannot open a service, as a clause; null if it can. */
export function refusalOfService(row: EntityRow, catalog: Catalog): string | null {
  const read = readConnection(row, catalog);
  return 'refusal' in read ? read.refusal : null;
}

interface ReadConnection {
  /** The `type` of the connection. */
  type: string;
  /** With secrets in plain text. */
  config: JsonObject;
  connection: DatabaseConnection;
}

function readConnection(row: EntityRow, catalog: Catalog): ReadConnection | { refusal: string } {
  const { family } = catalog.registry.get(row.type);
  const shown = readDocument(row);
  const service = (family && revealConnection(family, shown, row, { catalog })) ?? shown;
  const config = isObject(service.connection) ? service.connection.config : undefined;
  if (!isObject(config)) return { refusal: 'the service has no connection' };
  const type = String(service.serviceType);
  const connection = databaseConnections[type];
  if (!connection) return { refusal: `the server opens no databases of type ${type} itself` };
  const refusal = connection.refuses(config);
  return refusal === null ? { type, config, connection } : { refusal };
}

function shownError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof EgressError)) return error;
  return new EgressError(error.failure, withoutSecrets(error.message, secrets), { cause: error });
}
