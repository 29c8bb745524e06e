/** A piece of background work that runs again and again, on one node at a time. */
export interface Job {
  /** Name of its lease; the same on all nodes. */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  /** Stops early when the signal fires: the node stops or the lease was lost. A throw is logged and tried next time. */
  run(signal: AbortSignal): Promise<void>;
}
