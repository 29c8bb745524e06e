// Access tokens by the client credentials grant. Kept in the memory of each server until shortly before they expire; a
// token that a receiver refuses is dropped, so no other invalidation is needed.
import { createHash } from 'node:crypto';
import { isObject } from '../../contract/index.js';
import { EgressError, type HttpEgress } from '../egress/index.js';
import type { HttpAuth } from './http-config.js';

export type OAuth2 = Extract<HttpAuth, { type: 'oauth2' }>;

export interface OAuth2Tokens {
  /** A valid token; concurrent callers share one request. Rejects with an `EgressError`. */
  get(client: OAuth2): Promise<string>;
  /** Forgets a token that was refused, unless it was replaced meanwhile. */
  drop(client: OAuth2, token: string): void;
}

interface Kept {
  token: string;
  until: number;
}

const MOST_TOKENS = 100;
const LONGEST_KEPT = 3_600_000;
const DEFAULT_LIFETIME = 3600;
const EARLY = 30_000;
const TIMEOUTS = { connectTimeout: 10_000, readTimeout: 30_000 };
const MOST_BYTES = 64 * 1024;

export function createOAuth2Tokens(http: HttpEgress, now: () => number): OAuth2Tokens {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<string>>();

  const ask = async (client: OAuth2, key: string): Promise<string> => {
    const { token, lifetime } = await requestToken(client, http);
    kept.delete(key);
    kept.set(key, { token, until: now() + Math.min(lifetime * 1000, LONGEST_KEPT) - EARLY });
    const [oldest] = kept.keys();
    if (kept.size > MOST_TOKENS && oldest !== undefined) kept.delete(oldest);
    return token;
  };

  return {
    get(client) {
      const key = keyOf(client);
      const known = kept.get(key);
      if (known && known.until > now()) return Promise.resolve(known.token);
      const running = asking.get(key);
      if (running) return running;
      const started = ask(client, key).finally(() => asking.delete(key));
      asking.set(key, started);
      return started;
    },
    drop(client, token) {
      const key = keyOf(client);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
  };
}

async function requestToken(client: OAuth2, http: HttpEgress): Promise<{ token: string; lifetime: number }> {
  const { tokenUrl, clientId, clientSecret, scope } = client;
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId });
  form.set('client_secret', clientSecret);
  if (scope !== '') form.set('scope', scope);
  const { status, body } = await http.send({
    url: tokenUrl,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    maxBytes: MOST_BYTES,
    ...TIMEOUTS,
  });
  // The response may repeat the secret, so only its status is shown.
  const { host } = new URL(tokenUrl);
  if (status !== 200) throw new EgressError('failed', `the token server ${host} answered ${status}`);
  const answer = parse(Buffer.from(body).toString('utf8'));
  const token = answer.access_token;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new EgressError('failed', `the token server ${host} answered without an access_token`);
  const lifetime = Number(answer.expires_in ?? DEFAULT_LIFETIME);
  return { token, lifetime: Number.isFinite(lifetime) && lifetime > 0 ? lifetime : DEFAULT_LIFETIME };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The key includes the secret and the scope, so that a changed one gets a new token. */
function keyOf({ tokenUrl, clientId, clientSecret, scope }: OAuth2): string {
  return createHash('sha256')
    .update(JSON.stringify([tokenUrl, clientId, clientSecret, scope]))
    .digest('base64url');
}
