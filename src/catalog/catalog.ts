/** What every handler can reach: the types, the contract, the rights, the settings of the engine. */
import type { Contract } from '../../contract/index.js';
import type { Registry } from './define/registry.js';
import type { Sealer } from './document/seal.js';
import type { Totals } from './read/totals.js';
import type { Removals } from './remove/removals.js';
import type { Authorizer } from './rights/authorizer.js';
import type { Mark } from './routes/route.js';

export interface Catalog {
  registry: Registry;
  contract: Contract;
  authorizer: Authorizer;
  /** Keeps secrets of connections unreadable at rest. */
  sealer: Sealer;
  options: CatalogOptions;
  /** Kept totals of lists. */
  totals: Totals;
  /** Subtrees being removed for good. */
  removals: Removals;
}

/** Drops what is kept about a commit that happened elsewhere. */
export function applyMark(catalog: Pick<Catalog, 'totals' | 'removals'>, mark: Mark): void {
  if (mark.kind === 'rows') catalog.totals.drop(mark.type);
  if (mark.kind === 'access') catalog.totals.drop();
  if (mark.kind === 'deletion') catalog.removals.drop();
}

export interface CatalogOptions {
  /** Where clients reach the service, without a slash at the end: `http://127.0.0.1:8585`. Makes `href`. */
  publicUrl: string;
  /** Most items of one bulk request; more is 413. */
  bulkLimit: number;
  /** Largest request body, and largest value that a patch may make. Bytes. */
  bodyLimit: number;
  /** Most rows of an export of search results; more is refused. */
  exportLimit: number;
  /** A PATCH by the same user within this time merges into the current version. Milliseconds. */
  mergeWindow: number;
  /** Rows of one slice of a large delete. */
  deleteSlice: number;
  /** A run of a pipeline of which nothing was heard for this time counts as stale. Milliseconds. */
  staleRunAfter: number;
}
