import { queryClient } from '../../data/query-client.js';

/** Asks again for all that is shown: what a task proposes changes its entity, which any list may show. */
export function refreshTasks(): Promise<void> {
  return queryClient.invalidateQueries();
}
