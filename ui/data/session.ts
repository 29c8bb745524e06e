// Who is signed in. The access token lives in this module's closure only; the refresh token is in a cookie that no script can read.
import type { User } from 'cairn/client';
import { createStore } from './store.js';

export interface Rights {
  [resource: string]: { allow: string[]; maybe: string[] } | undefined;
}

export type Session =
  | { status: 'loading' }
  | { status: 'none' }
  /** `again`: seconds after which to ask once more. */
  | { status: 'unreachable'; again: number }
  /** `ended`: the session is over, and the page stays until the person signs in again. */
  | { status: 'open' | 'ended'; user: User; rights: Rights };

interface Opened {
  accessToken: string;
  expiresAt: number;
  user: User;
  rights: Rights;
}

export class SignInError extends Error {
  override readonly name = 'SignInError';
  constructor(
    message: string,
    readonly status: number,
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
  }
}

/** Tokens are renewed this long before they end, in milliseconds. */
const EARLY = 30_000;
/** Seconds until a server that does not answer is asked again. */
const AGAIN = 5;
const LOCK = 'cairn-session';

export const session = createStore<Session>({ status: 'loading' });
let token: { text: string; expiresAt: number } | null = null;
let renewing: Promise<boolean> | null = null;
let waiting: ((signedIn: boolean) => void)[] = [];

function take({ accessToken, expiresAt, user, rights }: Opened): void {
  token = { text: accessToken, expiresAt };
  session.set({ status: 'open', user, rights });
  for (const resume of waiting.splice(0)) resume(true);
}

/** The token for a request; renewed when it is about to end. */
export async function accessToken(): Promise<string | null> {
  if (token ? token.expiresAt - Date.now() < EARLY : renewing) await renew();
  return token?.text ?? null;
}

/** What `app/ask-session.js` asked for, until it is taken. */
const early = globalThis as { cairnSession?: Promise<Response> | undefined };

/** Asks for the session that the cookie names. Tabs take turns, because each refresh token is for one use. */
export function renew(): Promise<boolean> {
  const { cairnSession } = early;
  early.cairnSession = undefined;
  renewing ??= (cairnSession ? renewBy(cairnSession) : inTurn(renewNow)).finally(() => {
    renewing = null;
  });
  return renewing;
}

/**
 * Browsers offer locks to pages of a secure origin only. Without them, and for the request that is sent before they can be asked, the
 * server's grace period covers it.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

function renewNow(): Promise<boolean> {
  return renewBy(fetch('/session/refresh', { method: 'POST' }));
}

async function renewBy(answer: Promise<Response>): Promise<boolean> {
  let response: Response;
  try {
    response = await answer;
  } catch {
    return isUnreachable();
  }
  if (response.status === 200) {
    take(await response.json());
    return true;
  }
  if (response.status === 204) lose();
  else return isUnreachable(Number(response.headers.get('retry-after')) || AGAIN);
  return false;
}

/** Without a session yet there is nothing else to show; each time is another object, so that it counts down anew. */
function isUnreachable(again = AGAIN): false {
  const { status } = session.get();
  if (status === 'loading' || status === 'unreachable') session.set({ status: 'unreachable', again });
  return false;
}

function lose(): void {
  token = null;
  const before = session.get();
  session.set(
    before.status === 'open' || before.status === 'ended' ? { ...before, status: 'ended' } : { status: 'none' },
  );
}

/** After an answer with 401: renews the session, or waits until the person has signed in again. */
export async function recover(): Promise<boolean> {
  if (await renew()) return true;
  if (session.get().status !== 'ended') return false;
  return new Promise((resume) => waiting.push(resume));
}

export async function signIn(email: string, password: string): Promise<void> {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => null);
  if (response?.status === 200) return take(await response.json());
  const body = await response?.json().catch(() => null);
  const seconds = Number(response?.headers.get('retry-after'));
  throw new SignInError(String(body?.message ?? ''), response?.status ?? 0, seconds || null);
}

/** Ends the session on the server, and forgets what this page knows. */
export async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' }).catch(() => null);
  token = null;
  const abandoned = waiting;
  waiting = [];
  for (const resume of abandoned) resume(false);
  session.set({ status: 'none' });
}
