import type { PageRoute } from '../../data/page-route.js';
import { entityPages } from '../../entities/registry.js';
import { askAhead } from './ask-ahead.js';

/** The page of each type that has a file in `entities/types`. */
export const routes: readonly PageRoute[] = entityPages.flatMap((page) =>
  [page.type, ...(page.words ?? [])].map((word) => ({
    path: `${word}/*`,
    page: () => {
      void askAhead(page, word);
      return import('./entity-route.js').then(({ entityRoute }) => entityRoute(page));
    },
    title: page.title,
  })),
);
