import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Access } from '../access/index.js';
import { type Catalog, PROBE_WRITE, type Route } from '../catalog/index.js';
import type { Config } from '../config/index.js';
import type { Context } from '../context/index.js';
import type { FeatureParts, RegisterMetrics } from '../feature/index.js';
import type { DocumentReader } from '../odcs/index.js';
import { lastPosition, type Store, type StoreHealth, StoreUnavailable } from '../storage/index.js';
import { createDescribePerson, openWebPages, sessionRoutes } from '../web/index.js';
import { createServer, type Server } from './create-server.js';
import { openApiRoutes } from './openapi/openapi-routes.js';
import type { Writes } from './ports.js';
import { createEventStreams, type EventStreams } from './reply/event-streams.js';
import { createRequestTimes } from './request-times.js';
import { createMetrics } from './system/collect-metrics.js';
import { type ProbeDeps, probeRoutes } from './system/probe-routes.js';

export interface CatalogServerDeps {
  config: Config;
  version: string;
  context: Context;
  catalog: Catalog;
  access: Access;
  /** Routes under `/api`. */
  routes: readonly Route[];
  features?: Pick<FeatureParts, 'metrics'>;
  documents?: DocumentReader;
  /** For reads only. */
  store: Store;
  writer: Writes & { pending(): number; alive(): boolean };
  /** Database health as observed from failures; default: no problems. */
  health?: Pick<StoreHealth, 'problem' | 'recovered'>;
  /** Milliseconds between batches of refused requests for the audit log. */
  refusalInterval?: number;
}

/** Size of the probe write in characters; if it fits, there is enough disk space to continue. */
const PROBE_SIZE = 2 ** 20;
/** How long a probe waits for the database, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;

/** The catalog over HTTP: API routes, probes, documentation and authentication. */
export function createCatalogServer(deps: CatalogServerDeps): Server {
  const { config, version, context, catalog, access, routes, store, writer } = deps;
  const tokens = access.serve({ store, context, command: writer.command });
  const refusals = access.auditRefusals({
    context,
    command: writer.command,
    ...(deps.refusalInterval ? { interval: deps.refusalInterval } : {}),
  });
  const registry = new Registry();
  const times = createRequestTimes(registry);
  const { streamsPerUser: perUser, streamLimit: inAll, streamStall: stallMs } = config;
  const streams = createEventStreams({ perUser, inAll, stallMs });
  const metrics = createMetrics({
    registry,
    read: store.read,
    pendingWrites: writer.pending,
    register: [countStreams(streams), ...(deps.features?.metrics ?? [])],
  });
  const describe = createDescribePerson({
    catalog,
    context,
    read: store.read,
    rights: access.rights,
    authenticate: tokens.authenticate,
    routes,
  });
  const server = createServer({
    config,
    context,
    times,
    streams,
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
      ...sessionRoutes({
        sessions: access.sessions,
        describe,
        publicUrl: catalog.options.publicUrl,
        trustProxy: config.trustProxy,
      }),
      ...openApiRoutes({ routes, types: catalog.registry.types, contract: catalog.contract, version }),
    ],
    read: store.read,
    ...(store.readLong ? { readLong: store.readLong } : {}),
    writes: writer,
    rights: access.rights,
    authenticate: tokens.authenticate,
    documents: deps.documents,
    refused: refusals.note,
    web: openWebPages(),
  });
  return {
    ...server,
    async close() {
      await server.close();
      await deps.documents?.close();
      await refusals.close();
      await tokens.close();
    },
  };
}

function countStreams(streams: Pick<EventStreams, 'count'>): RegisterMetrics {
  return (metrics) =>
    metrics.gauge({ name: 'cairn_event_streams', help: 'Open event streams.', read: () => streams.count() });
}

function readiness(deps: CatalogServerDeps): ProbeDeps['ready'] {
  const timedOut = { ready: false, reason: 'the database does not answer' } as const;
  return () => Promise.race([checkNow(deps), setTimeout(PROBE_TIMEOUT_MS, timedOut, { ref: false })]);
}

async function checkNow({ store, writer, health }: CatalogServerDeps): ReturnType<ProbeDeps['ready']> {
  if (!writer.alive()) return { ready: false, reason: 'the writer is starting' };
  try {
    // After a failed write, no traffic arrives until the probe succeeds, so the probe itself must test a write.
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
