import { isObject } from '../../../../contract/index.js';
import { DatabaseInUse } from '../../port.js';
import { loadSqliteLibrary } from '../sqlite-library.js';
import { translateError, translating } from '../translate-error.js';

/** Milliseconds in which a server that is being stopped may end. */
const PATIENCE = 2_000;
const BUSY = 5;

/**
 * Makes this the one process that serves a database: what others write, another server would not hear of. The claim is a lock on
 * a file of its own, which the system gives up when the process ends, however it ends; commands that only write go on beside it.
 * Throws `DatabaseInUse`.
 */
export function claimDatabase(path: string): { release(): void } {
  const { DatabaseSync } = loadSqliteLibrary();
  const lock = translating(() => new DatabaseSync(`${path}.lock`));
  try {
    lock.exec(`pragma busy_timeout = ${PATIENCE}`);
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw isObject(error) && error.errcode === BUSY ? new DatabaseInUse(path) : translateError(error);
  }
  return { release: () => lock.close() };
}
