import { createClient } from 'cairn/client';
import { accessToken, recover } from './session.js';
import { createStore } from './store.js';

/** A request that the server could not answer yet, and that is sent again at a time of the clock. */
export interface Wait {
  status: number;
  until: number;
}

/** Waits shorter than this are not worth a word, in milliseconds. */
const SHORT = 900;

/** The longest wait of all requests. */
export const waitingFor = createStore<Wait | null>(null);

/** The client of all pages. */
export const cairn = createClient({
  token: accessToken,
  onUnauthorized: recover,
  onRetry({ status }, milliseconds) {
    const until = Date.now() + milliseconds;
    if (milliseconds >= SHORT && until > (waitingFor.get()?.until ?? 0)) waitingFor.set({ status, until });
  },
});
