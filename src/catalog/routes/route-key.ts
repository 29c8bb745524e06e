import type { Route } from './route.js';

/** The name of a route, the same in every thread: `GET /v1/tables/{id}`. */
export function routeKey(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
