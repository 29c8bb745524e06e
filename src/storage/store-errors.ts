/** Thrown by the work of a write that lost against a concurrent writer: the work is retried on the newest state. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** A write conflicted with a unique index. Its transaction is rolled back. */
export class UniqueViolation extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super(`unique index hit: ${detail}`);
    this.name = 'UniqueViolation';
    this.detail = detail;
  }
}

/**
 * Why a database is unavailable. `away`: not found, in use, or closing connections. `unwritable`: full, read-only, or on a
 * disk that fails. `damaged`: its data cannot be read.
 */
export type UnavailableKind = 'away' | 'unwritable' | 'damaged';

/** The database is currently unavailable. A later call may succeed, unless it is damaged. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly kind: UnavailableKind;

  constructor(message: string, { kind = 'away', ...options }: ErrorOptions & { kind?: UnavailableKind } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** The database files are not a catalog that can be opened; the message says which files and what to do. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged';
}

/** Another process uses the database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
  constructor(path: string) {
    super(`another server is using ${path}`);
  }
}

/** The database server cannot hold a catalog, whatever it contains: too old, or with another encoding. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}
