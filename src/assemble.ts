/** Puts the catalog together once, the same for the thread of the socket and for the one of the writes. */
import { fileURLToPath } from 'node:url';
import { createContract } from '../contract/index.js';
import { type Access, type AccessOptions, createAccess } from './access/index.js';
import {
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
  type Scope,
} from './catalog/index.js';
import { type Config, readBuildTime } from './config/index.js';
import {
  collectionRoutes,
  entityTypes,
  loadDemoCommand,
  sealStored,
  startColumnUpdates,
  testConnectionSeeds,
} from './entities/index.js';
import type { EventReader } from './events/index.js';
import { createSearchIndex, type SearchIndex, searchRoutes, searchSettingKind } from './search/index.js';
import { probeWrite, systemRoutes } from './system/index.js';
import type { WriteRoute } from './writer/index.js';

export interface Assembled {
  catalog: Catalog;
  access: Access;
  /** Kept by every write in its own transaction. */
  search: SearchIndex;
  /** Routes below `/api`. */
  routes: readonly Route[];
  /** Those that run with the writer, by key. */
  writeRoutes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  /** What follows the change events. */
  eventReaders: readonly EventReader<Scope>[];
  /** Drops what this thread keeps about things that a commit changed. */
  hear(marks: readonly Mark[]): void;
}

export interface AssembleOptions {
  config: Pick<
    Config,
    | 'bodyLimit'
    | 'bulkLimit'
    | 'connectionReaders'
    | 'deleteSlice'
    | 'exportLimit'
    | 'longTextLimit'
    | 'mergeWindow'
    | 'textLimit'
    | 'staleRunAfter'
    | 'tokenLifetime'
  >;
  /** Where clients reach the server, without a slash at the end. */
  publicUrl: string;
  /** 32 bytes. */
  secretKey: Uint8Array;
  /** For the first signing key, when its making was begun before. */
  firstPair?: AccessOptions['firstPair'];
}

/** The release of the interface that this server speaks; clients compare the first two numbers with their own. */
const INTERFACE_VERSION = '2.0.5';
const PRINCIPAL_DOMAIN = 'cairn.example';

export function assemble({ config, publicUrl, secretKey, firstPair = null }: AssembleOptions): Assembled {
  const { bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice } = config;
  const { staleRunAfter, tokenLifetime, connectionReaders } = config;
  const sealer = createSealer(secretKey);
  const access = createAccess({ sealer, tokenLifetime, connectionReaders, firstPair });
  const registry = createRegistry(entityTypes);
  const catalog: Catalog = {
    registry,
    contract: createContract({
      schemasDir: fileURLToPath(new URL('../contract/schemas', import.meta.url)),
      textLimits: { long: config.longTextLimit, other: config.textLimit },
    }),
    authorizer: access.authorizer,
    sealer,
    options: { publicUrl, bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice, staleRunAfter },
    totals: createTotals(),
    removals: createRemovals(),
  };
  const search = createSearchIndex({ registry });
  const release = { version: INTERFACE_VERSION, revision: '', builtAt: readBuildTime() };
  const routes = [
    ...registry.types.flatMap((type) => routesOf(type)).map(access.wrap),
    ...collectionRoutes(),
    ...access.routes,
    ...systemRoutes({
      release,
      principalDomain: PRINCIPAL_DOMAIN,
      settings: { ...access.settings, ...searchSettingKind },
    }),
    ...searchRoutes(),
  ];
  const seeds = testConnectionSeeds(fileURLToPath(new URL('../contract/seeds/test-connections.json', import.meta.url)));
  return {
    catalog,
    access,
    search,
    routes,
    writeRoutes: new Map(routes.filter(isWriteRoute).map((route) => [routeKey(route), route])),
    commands: new Map(
      [...access.commands, seeds, sealStored, loadDemoCommand(), startColumnUpdates, probeWrite].map((command) => [
        command.name,
        command,
      ]),
    ),
    eventReaders: [],
    hear(marks) {
      for (const mark of marks) applyMark(catalog, mark);
      // Told when a commit was lost, too.
      if (marks.some(({ kind }) => kind === 'access')) search.forget();
      access.hear(marks);
    },
  };
}

function isWriteRoute(route: Route): route is WriteRoute {
  return route.kind === 'write' || route.kind === 'sliced';
}
