import { buildPages } from '../../scripts/build-pages.mjs';
import { buildServer } from '../../scripts/build-server.mjs';

/**
 * Before the suite: the write worker runs from the bundle and browsers get the built pages, so both must be as new as the
 * source.
 * Source that does not bundle fails the tests that need the worker, not those that test one file.
 */
export async function setup(): Promise<void> {
  try {
    await Promise.all([buildServer(), buildPages()]);
  } catch (error) {
    console.error('The bundle is out of date, the source does not build:', error);
  }
}
