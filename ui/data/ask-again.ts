// Reads that failed because the server had no time, or was away, are asked again by themselves, whatever page shows them.
import type { Query } from '@tanstack/react-query';
import { ClientError } from 'cairn/client';
import { waitingFor } from './client.js';
import { queryClient } from './query-client.js';

/** No answer, too many requests, a server or proxy that is not there: what passes. */
const PASSING = new Set([0, 429, 502, 503, 504]);
/** Seconds to wait where the server does not say. */
const UNSTATED = 5;
/** A part of a page that counts down itself asks first. In milliseconds. */
const AFTER_PARTS = 300;

/** Begins to look at what fails; called once. */
export function askAgainByItself(): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query } = event;
    const error: unknown = query.state.error;
    if (!(error instanceof ClientError) || !PASSING.has(error.status)) return;
    const wait = Math.max(1, error.retryAfterSeconds ?? UNSTATED) * 1000;
    const until = Date.now() + wait;
    if (query.isActive() && until > (waitingFor.get()?.until ?? 0)) waitingFor.set({ status: error.status, until });
    setTimeout(() => askAgain(query, error), wait + AFTER_PARTS);
  });
}

function askAgain(query: Query<unknown, Error>, failed: Error): void {
  const { error, fetchStatus } = query.state;
  if (error === failed && fetchStatus === 'idle' && query.isActive() && navigator.onLine) void query.fetch();
}
