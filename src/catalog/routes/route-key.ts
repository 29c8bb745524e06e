import type { Route } from './route.js';

/** Identifies a route across threads: `GET /v1/tables/{id}`. */
export function routeKey(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
