import { StoreUnavailable, UniqueViolation } from '../port.js';

const UNIQUE_ERRORS: readonly unknown[] = [1555, 2067, 2579];
/**
 * The file, the folder or the disk is at fault: no rights, in use, read-only, input or output, broken, full, cannot be opened, no
 * database. The lower byte of a code is the kind of error.
 */
const UNAVAILABLE: readonly number[] = [3, 5, 8, 10, 11, 13, 14, 26];

/** Does the work; errors of the library are thrown as those of the port, where it has them. */
export function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(error);
  }
}

/** An error of the library as one of the port, where it has one. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  if (UNIQUE_ERRORS.includes(error.errcode))
    return new UniqueViolation(error.message.replace('UNIQUE constraint failed: ', ''));
  if (UNAVAILABLE.includes(Number(error.errcode) & 0xff))
    return new StoreUnavailable(`the database cannot be used: ${error.message}`, { cause: error });
  return error;
}
