import { isObject } from '../../../../contract/index.js';
import { DatabaseInUse } from '../../store-errors.js';
import { loadSqliteLibrary } from '../sqlite-library.js';
import { translateError, translateErrors } from '../translate-error.js';

/** Milliseconds to wait for a server that is shutting down. */
const PATIENCE = 2_000;
const BUSY = 5;

/**
 * Makes this the only process that serves a database, because another server would not learn of its writes. The claim
 * is a lock on a separate file, which the system releases however the process ends; commands that only write can run
 * beside it. Throws `DatabaseInUse`.
 */
export function claimDatabase(path: string): { release(): void } {
  const { DatabaseSync } = loadSqliteLibrary();
  const lock = translateErrors(() => new DatabaseSync(`${path}.lock`));
  try {
    lock.exec(`pragma busy_timeout = ${PATIENCE}`);
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw isObject(error) && error.errcode === BUSY ? new DatabaseInUse(path) : translateError(error);
  }
  return { release: () => lock.close() };
}
