import type { ActionRoute, Reply } from '../../catalog/index.js';

export interface ProbeDeps {
  /** The program's own; that of the interface is in `system/version`. */
  version: string;
  /** Whether the process can do its work now; the sentence says what is missing. */
  ready(): Promise<{ ready: true } | { ready: false; reason: string }>;
  /** The text of the metrics; null when they are closed. */
  metrics: (() => Promise<string>) | null;
}

/** `/healthz`: the process answers, with its version; `/readyz`: it can read and write; `/metrics`: what it counts. */
export function probeRoutes({ version, ready, metrics }: ProbeDeps): ActionRoute[] {
  const routes = [
    probe('/healthz', 'The process answers', async () => status(200, 'ok', { version })),
    probe('/readyz', 'The database can be read and written', async () => {
      const now = await ready();
      return now.ready ? status(200, 'ready') : status(503, now.reason);
    }),
  ];
  if (metrics)
    routes.push(
      probe('/metrics', 'Measurements in the Prometheus text format', async () => ({
        status: 200,
        body: await metrics(),
        mediaType: 'text/plain; version=0.0.4; charset=utf-8',
      })),
    );
  return routes;
}

function status(code: number, text: string, more: object = {}): Reply {
  return { status: code, body: JSON.stringify({ status: text, ...more }), headers: { 'cache-control': 'no-store' } };
}

function probe(path: string, summary: string, handle: () => Promise<Reply>): ActionRoute {
  const docs = { operationId: path.slice(1), summary, tag: 'Probes', answers: { 200: { description: summary } } };
  return { kind: 'action', method: 'GET', path, open: true, unmetered: true, docs, handle };
}
