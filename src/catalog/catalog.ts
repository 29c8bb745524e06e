/** What every handler can reach: the types, the contract, the rights, the settings of the engine. */
import type { Contract } from '../../contract/index.js';
import type { Authorizer } from './authorizer.js';
import type { Registry } from './registry.js';

export interface Catalog {
  registry: Registry;
  contract: Contract;
  authorizer: Authorizer;
  options: CatalogOptions;
}

export interface CatalogOptions {
  /** Where clients reach the service, without a slash at the end: `http://127.0.0.1:8585`. Makes `href`. */
  publicUrl: string;
  /** Most items of one bulk request; more is 413. */
  bulkLimit: number;
  /** A PATCH by the same user within this time merges into the current version. Milliseconds. */
  mergeWindow: number;
  /** Rows of one slice of a large delete. */
  deleteSlice: number;
}
