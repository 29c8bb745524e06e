import type { JsonObject } from '../../../contract/index.js';
import type { AddressPolicy } from '../address-policy.js';
import type { Source, SourceKind, SourceLimits } from '../sources/source.js';
import type { SqliteSourceOptions } from '../sources/sqlite-source.js';

/** What opening a configured database takes besides its configuration. */
export interface DatabaseAccess {
  policy: AddressPolicy;
  limits: SourceLimits;
  sqlite: Pick<SqliteSourceOptions, 'folder' | 'dataFolder' | 'program' | 'option'>;
}

/** How databases of one type of connection are opened. */
export interface DatabaseConnection {
  kind: SourceKind;
  /** Why this configuration cannot be opened here, as a clause; null if it can. */
  refuses(config: JsonObject): string | null;
  /**
   * Opens the database of a configuration with plain secrets. `database`: the one to open where a server has several,
   * in place of that of the configuration. Rejects with an `EgressError`.
   */
  open(config: JsonObject, access: DatabaseAccess, database?: string): Promise<Source>;
}
