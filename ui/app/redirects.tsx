import type { ReactNode } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { addressOf, isAddressed, segmentsOf } from '../data/addresses/addresses.js';

/** Old addresses, and wrong ones in mails of earlier versions: a pattern for the raw path, and its replacement. */
export const MOVED: readonly [pattern: RegExp, to: string][] = [
  [/^\/incident-manager\/([^/]+)(?:\/.*)?$/, '/test-case/$1/issues'],
  [/^\/data-product\/(.+)$/, '/dataProduct/$1'],
  [/^\/marketplace(\/.*)?$/, '/settings/apps'],
  [/^(\/service\/[^/]+\/[^/]+)\/ingestions(.*)$/, '$1/agents$2'],
];

/** The current form of an old address, or of one with the API's name of a type (`/team/…`); null for all others. */
export function movedTo(pathname: string): string | null {
  const found = MOVED.find(([pattern]) => pattern.test(pathname));
  if (found) return pathname.replace(...found);
  const [type = '', fqn, ...tabs] = segmentsOf(pathname);
  const to = fqn !== undefined && isAddressed(type) ? addressOf(type, fqn, ...tabs) : pathname;
  return to === pathname ? null : to;
}

/** Goes to the new form of the address, or shows `children` where there is none. */
export function Moved({ children }: { children?: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const to = movedTo(pathname);
  return to === null ? children : <Navigate to={`${to}${search}${hash}`} replace />;
}

/** Old forms that the route of another page would match. All others reach the page for unknown addresses, which uses `Moved`. */
export const redirects: RouteObject[] = [
  { path: '/', element: <Navigate to="/my-data" replace /> },
  { path: 'service/:category/:fqn/ingestions/*', element: <Moved /> },
];
