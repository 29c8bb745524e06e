import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseDamaged, StoreUnavailable } from '../../store-errors.js';

/** Opens a database file; errors name the file and what to do. */
export function explaining<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreUnavailable ? explainFailure(path, error) : error;
  }
}

/**
 * Throws if the file or its folder exists and cannot be written to. SQLite opens such a file without complaint and fails
 * with the first write, which does not say which file it is.
 */
export function refuseUnwritable(path: string): void {
  for (const place of [dirname(path), path]) {
    if (!existsSync(place)) continue;
    try {
      accessSync(place, constants.W_OK);
    } catch (cause) {
      throw explainFailure(path, new StoreUnavailable('no permission to write', { cause, kind: 'unwritable' }));
    }
  }
}

/** Converts a statement's failure on this file to an error that an operator can act on. */
export function explainFailure(path: string, error: StoreUnavailable): Error {
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  if (error.kind === 'damaged')
    return new DatabaseDamaged(`${path} is damaged (${reason}); restore it from a backup`, { cause: error });
  const advice = 'it must be in a folder that the program can write to, on a disk with free space';
  return new StoreUnavailable(`${path} cannot be used (${reason}); ${advice}`, { cause: error, kind: error.kind });
}
