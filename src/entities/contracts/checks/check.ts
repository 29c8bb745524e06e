/** What one part of a contract was found to be. */
export interface Checked<V> {
  /** What results show; absent if the contract promises nothing of this kind. */
  validation?: V;
  /** Promises that are not kept, in words. */
  failed: readonly string[];
  /** Promises that nobody could check, with the reason. */
  unchecked: readonly string[];
  /** Number of promises that are kept. */
  kept: number;
}

export const NOTHING: Checked<never> = { failed: [], unchecked: [], kept: 0 };
