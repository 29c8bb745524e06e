import type { ClientError } from './client-error.js';

export interface RetryRules {
  /** Maximum number of times a call is repeated. */
  retries: number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Between 0 and 1. */
  random(): number;
}

/** Seconds to wait after 429 and 504 if the response does not say. */
const UNSTATED = 30;
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 20_000;

/**
 * Milliseconds to wait before the call is repeated; null if it is not repeated. 429 and 504 wait as long as the response says. After other
 * failures of the server the wait doubles, with jitter, so that clients do not come back together. A POST is not repeated after
 * them, and no write after a connection that broke: it may have been applied. A 503 of this server says that it was not.
 */
export function waitBeforeRetry(
  error: ClientError,
  method: string,
  attempt: number,
  random: () => number,
): number | null {
  const { status, retryAfterSeconds } = error;
  if (status === 429 || (status === 504 && method !== 'POST')) return (retryAfterSeconds ?? UNSTATED) * 1000;
  const isFailure = status >= 500 || status === 0;
  if (!isFailure || method === 'POST' || (status === 0 && method !== 'GET')) return null;
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000;
  const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** attempt);
  return longest / 2 + (longest / 2) * random();
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
