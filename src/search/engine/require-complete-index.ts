import { CatalogError } from '../../../contract/index.js';
import { connectionValue, type Sql } from '../../storage/index.js';
import { isFirst, readRebuild } from '../indexing/rebuild.js';

const RETRY_SECONDS = 5;

/**
 * 503 while the index is built for the first time after a migration: a search would miss what is not indexed yet. A
 * complete index stays complete, so it is checked once per connection.
 */
export async function requireCompleteIndex(sql: Sql): Promise<void> {
  const checked = connectionValue(sql, 'search.complete', () => ({ complete: false }));
  if (checked.complete) return;
  const rebuild = await readRebuild(sql);
  if (isFirst(rebuild)) {
    const { status, done, total } = rebuild;
    const progress = `${done} of ${total} entities`;
    const message =
      status === 'stopped'
        ? `the search index is incomplete: its rebuild was stopped at ${progress}; start it again`
        : `the search index is being built: ${status === 'pending' ? 'it begins soon' : progress}`;
    throw new CatalogError('SEARCH_UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS });
  }
  checked.complete = true;
}
