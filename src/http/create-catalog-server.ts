import { setTimeout } from 'node:timers/promises';
import { type Access, RECORD_ACTIVITY } from '../access/index.js';
import type { Catalog, Route } from '../catalog/index.js';
import type { Config } from '../config/index.js';
import type { Context } from '../context/index.js';
import type { ReaderLags } from '../events/index.js';
import { eventLag, lastPosition, type Store, type StoreHealth, StoreUnavailable } from '../storage/index.js';
import { PROBE_WRITE } from '../system/index.js';
import { createServer, type Server } from './create-server.js';
import { openApiRoutes } from './openapi/openapi-routes.js';
import type { Writes } from './ports.js';
import { createRequestTimes } from './request-times.js';
import { createMetrics } from './system/collect-metrics.js';
import { type ProbeDeps, probeRoutes } from './system/probe-routes.js';

export interface CatalogServerDeps {
  config: Config;
  version: string;
  context: Context;
  catalog: Catalog;
  access: Access;
  /** Routes below `/api`. */
  routes: readonly Route[];
  /** For reads only. */
  store: Store;
  writer: Writes & { pending(): number; alive(): boolean };
  /** How far the readers of events are; default: there are none. */
  readerLags?: Pick<ReaderLags, 'read'>;
  /** What failures have said of the database; default: nothing. */
  health?: Pick<StoreHealth, 'problem' | 'recovered'>;
}

/** Room for so many characters is enough to go on. */
const PROBE_SIZE = 2 ** 20;
/** How long a probe waits for the database. */
const PATIENCE_MS = 3_000;
/** How often it is written down who was here. */
const ACTIVITY_MS = 60_000;

/** The catalog over HTTP: its routes, the probes, the documentation, and the tokens of those who ask. */
export function createCatalogServer(deps: CatalogServerDeps): Server {
  const { config, version, context, catalog, access, routes, store, writer, readerLags } = deps;
  const authenticator = access.authenticator({ read: store.read, now: context.now });
  const times = createRequestTimes();
  const metrics = createMetrics({
    times,
    pendingWrites: writer.pending,
    eventLag: () => store.read(eventLag),
    readerLags: async () => (readerLags ? store.read(readerLags.read) : []),
  });
  const server = createServer({
    config,
    context,
    times,
    catalog,
    routes,
    rootRoutes: [
      ...probeRoutes({
        version,
        ready: readiness(deps),
        metrics,
        metricsFor: config.metrics,
        authorizer: access.authorizer,
      }),
      ...openApiRoutes({ routes, types: catalog.registry.types, contract: catalog.contract, version }),
    ],
    read: store.read,
    ...(store.readLong ? { readLong: store.readLong } : {}),
    writes: writer,
    prepare: access.prepare,
    authenticate: authenticator.authenticate,
  });
  const recordActivity = async () => {
    const seen = authenticator.takeSeen();
    if (seen.length) await writer.command(RECORD_ACTIVITY, seen);
  };
  const stopRecording = every(ACTIVITY_MS, recordActivity, context);
  return {
    ...server,
    async close() {
      stopRecording();
      await server.close();
      await recordActivity();
    },
  };
}

function readiness(deps: CatalogServerDeps): ProbeDeps['ready'] {
  const late = { ready: false, reason: 'the database does not answer' } as const;
  return () => Promise.race([lookNow(deps), setTimeout(PATIENCE_MS, late, { ref: false })]);
}

async function lookNow({ store, writer, health }: CatalogServerDeps): ReturnType<ProbeDeps['ready']> {
  if (!writer.alive()) return { ready: false, reason: 'the writer is starting' };
  try {
    // Where no write passed, nobody sends another one until the probe says that writes pass again.
    if (health?.problem()?.kind === 'unwritable') {
      await writer.command(PROBE_WRITE, PROBE_SIZE);
      await writer.command(PROBE_WRITE, 0);
      health.recovered();
    }
    await store.read(lastPosition);
  } catch (error) {
    if (error instanceof StoreUnavailable) return { ready: false, reason: error.message };
    throw error;
  }
  const problem = health?.problem();
  return problem ? { ready: false, reason: problem.reason } : { ready: true };
}

function every(milliseconds: number, work: () => Promise<void>, context: Context): () => void {
  const timer = setInterval(() => {
    work().catch((err: unknown) => context.log.warn({ err }, 'periodic work failed'));
  }, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
