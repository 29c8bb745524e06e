import type { ReactNode } from 'react';
import { Navigate, type RouteObject, useLocation } from 'react-router';
import { addressOf, isAddressed, segmentsOf } from '../data/addresses/addresses.js';

/** Old addresses, and some that mails got wrong: pattern of the raw path, and what it becomes. */
export const MOVED: readonly [pattern: RegExp, to: string][] = [
  [/^\/incident-manager\/([^/]+)(?:\/.*)?$/, '/test-case/$1/issues'],
  [/^\/data-product\/(.+)$/, '/dataProduct/$1'],
  [/^\/marketplace(\/.*)?$/, '/settings/apps'],
  [/^(\/service\/[^/]+\/[^/]+)\/ingestions(.*)$/, '$1/agents$2'],
];

/** The new form of an old address, or of one that names a type as the API does (`/team/…`); null for all others. */
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

/** An old form that the pattern of another page would take; the page for unknown addresses takes the others. */
export const redirects: RouteObject[] = [
  { path: '/', element: <Navigate to="/my-data" replace /> },
  { path: 'service/:category/:fqn/ingestions/*', element: <Moved /> },
];
