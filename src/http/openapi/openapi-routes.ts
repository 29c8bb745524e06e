import type { ActionRoute, Reply, Route } from '../../catalog/index.js';
import { buildDocument, type DocumentSource } from './build-document.js';
import { DOCS_CSS, DOCS_HTML, DOCS_JS } from './docs-page.js';

/** `/openapi.json`, the same as `/swagger.json`, and a page that shows it. The document is built when first asked for. */
export function openApiRoutes(source: DocumentSource): Route[] {
  let document: string | null = null;
  const answer = async (): Promise<Reply> => {
    document ??= buildDocument(source);
    return { status: 200, body: document };
  };
  return [
    openRoute('/openapi.json', 'getOpenApi', 'Get the OpenAPI document', answer),
    openRoute('/swagger.json', 'getSwagger', 'Get the OpenAPI document (alias)', answer),
    openRoute('/', 'getRoot', 'Redirect to the API documentation', async () => ({
      status: 302,
      headers: { location: '/docs' },
    })),
    openRoute('/docs', 'getDocs', 'The API documentation page', page('text/html', DOCS_HTML)),
    openRoute(
      '/docs/page.js',
      'getDocsScript',
      'The script of the documentation page',
      page('text/javascript', DOCS_JS),
    ),
    openRoute(
      '/docs/page.css',
      'getDocsStyle',
      'The style sheet of the documentation page',
      page('text/css', DOCS_CSS),
    ),
  ];
}

function openRoute(path: string, operationId: string, summary: string, handle: () => Promise<Reply>): ActionRoute {
  const docs = { operationId, summary, tag: 'Documentation', answers: { 200: { description: summary } } };
  return { kind: 'action', method: 'GET', path, open: true, docs, handle };
}

function page(mediaType: string, body: string): () => Promise<Reply> {
  const headers = {
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'referrer-policy': 'no-referrer',
  };
  return async () => ({ status: 200, body, mediaType: `${mediaType}; charset=utf-8`, headers });
}
