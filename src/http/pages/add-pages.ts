import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { StandingHeaders } from '../reply/write-reply.js';
import type { Exchange } from '../request/exchange.js';
import { DOCS_HTML, DOCS_JS } from './docs-page.js';

/** Nothing of another host, no script or style in the page itself, and no other site around it. */
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
  // Whether a host is reached by TLS alone is for the proxy that ends it to say.
  strictTransportSecurity: false,
};

/** What browsers open: pages and their files, with the headers that browsers go by. */
export function addPages(app: FastifyInstance, exchange: Exchange, standing: StandingHeaders): void {
  app.register(async (pages) => {
    await pages.register(helmet, POLICY);
    pages.addHook('onRequest', async (request, reply) => {
      reply.header('server', standing.server).header('x-request-id', request.id);
      if (standing.connection !== undefined) reply.header('connection', standing.connection);
    });
    pages.addHook('onResponse', async (request, reply) => exchange.sent(request, reply.statusCode));
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

function swaggerAssets(): string {
  const manifest = createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json');
  return join(dirname(manifest), 'static');
}
