import { segmentsOf } from '../../data/addresses/addresses.js';
import { accessToken } from '../../data/session.js';
import { prefetch } from '../../data/use-operation.js';
import { entityOperations } from '../../entities/entity-operations.js';
import type { EntityPage } from '../../entities/entity-page.js';
import { entityAddress, questionOf } from '../../entities/frame/question.js';

/** Asks for the entity that the browser was opened with, while the code of its page is on its way. `word`: that of the route. */
export async function askAhead(page: EntityPage, word: string): Promise<void> {
  const segments = segmentsOf(location.pathname);
  if (segments[0] !== word) return; // the page comes from a click, and the address still is that of the page before
  const { fqn } = entityAddress(page, segments);
  if (fqn !== '' && (await accessToken()) !== null) prefetch(entityOperations(page.path).get, questionOf(page, fqn));
}
