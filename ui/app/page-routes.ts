import type { PageRoute } from '../data/page-route.js';

interface RoutesFile {
  routes: readonly PageRoute[];
}

/** The pages of all folders of `ui/pages`: each has a `routes.tsx`. */
export const pageRoutes: readonly PageRoute[] = Object.values(
  import.meta.glob<RoutesFile>('../pages/*/routes.tsx', { eager: true }),
).flatMap(({ routes }) => routes);

export interface NavEntry extends NonNullable<PageRoute['nav']> {
  to: string;
  title: string;
}

/** The entries of the rail, in their order. */
export function navEntries(): NavEntry[] {
  return pageRoutes
    .flatMap(({ path, title, nav }) =>
      nav ? [{ ...nav, to: nav.to ?? `/${path.replace(/\/?[:*].*$/, '')}`, title: title?.() ?? path }] : [],
    )
    .sort((a, b) => a.order - b.order);
}
