import { setTimeout } from 'node:timers/promises';
import { isDeleting, type Store } from '../storage/index.js';

const WAIT_MS = 500;
const LOOK_MS = 20;

/** Waits a moment for deletions to end: who deletes something that is not small often goes on with what must be gone by then. */
export async function awaitDeletions({ read }: Pick<Store, 'read'>, rootIds: readonly string[]): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    if (!(await read((sql) => isDeleting(sql, rootIds)))) return;
    await setTimeout(LOOK_MS);
  }
}
