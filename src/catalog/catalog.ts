/** The services and options that every handler can use. */
import type { Contract } from '../../contract/index.js';
import type { Registry } from './define/registry.js';
import type { Sealer } from './document/seal.js';
import type { Totals } from './read/totals.js';
import type { Removals } from './remove/removals.js';
import type { Authorizer } from './rights/authorizer.js';
import type { Invalidation } from './routes/route.js';
import type { WriteCheck } from './write/write-check.js';

export interface Catalog {
  registry: Registry;
  contract: Contract;
  authorizer: Authorizer;
  /** Encrypts secrets of service connections at rest. */
  sealer: Sealer;
  options: CatalogOptions;
  /** Cached totals of lists. */
  totals: Totals;
  /** Subtrees being deleted or restored. */
  removals: Removals;
  /** Checks of all writes, beyond those of types. */
  writeChecks: readonly WriteCheck[];
}

/** Invalidates the caches that a commit in another thread or process made stale. */
export function applyInvalidation(catalog: Pick<Catalog, 'totals' | 'removals'>, invalidation: Invalidation): void {
  if (invalidation.kind === 'rows') catalog.totals.drop(invalidation.type);
  if (invalidation.kind === 'access') catalog.totals.drop();
  if (invalidation.kind === 'deletion') catalog.removals.drop();
}

export interface CatalogOptions {
  /** Public base URL without a trailing slash, e.g. `http://127.0.0.1:8585`. Used in `href`. */
  publicUrl: string;
  /** Maximum number of items in a bulk request; more is 413. */
  bulkLimit: number;
  /** Maximum size of a request body and of an entity that a patch produces. Bytes. */
  bodyLimit: number;
  /** Maximum number of rows in an export of search results; more is an error. */
  exportLimit: number;
  /** A PATCH by the same user within this time merges into the current version. Milliseconds. */
  mergeWindow: number;
  /** Number of rows per slice of a large delete. */
  deleteSlice: number;
  /** Address ranges that destinations of alerts may name besides public addresses. */
  webhookAllow: readonly string[];
  /** A pipeline run without a status update for this long counts as stale. Milliseconds. */
  staleRunAfter: number;
}
