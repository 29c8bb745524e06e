import { askAhead } from '../../data/ask-ahead.js';
import type { PageRoute } from '../../data/page-route.js';
import { prepareEntity } from '../../entities/frame/prepare-tab.js';
import { entityPages } from '../../entities/registry.js';

/** The page of each type that has a file in `entities/types`. */
export const routes: readonly PageRoute[] = entityPages.flatMap((page) =>
  [page.type, ...(page.words ?? [])].map((word) => ({
    path: `${word}/:name/*`,
    page: () => {
      void askAhead([word], (segments) => prepareEntity(page, segments));
      return import('./entity-route.js').then(({ entityRoute }) => entityRoute(page));
    },
    title: page.title,
  })),
);
