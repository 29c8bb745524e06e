import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebPages } from '../../web/index.js';
import type { StandingHeaders } from '../reply/write-reply.js';
import type { Exchange } from '../request/exchange.js';
import { DOCS_HTML, DOCS_JS } from './docs-page.js';

/** Allows nothing from other hosts, no inline scripts or styles, and no framing by other sites. */
const POLICY: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // Left to the proxy that terminates TLS.
  strictTransportSecurity: false,
};

/** The page of the documentation and its files, with security headers. */
export function addPages(app: FastifyInstance, exchange: Exchange, standing: StandingHeaders): void {
  app.register(async (pages) => {
    await pages.register(helmet, POLICY);
    tell(pages, exchange, standing);
    const page = (path: string, mediaType: string, text: string) =>
      pages.get(path, (_request, reply) => {
        reply.header('cache-control', 'no-cache').type(`${mediaType}; charset=utf-8`).send(text);
      });
    page('/docs', 'text/html', DOCS_HTML);
    page('/docs/open.js', 'text/javascript', DOCS_JS);
    pages.get('/docs/', (_request, reply) => reply.redirect('../docs', 302));
    await pages.register(fastifyStatic, {
      root: swaggerAssets(),
      prefix: '/docs/assets/',
      index: false,
      dotfiles: 'ignore',
    });
  });
}

/** The web pages: one hook answers every address that a browser opens, whichever route it would meet. */
export function addWebPages(
  app: FastifyInstance,
  web: WebPages,
  { exchange, standing }: { exchange: Exchange; standing: StandingHeaders },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!web.wants(request)) return done();
    addStanding(request, reply, standing);
    web.send(reply);
    exchange.sent(request, 200);
  });
  app.register(async (files) => {
    tell(files, exchange, standing);
    await web.addFiles(files);
  });
}

/** Adds the headers of every response, and counts the responses. */
function tell(app: FastifyInstance, exchange: Exchange, standing: StandingHeaders): void {
  app.addHook('onRequest', async (request, reply) => addStanding(request, reply, standing));
  app.addHook('onResponse', async (request, reply) => exchange.sent(request, reply.statusCode));
}

function addStanding(request: FastifyRequest, reply: FastifyReply, standing: StandingHeaders): void {
  reply.header('server', standing.server).header('x-request-id', request.id);
  if (standing.connection !== undefined) reply.header('connection', standing.connection);
}

function swaggerAssets(): string {
  const manifest = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  return join(dirname(manifest), 'static');
}
