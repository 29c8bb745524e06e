import type { DestinationTarget } from './destination.js';

interface Range {
  least: number;
  most: number;
  fallback: number;
}

/** Seconds. */
const CONNECT: Range = { least: 5, most: 30, fallback: 10 };
const READ: Range = { least: 10, most: 120, fallback: 12 };

/** The stored timeouts of a destination, clamped to the allowed range. Seconds. */
export function timeoutsOf({
  timeout,
  readTimeout,
}: {
  timeout?: number;
  readTimeout?: number;
}): Pick<DestinationTarget, 'connectTimeout' | 'readTimeout'> {
  return { connectTimeout: clamped(timeout, CONNECT), readTimeout: clamped(readTimeout, READ) };
}

function clamped(seconds: number | undefined, { least, most, fallback }: Range): number {
  return Math.min(most, Math.max(least, seconds ?? fallback)) * 1000;
}
