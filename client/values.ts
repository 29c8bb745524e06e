/** Values that many operations share. */

export interface Page<T> {
  data: T[];
  paging: { total: number; after?: string; before?: string; offset?: number; limit?: number };
}

/** One step of a JSON Patch (RFC 6902). */
export type PatchStep =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string };

export type JsonPatch = readonly PatchStep[];
