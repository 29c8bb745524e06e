import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../catalog/index.js';
import type { Admit } from './admit.js';
import { preflightHeaders } from './cors.js';
import { malformedReply, unroutedReply } from './error-reply.js';
import type { Exchange, Visit } from './exchange.js';
import { bearerOf, readRequest } from './read-request.js';
import type { RouteTree } from './route-tree.js';
import type { RunRoute } from './run-route.js';

export interface DispatchDeps {
  tree: RouteTree;
  admit: Admit;
  run: RunRoute;
  exchange: Exchange;
  corsOrigins: readonly string[];
}

/** A name of 3,072 characters outside ASCII takes 27,648 when encoded. */
const MAX_PATH = 32 * 1024;

/** Takes every request of the framework: finds its route and admits it before the body is read, then runs it. */
export function dispatch(app: FastifyInstance, deps: DispatchDeps): void {
  const { tree, exchange } = deps;

  const unrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    const found = tree.find(request.method, path);
    void exchange.send(request, reply, unroutedAnswer(request, path, 'mounted' in found ? [] : found, deps));
  };

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    onRequest: (request, reply, done) => {
      try {
        const path = pathOf(request);
        if (path.length > MAX_PATH) return void exchange.send(request, reply, malformedReply(414));
        const found = tree.find(request.method, path);
        if (!('mounted' in found)) return unrouted(request, reply);
        const bearer = bearerOf(request.raw.headers.authorization);
        const visit: Visit = { started: performance.now(), found, bearer, actor: null };
        request.visit = visit;
        const actor = deps.admit(found.mounted.route, request, bearer);
        if (!(actor instanceof Promise)) {
          visit.actor = actor;
          return done();
        }
        actor
          .then((admitted) => {
            visit.actor = admitted;
            done();
          })
          .catch((error: unknown) => exchange.fail(request, reply, error));
      } catch (error) {
        if (error instanceof URIError) void exchange.send(request, reply, malformedReply(400));
        else void exchange.fail(request, reply, error);
      }
    },
    handler: (request, reply) => void answer(request, reply, deps),
  });
  app.setNotFoundHandler(unrouted);
}

async function answer(request: FastifyRequest, reply: FastifyReply, { run, exchange }: DispatchDeps): Promise<void> {
  const { visit } = request;
  if (!visit) return;
  try {
    const result = await run(visit.found.mounted, readRequest(request, visit), visit.actor);
    await exchange.send(request, reply, result);
  } catch (error) {
    await exchange.fail(request, reply, error);
  }
}

function unroutedAnswer(
  { method, headers }: FastifyRequest,
  path: string,
  methods: readonly string[],
  { corsOrigins }: DispatchDeps,
): Reply {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  if (methods.length === 0 || method !== 'OPTIONS') return unroutedReply(method, path, methods.length ? allowed : []);
  const preflight = corsOrigins.includes(headers.origin ?? '') ? preflightHeaders(allowed) : {};
  return { status: 204, headers: { allow: allowed.join(', '), ...preflight } };
}

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
