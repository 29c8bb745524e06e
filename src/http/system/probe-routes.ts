import { CatalogError } from '../../../contract/errors.js';
import type { ActionRoute, Actor, Authorizer, Reply } from '../../catalog/index.js';
import type { Config } from '../../config/index.js';

export interface ProbeDeps {
  /** Version of Cairn; `system/version` has the version of the interface. */
  version: string;
  /** Whether the server can read and write now; `reason` is a sentence on what is missing. */
  ready(): Promise<{ ready: true } | { ready: false; reason: string }>;
  /** The text of the metrics. */
  metrics(): Promise<string>;
  /** Who may read the metrics. */
  metricsFor: Config['metrics'];
  authorizer: Pick<Authorizer, 'filter'>;
}

/** Resource name of the metrics in policies that let a bot read them. */
const METRICS = 'serverMetrics';

/**
 * `/healthz`: the process responds, with its version; `/readyz`: it can read and write; `/metrics`: Prometheus metrics.
 */
export function probeRoutes({ version, ready, metrics, metricsFor, authorizer }: ProbeDeps): ActionRoute[] {
  const routes = [
    probe('/healthz', 'The process is running', async () => status(200, 'ok', { version })),
    probe('/readyz', 'The database can be read and written', async () => {
      const now = await ready();
      return now.ready ? status(200, 'ready') : status(503, now.reason);
    }),
  ];
  if (metricsFor === 'closed') return routes;
  const open = probe('/metrics', 'Measurements in the Prometheus text format', async () => ({
    status: 200,
    body: await metrics(),
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  }));
  return [...routes, metricsFor === 'open' ? open : forWatchers(open, authorizer)];
}

/** Restricts a route to admins, and to bots that a policy without a condition lets view the metrics. */
function forWatchers(route: ActionRoute, authorizer: ProbeDeps['authorizer']): ActionRoute {
  const may = (actor: Actor | null) =>
    actor?.isAdmin || (actor?.isBot && authorizer.filter(actor, 'ViewAll', METRICS).kind === 'all');
  return {
    ...route,
    open: false,
    async handle(request, scope) {
      if (may(scope.actor)) return route.handle(request, scope);
      const sentence = `metrics require an administrator, or a bot with ViewAll on ${METRICS}`;
      throw new CatalogError('FORBIDDEN', sentence);
    },
  };
}

function status(code: number, text: string, more: object = {}): Reply {
  return { status: code, body: JSON.stringify({ status: text, ...more }), headers: { 'cache-control': 'no-store' } };
}

function probe(path: string, summary: string, handle: () => Promise<Reply>): ActionRoute {
  const docs = { operationId: path.slice(1), summary, tag: 'Probes', answers: { 200: { description: summary } } };
  return { kind: 'action', method: 'GET', path, open: true, unmetered: true, docs, handle };
}
