import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../../catalog/index.js';
import { preflightHeaders } from '../cors.js';
import { malformedReply, unroutedReply } from '../reply/error-reply.js';
import type { Exchange, Visit } from '../request/exchange.js';
import { limitBody } from '../request/limit-body.js';
import { MULTIPART } from '../request/media-types.js';
import { readForm } from '../request/read-form.js';
import { addressOf, bearerOf, readRequest } from '../request/read-request.js';
import type { Admit } from './admit.js';
import type { RouteTree } from './route-tree.js';
import type { RunRoute } from './run-route.js';

export interface DispatchDeps {
  tree: RouteTree;
  admit: Admit;
  run: RunRoute;
  exchange: Exchange;
  corsOrigins: readonly string[];
  trustProxy: boolean;
  /** Bytes. */
  bodyLimit: number;
}

/** A name of 3,072 non-ASCII characters takes 27,648 bytes when URL-encoded. */
const MAX_PATH = 32 * 1024;

/** Handles every request: finds its route and admits it before the body is read, then runs it. */
export function dispatch(app: FastifyInstance, deps: DispatchDeps): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    onRequest: (request, reply, done) => receive(request, reply, deps, done),
    preParsing: async (request, _reply, payload) => limitBody(request, payload),
    handler: (request, reply) => void answer(request, reply, deps),
  });
  app.setNotFoundHandler((request, reply) => notFound(request, reply, deps));
}

/**
 * RFC 9112 requires exactly one; HTTP/1.0 allows none. Reads the raw headers, as Node exposes only the first of
 * several.
 */
export function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count++;
  return count === 1 || (count === 0 && httpVersionMinor === 0);
}

/** Calls `go` if the request may run. */
function receive(request: FastifyRequest, reply: FastifyReply, deps: DispatchDeps, go: () => void): void {
  const { exchange } = deps;
  try {
    const { raw } = request;
    const path = pathOf(raw);
    if (path.length > MAX_PATH) return void exchange.send(request, reply, malformedReply(414));
    const found = deps.tree.find(raw.method ?? '', path);
    if (!('mounted' in found)) return void exchange.send(request, reply, unroutedAnswer(raw, path, found, deps));
    const bearer = bearerOf(raw.headers.authorization);
    const from = addressOf(raw, deps.trustProxy);
    const visit: Visit = { started: performance.now(), found, bearer, from, actor: null };
    request.visit = visit;
    const actor = deps.admit(found.mounted.route, raw, visit);
    if (!(actor instanceof Promise)) {
      visit.actor = actor;
      return void go();
    }
    actor
      .then((admitted) => {
        visit.actor = admitted;
        go();
      })
      .catch((error: unknown) => exchange.fail(request, reply, error));
  } catch (error) {
    if (error instanceof URIError) exchange.send(request, reply, malformedReply(400));
    else exchange.fail(request, reply, error);
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { run, exchange, bodyLimit }: DispatchDeps,
): Promise<void> {
  const { visit } = request;
  if (!visit) return;
  try {
    const read = readRequest(request, visit);
    if (read.mediaType === MULTIPART)
      read.form = await readForm(request, visit.found.mounted.route.bodyLimit ?? bodyLimit);
    exchange.send(request, reply, await run(visit.found.mounted, read, visit.actor));
  } catch (error) {
    exchange.fail(request, reply, error);
  }
}

/** Responds to a method that no route is registered for. */
function notFound(request: FastifyRequest, reply: FastifyReply, deps: DispatchDeps): void {
  const { raw } = request;
  const path = pathOf(raw);
  const found = deps.tree.find(raw.method ?? '', path);
  deps.exchange.send(request, reply, unroutedAnswer(raw, path, 'mounted' in found ? [] : found, deps));
}

function unroutedAnswer(
  { method = '', headers }: IncomingMessage,
  path: string,
  methods: readonly string[],
  { corsOrigins }: DispatchDeps,
): Reply {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  if (methods.length === 0 || method !== 'OPTIONS') return unroutedReply(method, path, methods.length ? allowed : []);
  const preflight = corsOrigins.includes(headers.origin ?? '') ? preflightHeaders(allowed) : {};
  return { status: 204, headers: { allow: allowed.join(', '), ...preflight } };
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
