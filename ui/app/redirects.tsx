import { Navigate, type RouteObject, useLocation } from 'react-router';

/** Old addresses, and some that mails got wrong: pattern of the raw path, and what it becomes. */
export const MOVED: readonly [pattern: RegExp, to: string][] = [
  [/^\/user\/([^/]+)(.*)$/, '/users/$1$2'],
  [/^\/glossaryTerm\/(.+)$/, '/glossary/$1'],
  [/^\/incident-manager\/([^/]+)(?:\/.*)?$/, '/test-case/$1/issues'],
  [/^\/data-product\/(.+)$/, '/dataProduct/$1'],
  [/^\/marketplace(\/.*)?$/, '/settings/apps'],
  [/^(\/service\/[^/]+\/[^/]+)\/ingestions(.*)$/, '$1/agents$2'],
];

/** The new form of an old address; null for all others. */
export function movedTo(pathname: string): string | null {
  const found = MOVED.find(([pattern]) => pattern.test(pathname));
  return found ? pathname.replace(...found) : null;
}

function Moved() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={`${movedTo(pathname) ?? '/my-data'}${search}${hash}`} replace />;
}

export const redirects: RouteObject[] = [
  { path: '/', element: <Navigate to="/my-data" replace /> },
  ...[
    'user/*',
    'glossaryTerm/*',
    'incident-manager/:fqn/*',
    'data-product/*',
    'marketplace/*',
    'service/:category/:fqn/ingestions/*',
  ].map((path) => ({ path, element: <Moved /> })),
];
