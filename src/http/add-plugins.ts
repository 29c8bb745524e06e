import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../catalog/index.js';
import type { Config } from '../config/index.js';
import { acceptedMedia, MULTIPART } from './request/media-types.js';

/** Bytes. Shorter responses cost more to compress than to send. */
const COMPRESS_FROM = 1024;
/** Shrinks JSON to about a sixth; higher levels take twice the time for a tenth less. */
const LEVEL = 1;
const MOST_PARTS = 1000;

interface PluginDeps {
  config: Pick<Config, 'bodyLimit'>;
  routes: readonly Route[];
  rootRoutes: readonly Route[];
}

export function addPlugins(app: FastifyInstance, { config: { bodyLimit }, routes, rootRoutes }: PluginDeps): void {
  // `readRequest` parses cookies if there are any, which avoids a hook on every request.
  app.register(cookie, { hook: false });
  app.register(compress, {
    encodings: ['gzip'],
    zlibOptions: { level: LEVEL },
    threshold: COMPRESS_FROM,
    // Compressed request bodies are rejected: a small one could decompress beyond any limit.
    globalDecompression: false,
  });
  if ([...routes, ...rootRoutes].some((route) => acceptedMedia(route).includes(MULTIPART)))
    app.register(multipart, {
      limits: { parts: MOST_PARTS, files: MOST_PARTS, fields: MOST_PARTS, fieldSize: bodyLimit, fileSize: bodyLimit },
    });
}
