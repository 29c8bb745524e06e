import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../catalog/index.js';
import type { Config } from '../config/index.js';
import { acceptedMedia, MULTIPART } from './request/media-types.js';

/** Shorter answers cost more to compress than to send. */
const COMPRESS_FROM = 1024;
/** A JSON answer is about a sixth of its size then; higher levels take twice the time for a tenth less. */
const LEVEL = 1;
const MOST_PARTS = 1000;

interface PluginDeps {
  config: Pick<Config, 'bodyLimit'>;
  routes: readonly Route[];
  rootRoutes: readonly Route[];
}

export function addPlugins(app: FastifyInstance, { config: { bodyLimit }, routes, rootRoutes }: PluginDeps): void {
  // Cookies are parsed where they were sent (`readRequest`), not by a hook of every request.
  app.register(cookie, { hook: false });
  app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: LEVEL },
    threshold: COMPRESS_FROM,
    // Bodies of requests have to come plain: unpacked, a small one can be larger than any limit.
    globalDecompression: false,
  });
  if ([...routes, ...rootRoutes].some((route) => acceptedMedia(route).includes(MULTIPART)))
    app.register(multipart, {
      limits: { parts: MOST_PARTS, files: MOST_PARTS, fields: MOST_PARTS, fieldSize: bodyLimit, fileSize: bodyLimit },
    });
}
