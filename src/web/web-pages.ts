// The web pages as the build made them (`ui/`, built into `dist/ui`): files with hashed names, and one page for every address.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Where the build puts them: beside the bundle, or in `dist` where the server runs from its source. */
const FOLDERS = ['./ui/', '../../dist/ui/'];
const FILES = '/assets/';
/** Addresses of the server itself. Browsers that open `/metrics` get the page of metrics; scrapers do not accept HTML. */
const NOT_PAGES = /^\/(api|docs|assets|session)(\/|$)|^\/(healthz|readyz|openapi\.json|swagger\.json)$/;
/** Vite writes it where the nonce of the response goes. */
const NONCE = /__CSP_NONCE__/g;
const YEAR = 31_536_000_000;

export interface WebPages {
  /** Whether the request is one of a browser that opens an address of the pages. */
  wants(request: FastifyRequest): boolean;
  send(reply: FastifyReply): void;
  /** Serves the files. */
  addFiles(app: FastifyInstance): Promise<void>;
}

/** The pages in `folder`; null if they are not built. */
export function openWebPages(folder = findPages()): WebPages | null {
  if (folder === null || !existsSync(join(folder, 'index.html'))) return null;
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    wants: ({ raw: { method, url = '', headers } }) =>
      (method === 'GET' || method === 'HEAD') &&
      headers.accept?.includes('text/html') === true &&
      !NOT_PAGES.test(url.split('?', 1)[0] ?? ''),
    send(reply) {
      const nonce = randomBytes(16).toString('base64');
      reply
        .headers({ ...HEADERS, 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(template.replaceAll(NONCE, nonce));
    },
    async addFiles(app) {
      await app.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: FILES,
        index: false,
        dotfiles: 'ignore',
        preCompressed: true,
        immutable: true,
        maxAge: YEAR,
        decorateReply: false,
        setHeaders: (response) => {
          for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
        },
      });
    },
  };
}

function findPages(): string | null {
  return FOLDERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync) ?? null;
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Nothing from other hosts, no inline scripts; style elements need the nonce. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
