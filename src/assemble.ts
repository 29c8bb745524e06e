/** Assembles the catalog; used by both the socket thread and the writer thread. */
import { fileURLToPath } from 'node:url';
import { type Contract, createContract } from '../contract/index.js';
import { type Access, type AccessOptions, createAccess } from './access/index.js';
import {
  applyInvalidation,
  type Catalog,
  type Command,
  createRegistry,
  createRemovals,
  createSealer,
  createTotals,
  type Invalidation,
  probeWrite,
  type Route,
  routeKey,
  routesOf,
} from './catalog/index.js';
import type { Config } from './config/index.js';
import { combineFeatures, type Feature, type FeatureParts } from './feature/index.js';
import { DOCUMENT_READER, features, type ServedFeature, type Services, typesOf } from './features.js';
import { createMail } from './mail/index.js';
import { createDocumentReader, type DocumentReader } from './odcs/index.js';
import { createSearchIndex, type SearchIndex } from './search/index.js';
import { createChannels } from './wake/index.js';
import type { WriteRoute } from './writer/index.js';

export interface Assembled {
  catalog: Catalog;
  access: Access;
  /** Updated by every write in its own transaction. */
  search: SearchIndex;
  /** Starts its thread when there is something to read. */
  documents: DocumentReader;
  /** Routes under `/api`. */
  routes: readonly Route[];
  /** Routes that run in the writer, by key. */
  writeRoutes: ReadonlyMap<string, WriteRoute>;
  commands: ReadonlyMap<string, Command>;
  /** The other parts of the features. */
  features: Pick<FeatureParts, 'jobs' | 'eventReaders' | 'works' | 'seeds' | 'metrics'>;
  /** Applies the invalidations of a commit to this thread's caches. */
  applyInvalidations(invalidations: readonly Invalidation[]): void;
}

export interface AssembleOptions {
  config: Services['config'] &
    Pick<
      Config,
      | 'auditRetentionDays'
      | 'bodyLimit'
      | 'bulkLimit'
      | 'connectionReaders'
      | 'deleteSlice'
      | 'exportLimit'
      | 'longTextLimit'
      | 'mailSender'
      | 'mergeWindow'
      | 'smtpAllow'
      | 'smtpUrl'
      | 'staleRunAfter'
      | 'textLimit'
      | 'tokenLifetime'
    >;
  /** URL under which clients reach the server, without a trailing slash. */
  publicUrl: string;
  /** 32 bytes. */
  secretKey: Uint8Array;
  /** Key pair for the first signing key, if its generation was already started. */
  firstPair?: AccessOptions['firstPair'];
  /** Opens the source of documents for a search rebuild; default: the writer thread. */
  openDocuments?: Services['openDocuments'];
  /** Additional features beyond `features.ts`. */
  more?: readonly (Feature | ServedFeature)[];
  /** The contract, if another catalog of this process has one with the same limits; default: a new one. */
  contract?: Contract;
}

/** Nothing is loaded or compiled until it is used. */
export function openContract({ longTextLimit, textLimit }: Pick<Config, 'longTextLimit' | 'textLimit'>): Contract {
  return createContract({
    schemasDir: fileURLToPath(new URL('../contract/schemas', import.meta.url)),
    textLimits: { long: longTextLimit, other: textLimit },
  });
}

export function assemble(options: AssembleOptions): Assembled {
  const { config, secretKey, firstPair = null, openDocuments } = options;
  const { tokenLifetime, connectionReaders, auditRetentionDays } = config;
  const sealer = createSealer(secretKey);
  const mail = createMail({ ...config, sealer });
  const access = createAccess({
    sealer,
    mail,
    signup: { enabled: config.selfSignup, domains: config.signupDomains },
    tokenLifetime,
    connectionReaders,
    auditRetentionDays,
    firstPair,
    types: () => registry.types,
  });
  const list = [...features, ...(options.more ?? [])];
  const registry = createRegistry(typesOf(list));
  const search = createSearchIndex({ registry });
  const heard = createChannels();
  const services: Services = {
    config,
    access,
    mail,
    search,
    openDocuments,
    subscribe: heard.subscribe,
    settings: () => parts.settings,
    eventReaders: () => parts.eventReaders.map(({ name }) => name),
  };
  const parts = combineFeatures(list.map((one) => (typeof one === 'function' ? one(services) : one)));
  const catalog = createCatalog(options, {
    registry,
    sealer,
    authorizer: access.authorizer,
    writeChecks: parts.writeChecks,
  });
  const routes = [...registry.types.flatMap((type) => routesOf(type)).map(access.wrap), ...parts.routes];
  return {
    catalog,
    access,
    search,
    documents: createDocumentReader({ program: DOCUMENT_READER }),
    routes,
    writeRoutes: new Map(routes.filter(isWriteRoute).map((route) => [routeKey(route), route])),
    commands: new Map([...parts.commands, [probeWrite.name, probeWrite]]),
    features: parts,
    applyInvalidations(invalidations) {
      for (const invalidation of invalidations) {
        applyInvalidation(catalog, invalidation);
        if (invalidation.kind === 'wake') heard.wake(invalidation.channel);
      }
      // Also reported if a commit was lost.
      if (invalidations.some(({ kind }) => kind === 'access')) search.forget();
      access.applyInvalidations(invalidations);
    },
  };
}

function createCatalog(
  { config, publicUrl, contract = openContract(config) }: AssembleOptions,
  engine: Pick<Catalog, 'registry' | 'sealer' | 'authorizer' | 'writeChecks'>,
): Catalog {
  const { bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice, staleRunAfter, webhookAllow } = config;
  return {
    ...engine,
    contract,
    options: { publicUrl, bodyLimit, bulkLimit, exportLimit, mergeWindow, deleteSlice, staleRunAfter, webhookAllow },
    totals: createTotals(),
    removals: createRemovals(),
  };
}

function isWriteRoute(route: Route): route is WriteRoute {
  return route.kind === 'write' || route.kind === 'sliced';
}
