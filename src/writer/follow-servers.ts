/** Several servers on one database: hears what the others commit, for all threads of this one. */
import { watchAccess } from '../access/index.js';
import type { Context } from '../context/index.js';
import type { Store } from '../storage/index.js';
import type { OnMarks } from './writer.js';

export interface FollowDeps {
  store: Store;
  context: Context;
  onMarks: OnMarks;
  /** Events of any server have got positions. */
  placed(): void;
}

/** Follows until the returned function is called; does nothing where one process has the database. */
export function followServers({ store, context, onMarks, placed }: FollowDeps): () => Promise<void> {
  if (!store.listen) return async () => {};
  const changed = () => onMarks([{ kind: 'access' }]);
  const line = store.listen({
    heard(notice) {
      if (notice === 'access') changed();
      else placed();
    },
    connected() {
      changed();
      placed();
    },
    failed: (err) => context.log.warn({ err }, 'cannot listen for the commits of other servers, will try again'),
  });
  const stopWatch = watchAccess({
    read: store.read,
    line,
    changed,
    failed: (err) => context.log.warn({ err }, 'cannot check whether rights have changed'),
  });
  return async () => {
    await Promise.all([stopWatch(), line.close()]);
  };
}
