import { parseObject, type Stored, type User } from '../../../contract/index.js';
import type { Actor } from '../../catalog/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import { getEntityById, getToken, type Sql, type Store } from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import { expired, readClaims, unauthorized } from './token-claims.js';
import { counts, type TokenRecords } from './token-records.js';

export interface AuthenticatorDeps {
  records: TokenRecords;
  authorizer: AccessAuthorizer;
  issuer: string;
  read: Store['read'];
  now(): number;
}

export interface Authenticator {
  /**
   * The actor of a token; throws 401. Results are cached, and then returned synchronously, until the token expires or
   * `forget` is called. The actor's rights are loaded too.
   */
  authenticate(bearer: string | null): Actor | Promise<Actor>;
  /** Invalidates the cache after a change of rights or tokens: every token is looked up again. */
  forget(): void;
  /** Users seen since the last call, with the time of their last request. */
  takeSeen(): { userId: string; at: number }[];
}

interface Known {
  actor: Actor;
  expiresAt: number;
}

const MOST_TOKENS = 20_000;
/** In characters; large, because a token contains the names of all roles. */
const LONGEST_TOKEN = 16_384;

export function createAuthenticator({ records, authorizer, issuer, read, now }: AuthenticatorDeps): Authenticator {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<Actor>>();
  let seen = new Map<string, number>();
  let generation = 0;

  async function verify(token: string, sql: Sql): Promise<Known> {
    const ring = await records.ring(sql);
    const claims = readClaims(await ring.verify(token, now()), issuer, now());
    const record = await getToken(sql, claims.jti);
    if (!counts(record, claims.tokenType, now())) throw unauthorized('Not Authorized! The token was revoked');
    const user = await getEntityById(sql, record.user_id);
    if (user?.type !== ACCESS_TYPE.user || user.deleted !== 0 || user.name !== claims.sub)
      throw unauthorized('Not Authorized! The user of the token no longer exists');
    const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(user.doc);
    const actor: Actor = { id: user.id, name: user.name, isAdmin, isBot };
    await authorizer.prepare(actor, sql);
    return { actor, expiresAt: claims.exp === null ? Number.POSITIVE_INFINITY : claims.exp * 1000 };
  }

  async function lookUp(token: string): Promise<Actor> {
    const of = generation;
    try {
      const found = await read((sql) => verify(token, sql));
      if (of === generation) remember(token, found);
      seen.set(found.actor.id, now());
      return found.actor;
    } finally {
      if (of === generation) underWay.delete(token);
    }
  }

  function remember(token: string, found: Known): void {
    known.set(token, found);
    if (known.size > MOST_TOKENS) known.delete(known.keys().next().value ?? '');
  }

  return {
    authenticate(bearer) {
      if (bearer === null || bearer === '') throw unauthorized('Not Authorized! Token not present');
      const hit = known.get(bearer);
      if (hit) {
        const at = now();
        if (hit.expiresAt <= at) {
          known.delete(bearer);
          throw expired();
        }
        seen.set(hit.actor.id, at);
        return hit.actor;
      }
      if (bearer.length > LONGEST_TOKEN) throw unauthorized('Not Authorized! Invalid token');
      const waiting = underWay.get(bearer);
      if (waiting) return waiting;
      const looking = lookUp(bearer);
      underWay.set(bearer, looking);
      return looking;
    },
    forget() {
      generation++;
      known.clear();
      underWay.clear();
    },
    takeSeen() {
      const taken = [...seen].map(([userId, at]) => ({ userId, at }));
      seen = new Map();
      return taken;
    },
  };
}
