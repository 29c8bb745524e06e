import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ActionRoute, type Reply, type Request, type Route, redirect } from '../../catalog/index.js';
import { buildDocument, type DocumentSource } from './build-document.js';
import { acceptsGzip, asPacked, type Packed, pack, unpack } from './packed-text.js';

/** Beside the bundle, which holds this code too; `scripts/build-server.mjs` writes it. */
const BUILT = new URL('./openapi.json.gz', import.meta.url);

/**
 * `/openapi.json` and its alias `/swagger.json`; `/docs` displays it. The build has written the document, because making it takes
 * half a second and 40 MB; a server that runs from its source makes it on the first request. It stays compressed: it is
 * 2.4 MB, and clients that ask again usually have it.
 */
export function openApiRoutes(source: DocumentSource): Route[] {
  let packed: Promise<Packed> | null = null;
  const answer = async ({ headers, ifNoneMatch }: Request): Promise<Reply> => {
    packed ??= existsSync(BUILT) ? readFile(BUILT).then(asPacked) : pack(buildDocument(source));
    const { etag, gzip } = await packed;
    const about = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
    if (ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim()))) return { status: 304, headers: about };
    if (!acceptsGzip(headers['accept-encoding'])) return { status: 200, body: await unpack(gzip), headers: about };
    return { status: 200, body: gzip, headers: { ...about, 'content-encoding': 'gzip' } };
  };
  return [
    openRoute('/openapi.json', 'getOpenApi', 'The description of the API', answer),
    openRoute('/swagger.json', 'getSwagger', 'The description of the API under its other name', answer),
    openRoute('/', 'getRoot', 'Leads to the documentation', async () => redirect('/docs', 302)),
  ];
}

function openRoute(path: string, operationId: string, summary: string, handle: ActionRoute['handle']): ActionRoute {
  const docs = { operationId, summary, tag: 'Documentation', answers: { 200: { description: summary } } };
  return { kind: 'action', method: 'GET', path, open: true, docs, handle };
}
