import { type ActionRoute, type Reply, type Request, type Route, redirect } from '../../catalog/index.js';
import { buildDocument, type DocumentSource } from './build-document.js';
import { acceptsGzip, type Packed, pack, unpack } from './packed-text.js';

/**
 * `/openapi.json` and its alias `/swagger.json`; `/docs` displays it. The document is built on the first request and
 * stays compressed: it is 2.4 MB, and whoever asks again usually has it.
 */
export function openApiRoutes(source: DocumentSource): Route[] {
  let packed: Promise<Packed> | null = null;
  const answer = async ({ headers, ifNoneMatch }: Request): Promise<Reply> => {
    packed ??= pack(buildDocument(source));
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
