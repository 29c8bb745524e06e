import { StoreUnavailable, type UnavailableKind, UniqueViolation } from '../store-errors.js';

const UNIQUE_ERRORS: readonly unknown[] = [1555, 2067, 2579];
/**
 * The file, the folder or the disk is at fault. The lower byte of a code is the kind of error: no permission, in use,
 * read-only, I/O error, corrupt, full, cannot be opened, not a database.
 */
const UNAVAILABLE: Readonly<Record<number, UnavailableKind>> = {
  3: 'away',
  5: 'away',
  8: 'unwritable',
  10: 'unwritable',
  11: 'damaged',
  13: 'unwritable',
  14: 'away',
  26: 'damaged',
};
/** Failed reads: a read error, a read past the end of the file, a corrupt file system, a wrong checksum. */
const FAILED_READS: readonly number[] = [266, 522, 8458, 8202];

/** Codes by message, for errors that the package throws without a code: those of statements that return rows. */
const CODES: Readonly<Record<string, number>> = {
  'access permission denied': 3,
  'database is locked': 5,
  'attempt to write a readonly database': 8,
  'disk I/O error': 266,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
};

/** Does the work; converts errors of the library to those of the port where it has them. */
export function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(error);
  }
}

/** Converts an error of the library to one of the port, if it has one. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'errcode' in error ? Number(error.errcode) : CODES[error.message];
  if (code === undefined) return error;
  if (UNIQUE_ERRORS.includes(code)) return new UniqueViolation(error.message.replace('UNIQUE constraint failed: ', ''));
  const kind = FAILED_READS.includes(code) ? 'damaged' : UNAVAILABLE[code & 0xff];
  if (kind) return new StoreUnavailable(`the database is unavailable: ${error.message}`, { cause: error, kind });
  return error;
}
