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
  probeWrite,
  type Route,
  routeKey,
  routesOf,
} from './catalog/index.js';
import type { Config } from './config/index.js';
import { combineFeatures, type Feature, type FeatureParts } from './feature/index.js';
import { features, type ServedFeature, type Services, typesOf } from './features.js';
import { createSearchIndex, type SearchIndex } from './search/index.js';
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
  /** The other parts of the features, for those who run them. */
  features: Pick<FeatureParts, 'jobs' | 'eventReaders' | 'seeds' | 'metrics'>;
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
    | 'eventRetentionDays'
    | 'exportLimit'
    | 'historyRetentionDays'
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
  /** Where the documents of a rebuild of search come from; default: the thread of the writes. */
  openDocuments?: Services['openDocuments'];
  /** Features beyond the list in `features.ts`. */
  more?: readonly (Feature | ServedFeature)[];
}

export function assemble(options: AssembleOptions): Assembled {
  const { config, secretKey, firstPair = null, openDocuments } = options;
  const { tokenLifetime, connectionReaders } = config;
  const sealer = createSealer(secretKey);
  const access = createAccess({ sealer, tokenLifetime, connectionReaders, firstPair });
  const list = [...features, ...(options.more ?? [])];
  const registry = createRegistry(typesOf(list));
  const search = createSearchIndex({ registry });
  const services: Services = {
    config,
    access,
    search,
    openDocuments,
    settings: () => parts.settings,
    eventReaders: () => parts.eventReaders.map(({ name }) => name),
  };
  const parts = combineFeatures(list.map((one) => (typeof one === 'function' ? one(services) : one)));
  const catalog = createCatalog(options, { registry, sealer, authorizer: access.authorizer });
  const routes = [...registry.types.flatMap((type) => routesOf(type)).map(access.wrap), ...parts.routes];
  return {
    catalog,
    access,
    search,
    routes,
    writeRoutes: new Map(routes.filter(isWriteRoute).map((route) => [routeKey(route), route])),
    commands: new Map([...parts.commands, [probeWrite.name, probeWrite]]),
    features: parts,
    hear(marks) {
      for (const mark of marks) applyMark(catalog, mark);
      // Told when a commit was lost, too.
      if (marks.some(({ kind }) => kind === 'access')) search.forget();
      access.hear(marks);
    },
  };
}

function createCatalog(
  { config, publicUrl }: AssembleOptions,
  engine: Pick<Catalog, 'registry' | 'sealer' | 'authorizer'>,
): Catalog {
  const { bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice, staleRunAfter } = config;
  return {
    ...engine,
    contract: createContract({
      schemasDir: fileURLToPath(new URL('../contract/schemas', import.meta.url)),
      textLimits: { long: config.longTextLimit, other: config.textLimit },
    }),
    options: { publicUrl, bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice, staleRunAfter },
    totals: createTotals(),
    removals: createRemovals(),
  };
}

function isWriteRoute(route: Route): route is WriteRoute {
  return route.kind === 'write' || route.kind === 'sliced';
}
