/** Puts the catalog together once, the same for the thread of the socket and for the one of the writes. */
import { fileURLToPath } from 'node:url';
import { createContract } from '../contract/index.js';
import { createAuthorizer } from './access/authorizer.js';
import {
  type Actor,
  applyMark,
  type Catalog,
  type Command,
  createRegistry,
  createRemovals,
  createSealer,
  createTotals,
  type Mark,
  type Route,
  routeKey,
  routesOf,
} from './catalog/index.js';
import type { Config } from './config/index.js';
import { bot } from './entities/bot.js';
import { classification } from './entities/classification.js';
import { dataProduct } from './entities/data-product.js';
import { database } from './entities/database.js';
import { databaseSchema } from './entities/database-schema.js';
import { databaseService } from './entities/database-service.js';
import { domain } from './entities/domain.js';
import { persona } from './entities/persona.js';
import { policy } from './entities/policy.js';
import { query } from './entities/query.js';
import { role } from './entities/role.js';
import { storedProcedure } from './entities/stored-procedure.js';
import { tag } from './entities/tag.js';
import { team } from './entities/team.js';
import { user } from './entities/user.js';
import type { Sql } from './storage/index.js';
import type { WriteRoute } from './writer/index.js';

export interface Assembled {
  catalog: Catalog;
  /** Routes below `/api`. */
  routes: readonly Route[];
  /** Those that run with the writer, by key. */
  writeRoutes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  /** Loads the rights of an actor before its first question in this thread. */
  prepare(actor: Actor, sql: Sql): Promise<void> | undefined;
  /** Drops what this thread keeps about things that a commit changed. */
  hear(marks: readonly Mark[]): void;
}

export interface AssembleOptions {
  config: Config;
  publicUrl: string;
  secretKey: Uint8Array;
}

export function assemble({ config, publicUrl, secretKey }: AssembleOptions): Assembled {
  const access = createAuthorizer({
    loadGraph: async () => ({
      teams: new Map(),
      roles: new Map(),
      policies: new Map(),
      organizationId: null,
      members: new Map(),
    }),
    loadPerson: async () => null,
  } as never);
  const registry = createRegistry([
    bot,
    classification,
    dataProduct,
    databaseSchema,
    databaseService,
    database,
    domain,
    persona,
    policy,
    query,
    role,
    storedProcedure,
    tag,
    team,
    user,
  ]);
  const catalog: Catalog = {
    registry,
    contract: createContract({ schemasDir: fileURLToPath(new URL('../contract/schemas', import.meta.url)) }),
    authorizer: access,
    sealer: createSealer(secretKey),
    options: {
      publicUrl,
      bulkLimit: config.bulkLimit,
      mergeWindow: config.mergeWindow,
      deleteSlice: config.deleteSlice,
      staleRunAfter: config.staleRunAfter,
    },
    totals: createTotals(),
    removals: createRemovals(),
  };
  const routes = registry.types.flatMap((type) => routesOf(type));
  return {
    catalog,
    routes,
    writeRoutes: new Map(routes.filter(isWriteRoute).map((route) => [routeKey(route), route])),
    commands: new Map(),
    prepare: (actor, sql) => (access.isPrepared(actor) ? undefined : access.prepare(actor, sql)),
    hear: (marks) => {
      for (const mark of marks) {
        applyMark(catalog, mark);
        if (mark.kind === 'access') access.forget();
      }
    },
  };
}

function isWriteRoute(route: Route): route is WriteRoute {
  return route.kind === 'write' || route.kind === 'sliced';
}
