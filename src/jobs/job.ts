/** A recurring background job that runs on one node at a time. */
export interface Job {
  /** Name of the job's lease; the same on all nodes. */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  /**
   * Must stop early when the signal fires: the node stops, or it lost the lease. An error is logged, and the next run
   * tries again.
   */
  run(signal: AbortSignal): Promise<void>;
}
