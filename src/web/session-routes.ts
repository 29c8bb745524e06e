// Sessions of the web pages: a short access token for the page's memory, and a refresh token in a cookie that no script can read.

import { CatalogError } from '../../contract/errors.js';
import type { WebSessions } from '../access/index.js';
import type { ActionRoute, ActionScope, Reply, Request } from '../catalog/index.js';
import { requireSameOrigin } from './same-origin.js';
import { sessionCookie, sessionOf } from './session-cookie.js';

/** Who a token belongs to, and what they may do. */
export interface Person {
  user: unknown;
  rights: unknown;
}

export interface SessionRoutesDeps {
  sessions: WebSessions;
  describe(accessToken: string): Promise<Person>;
  publicUrl: string;
  trustProxy: boolean;
}

type Tokens = Awaited<ReturnType<WebSessions['open']>>;

const PATH = '/session';
const BODY = 16_384;

export function sessionRoutes(deps: SessionRoutesDeps): ActionRoute[] {
  const { sessions, describe, publicUrl } = deps;
  const secure = (request: Request) => isSecure(request, deps);
  const tokenOf = (request: Request) => sessionOf(request, secure(request));
  const opened = async (tokens: Tokens, request: Request): Promise<Reply> => ({
    status: 200,
    body: JSON.stringify({
      accessToken: tokens.accessToken,
      expiresAt: tokens.expiryDuration,
      ...(await describe(tokens.accessToken)),
    }),
    headers: { 'cache-control': 'no-store' },
    cookies: [sessionCookie(tokens.refreshToken, sessions.lifetime / 1000, secure(request))],
  });
  // Not an error: a page asks this before it knows whether anybody is logged in.
  const none = (request: Request): Reply => ({
    status: 204,
    headers: { 'cache-control': 'no-store' },
    cookies: tokenOf(request) === null ? [] : [sessionCookie('', 0, secure(request))],
  });
  const guarded =
    (handle: ActionRoute['handle']): ActionRoute['handle'] =>
    async (request, scope) => {
      requireSameOrigin(request, publicUrl);
      return handle(request, scope);
    };
  return [
    route('POST', PATH, 'Log in', async (request, scope) => opened(await sessions.open(request, scope), request)),
    route('POST', `${PATH}/refresh`, 'New tokens of the session', (request, scope) =>
      renew(request, scope, { sessions, tokenOf, opened, none }),
    ),
    route('DELETE', PATH, 'Log out', async (request, scope) => {
      const token = tokenOf(request);
      if (token !== null) await sessions.end(token, scope);
      return none(request);
    }),
  ].map((one) => ({ ...one, handle: guarded(one.handle) }));
}

interface Renewing {
  sessions: WebSessions;
  tokenOf(request: Request): string | null;
  opened(tokens: Tokens, request: Request): Promise<Reply>;
  none(request: Request): Reply;
}

async function renew(
  request: Request,
  scope: ActionScope,
  { sessions, tokenOf, opened, none }: Renewing,
): Promise<Reply> {
  const token = tokenOf(request);
  if (token === null) return none(request);
  try {
    return await opened(await sessions.refresh(token, scope), request);
  } catch (error) {
    if (error instanceof CatalogError && error.status === 401) return none(request);
    throw error;
  }
}

/** Whether browsers reach this server by TLS. */
function isSecure({ headers }: Request, { publicUrl, trustProxy }: SessionRoutesDeps): boolean {
  if (publicUrl.startsWith('https:')) return true;
  return trustProxy && String(headers['x-forwarded-proto'] ?? '').split(',', 1)[0] === 'https';
}

function route(
  method: ActionRoute['method'],
  path: string,
  summary: string,
  handle: ActionRoute['handle'],
): ActionRoute {
  const operationId = `${method.toLowerCase()}${path.replaceAll('/', '_')}`;
  const docs = {
    operationId,
    summary,
    tag: 'Web pages',
    answers: { 200: { description: 'The token, the user and their rights' }, 204: { description: 'No session' } },
  };
  return { kind: 'action', method, path, open: true, bodyLimit: BODY, docs, handle };
}
