import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { CatalogError } from '../../contract/errors.js';
import type { RefusedRequest } from '../access/index.js';
import type { Route } from '../catalog/index.js';
import type { Config } from '../config/index.js';
import type { Context } from '../context/index.js';
import type { WebPages } from '../web/index.js';
import { addPlugins } from './add-plugins.js';
import { allowOrigin } from './cors.js';
import { addPages, addWebPages } from './pages/add-pages.js';
import type { Authenticate, Writes } from './ports.js';
import { badHostReply, malformedReply } from './reply/error-reply.js';
import type { EventStreams } from './reply/event-streams.js';
import type { StandingHeaders } from './reply/write-reply.js';
import { createExchange, type Exchange } from './request/exchange.js';
import { refusedRequest } from './request/refused-request.js';
import { createRequestIds, type RequestIds } from './request/request-ids.js';
import { createRequestRate } from './request/request-rate.js';
import type { RequestTimes } from './request-times.js';
import { createAdmit } from './routing/admit.js';
import { dispatch, hasOneHost } from './routing/dispatch.js';
import { createRouteTree } from './routing/route-tree.js';
import { createRouteRunner, type RunDeps } from './routing/run-route.js';

export interface ServerDeps {
  config: Config;
  /** Routes under `/api`. */
  routes: readonly Route[];
  /** Routes at the root: probes, metrics, documentation. */
  rootRoutes: readonly Route[];
  catalog: RunDeps['catalog'];
  context: Context;
  read: RunDeps['read'];
  readLong?: RunDeps['readLong'];
  writes: Writes;
  rights: RunDeps['rights'];
  authenticate: Authenticate;
  times: RequestTimes;
  streams: EventStreams;
  /** The web pages; null where they are not built. */
  web?: WebPages | null;
  documents?: RunDeps['documents'];
  /** Called for requests that were refused for lack of permission. */
  refused?(request: RefusedRequest): void;
}

export interface Server {
  /** The Fastify instance, for requests without a socket. */
  app: FastifyInstance;
  /** Resolves to the address, such as `http://127.0.0.1:8585`. */
  listen(): Promise<string>;
  /** Stops accepting connections, ends event streams, waits for requests in progress up to the grace time, then aborts them. */
  close(): Promise<void>;
}

const API = '/api';
const MAX_HEADER = 64 * 1024;
const HEADERS_TIMEOUT = 60_000;
const CHECK_CONNECTIONS = 30_000;

export function createServer(deps: ServerDeps): Server {
  const { config, context, streams } = deps;
  const standing: StandingHeaders = { server: 'Cairn' };
  const { bodyLimit, logRequests } = config;
  const exchange = createExchange({
    standing,
    streams,
    times: deps.times,
    log: context.log,
    bodyLimit,
    logRequests,
    refused: (request, visit, count) => {
      const refused = deps.refused && refusedRequest(request, visit, deps.catalog.registry);
      if (refused) deps.refused?.({ ...refused, count });
    },
  });
  const requestId = createRequestIds(context.id().slice(-8));
  const app = createApp(config, requestId, exchange);
  const rate = config.rateLimit > 0 ? createRequestRate(config.rateLimit, context.now) : null;
  checkFirst(app, config, exchange);
  addPlugins(app, deps);
  addPages(app, exchange, standing);
  if (deps.web) addWebPages(app, deps.web, { exchange, standing });
  // Plugins only apply to routes that are added after them.
  app.register(async (routes) =>
    dispatch(routes, {
      tree: createRouteTree({ [API]: deps.routes, '': deps.rootRoutes }),
      admit: createAdmit(deps.authenticate, rate),
      run: createRouteRunner(deps),
      exchange,
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      bodyLimit,
    }),
  );
  return {
    app,
    listen: () => app.listen({ port: config.port, host: config.host }),
    close: async () => {
      standing.connection = 'close';
      const cut = setTimeout(() => app.server.closeAllConnections(), config.shutdownGrace);
      streams.end();
      await app.close();
      clearTimeout(cut);
    },
  };
}

function createApp(config: Config, requestId: RequestIds, exchange: Exchange): FastifyInstance {
  const { bodyLimit, requestTimeout } = config;
  const app = fastify({
    bodyLimit,
    requestTimeout,
    keepAliveTimeout: 75_000,
    http: {
      maxHeaderSize: MAX_HEADER,
      requireHostHeader: false, // checked in a hook, whose response has an error body
      headersTimeout: Math.min(HEADERS_TIMEOUT, requestTimeout), // Node applies the longer of both to the whole request
      connectionsCheckingInterval: Math.min(CHECK_CONNECTIONS, requestTimeout),
    },
    routerOptions: { maxParamLength: MAX_HEADER },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => exchange.fail(request, reply, error),
    clientErrorHandler: refuseMalformed,
  });
  app.decorateRequest('visit', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => readText(body, done));
  app.setErrorHandler((error, request, reply) => exchange.fail(request, reply, error));
  return app;
}

/** Runs first for every request, including those that no route handles. */
function checkFirst(app: FastifyInstance, { corsOrigins }: Config, exchange: Exchange): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (corsOrigins.length) allowOrigin(request, reply, corsOrigins);
    if (hasOneHost(request.raw)) done();
    else exchange.send(request, reply, badHostReply());
  });
}

/** Rejects invalid UTF-8: decoding would replace bytes, and the stored text would differ from what was sent. */
function readText(body: Buffer | string, done: (error: Error | null, text?: string) => void): void {
  if (typeof body === 'string' || isUtf8(body)) done(null, String(body));
  else done(new CatalogError('BAD_REQUEST', 'The body is not valid UTF-8'));
}

/** Responds to input that the HTTP parser rejected, for which there is no request object. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const byCode: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const { status, body } = malformedReply(byCode[error.code ?? ''] ?? 400);
  const text = String(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncache-control: no-store\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
