import { type ActionRoute, type Reply, type Route, redirect } from '../../catalog/index.js';
import { buildDocument, type DocumentSource } from './build-document.js';

/** `/openapi.json` and its alias `/swagger.json`; `/docs` displays it. The document is built on the first request. */
export function openApiRoutes(source: DocumentSource): Route[] {
  let document: string | null = null;
  const answer = async (): Promise<Reply> => {
    document ??= buildDocument(source);
    return { status: 200, body: document };
  };
  return [
    openRoute('/openapi.json', 'getOpenApi', 'The description of the API', answer),
    openRoute('/swagger.json', 'getSwagger', 'The description of the API under its other name', answer),
    openRoute('/', 'getRoot', 'Leads to the documentation', async () => redirect('/docs', 302)),
  ];
}

function openRoute(path: string, operationId: string, summary: string, handle: () => Promise<Reply>): ActionRoute {
  const docs = { operationId, summary, tag: 'Documentation', answers: { 200: { description: summary } } };
  return { kind: 'action', method: 'GET', path, open: true, docs, handle };
}
