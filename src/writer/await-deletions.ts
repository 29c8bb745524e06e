import { setTimeout } from 'node:timers/promises';
import { isDeleting, type Store } from '../storage/index.js';

const WAIT_MS = 500;
const LOOK_MS = 20;

/**
 * Waits briefly for deletions to end: a client that deletes a large subtree often depends on it being gone in its next
 * request.
 */
export async function awaitDeletions({ read }: Pick<Store, 'read'>, rootIds: readonly string[]): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    if (!(await read((sql) => isDeleting(sql, rootIds)))) return;
    await setTimeout(LOOK_MS);
  }
}
