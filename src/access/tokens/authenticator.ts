import type { Actor } from '../../catalog/index.js';
import type { Store } from '../../storage/index.js';
import type { AccessAuthorizer } from '../decisions/authorizer.js';
import type { CurrentRights } from './current-rights.js';
import { expired, unauthorized } from './token-claims.js';
import type { TokenRecords } from './token-records.js';
import type { Verified, VerifyToken } from './verify-token.js';

export interface AuthenticatorDeps {
  records: Pick<TokenRecords, 'forget'>;
  authorizer: AccessAuthorizer;
  rights: CurrentRights;
  verify: VerifyToken;
  read: Store['read'];
  now(): number;
}

export interface Authenticator {
  /**
   * The actor of a token; throws 401. `actsFor`: the name of the user that a bot acts for, who then is the actor; throws
   * 403 if the bot may not. Results are cached, and then returned synchronously, until the token expires or
   * `forget` is called. The actor's rights are loaded too.
   */
  authenticate(bearer: string | null, actsFor?: string): Actor | Promise<Actor>;
  /** Invalidates the cache after a change of rights or tokens: every token is looked up again. */
  forget(): void;
  /** Users seen since the last call, with the time of their last request. */
  takeSeen(): { userId: string; at: number }[];
}

const MOST_TOKENS = 20_000;
/** In characters; large, because a token contains the names of all roles. */
const LONGEST_TOKEN = 16_384;
/** Of looking up a token while rights change. */
const ATTEMPTS = 5;

export function createAuthenticator({
  records,
  authorizer,
  rights,
  verify,
  read,
  now,
}: AuthenticatorDeps): Authenticator {
  const known = createVerifiedTokens();
  const underWay = new Map<string, Promise<Actor>>();
  let seen = new Map<string, number>();
  let generation = 0;

  async function lookUp(token: string, actsFor: string | undefined): Promise<Actor> {
    for (let attempt = 1; ; attempt++) {
      let of = generation;
      const found = await read(async (sql) => {
        if (!(await rights.follow(sql)) && attempt < ATTEMPTS) return null;
        of = generation;
        const verified = await verify(token, sql, now(), actsFor);
        await authorizer.prepare(verified.actor, sql);
        return verified;
      });
      if (found && (of === generation || attempt === ATTEMPTS)) {
        if (of === generation) known.add(keyOf(token, actsFor), found);
        seen.set(found.holderId, now());
        return found.actor;
      }
      records.forget(); // keys may have been loaded from a snapshot that was older than the change
    }
  }

  async function look(token: string, actsFor: string | undefined): Promise<Actor> {
    const of = generation;
    try {
      return await lookUp(token, actsFor);
    } finally {
      if (of === generation) underWay.delete(keyOf(token, actsFor));
    }
  }

  return {
    authenticate(bearer, actsFor) {
      if (bearer === null || bearer === '') throw unauthorized('Not Authorized! Token not present');
      const at = now();
      const key = keyOf(bearer, actsFor);
      const hit = known.find(key, at);
      if (hit) {
        seen.set(hit.holderId, at);
        return hit.actor;
      }
      if (bearer.length > LONGEST_TOKEN) throw unauthorized('Not Authorized! Invalid token');
      const waiting = underWay.get(key);
      if (waiting) return waiting;
      const looking = look(bearer, actsFor);
      underWay.set(key, looking);
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

/** A token has no spaces. */
function keyOf(token: string, actsFor: string | undefined): string {
  return actsFor === undefined ? token : `${token} ${actsFor}`;
}

function createVerifiedTokens() {
  const known = new Map<string, Verified>();
  return {
    /** Throws 401 if the token has expired. */
    find(token: string, now: number): Verified | undefined {
      const found = known.get(token);
      if (!found || found.expiresAt > now) return found;
      known.delete(token);
      throw expired();
    },
    add(token: string, verified: Verified): void {
      known.set(token, verified);
      if (known.size > MOST_TOKENS) known.delete(known.keys().next().value ?? '');
    },
    clear: () => known.clear(),
  };
}
