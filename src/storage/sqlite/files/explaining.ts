import { DatabaseDamaged, StoreUnavailable } from '../../port.js';

/** Opens a database file; errors name the file and what to do. */
export function explaining<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreUnavailable ? explained(path, error) : error;
  }
}

/** Converts a statement's failure on this file to an error that an operator can act on. */
export function explained(path: string, error: StoreUnavailable): Error {
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  if (error.kind === 'damaged')
    return new DatabaseDamaged(`${path} is damaged (${reason}); restore it from a backup`, { cause: error });
  const advice = 'it must be in a folder that the program can write to, on a disk with free space';
  return new StoreUnavailable(`${path} cannot be used (${reason}); ${advice}`, { cause: error, kind: error.kind });
}
