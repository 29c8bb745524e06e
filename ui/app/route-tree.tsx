import type { RouteObject } from 'react-router';
import type { PageRoute } from '../data/page-route.js';
import { loadPart } from '../kit/states/lost-part.js';
import { BrokenPage } from './broken-page.js';
import { Frame, OpenFrame } from './frame.js';
import { laterRoutes } from './later-routes.js';
import { pageRoutes } from './page-routes.js';
import { redirects } from './redirects.js';

function routeObject({ path, page, title }: PageRoute): RouteObject {
  return {
    path: path === '' ? '/' : path,
    lazy: { Component: () => loadPart(page) },
    handle: { title },
    errorElement: <BrokenPage />,
  };
}

/** Until the first page is loaded. */
const NOTHING = <></>;

/** Every address. Where two patterns fit alike the first counts, so pages that come later give way to those that are there. */
export const routeTree: RouteObject[] = [
  {
    element: <OpenFrame />,
    hydrateFallbackElement: NOTHING,
    errorElement: <BrokenPage />,
    children: pageRoutes.filter(({ open }) => open).map(routeObject),
  },
  {
    element: <Frame />,
    hydrateFallbackElement: NOTHING,
    errorElement: <BrokenPage />,
    children: [...redirects, ...[...pageRoutes.filter(({ open }) => !open), ...laterRoutes].map(routeObject)],
  },
];
