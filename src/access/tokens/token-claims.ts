// Token claims and how they are read and checked. Whether a token is still valid is decided by its record.
import { CatalogError } from '../../../contract/errors.js';

/** A session of a person, a personal token, a token of a bot. */
export type TokenType = 'OM_USER' | 'PERSONAL_ACCESS' | 'BOT';

export interface TokenClaims {
  /** Name of the user or bot. */
  sub: string;
  iss: string;
  roles: string[];
  email: string;
  isBot: boolean;
  tokenType: TokenType;
  /** Seconds since 1970. */
  iat: number;
  /** Seconds since 1970; null only for a bot token without expiry. */
  exp: number | null;
  /** Id of the record: a session for `OM_USER`, else a token. */
  jti: string;
}

/** Token lifetime as given in requests; numbers are days. */
export type TokenExpiry = 'OneHour' | '1' | '7' | '30' | '60' | '90' | 'Unlimited';

const HOUR = 3_600_000;

/** Expiry time of a token issued now, in milliseconds; null if it does not expire. */
export function expiryTime(expiry: TokenExpiry, now: number): number | null {
  if (expiry === 'Unlimited') return null;
  return now + (expiry === 'OneHour' ? HOUR : Number(expiry) * 24 * HOUR);
}

/** Claims of a verified payload. Throws 401 if it is not a token of this server or has expired. */
export function readClaims(payload: Uint8Array, issuer: string, now: number): TokenClaims {
  const claims = parse(payload);
  if (claims?.iss !== issuer || !hasShape(claims)) throw unauthorized('Not Authorized! Invalid token');
  if (claims.exp === null ? claims.tokenType !== 'BOT' : claims.exp * 1000 <= now) throw expired();
  return claims;
}

export function unauthorized(message: string, cause?: unknown): CatalogError {
  return new CatalogError('UNAUTHORIZED', message, cause === undefined ? {} : { cause });
}

export function expired(): CatalogError {
  return unauthorized('Expired token!');
}

function parse(payload: Uint8Array): Partial<TokenClaims> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload).toString('utf8'));
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

function hasShape(claims: Partial<TokenClaims>): claims is TokenClaims {
  return (
    typeof claims.sub === 'string' &&
    typeof claims.jti === 'string' &&
    typeof claims.isBot === 'boolean' &&
    (claims.tokenType === 'OM_USER' || claims.tokenType === 'PERSONAL_ACCESS' || claims.tokenType === 'BOT') &&
    (claims.exp === null || Number.isSafeInteger(claims.exp))
  );
}
