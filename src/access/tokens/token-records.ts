// Token records: each valid token has a row; deleting the row revokes the token.
import { parseObject, parseReference } from '../../../contract/index.js';
import type { Scope, Sealer } from '../../catalog/index.js';
import { ACCESS_EDGE } from '../../entities/index.js';
import {
  deleteTokens,
  type EntityRow,
  insertKey,
  insertToken,
  type KeyRow,
  listKeys,
  listTokens,
  relationsFrom,
  retireKey,
  type Sql,
  type TokenRow,
  updateToken,
} from '../../storage/index.js';
import { createKeyRing, generateKey, type KeyPair, type KeyRecord, type KeyRing } from './key-ring.js';
import { expiryTime, type TokenClaims, type TokenExpiry, type TokenType } from './token-claims.js';
import { tokensChanged } from './tokens-changed.js';

const PURPOSE = 'token';
const DAY = 86_400_000;

export interface TokenOptions {
  sealer: Sealer;
  /** `iss` of every token. */
  issuer: string;
  /** How long tokens of a retired key stay valid. Milliseconds. */
  keyOverlap?: number;
  /** Key pair for the first key created here, if its generation was already started. */
  firstPair?: Promise<KeyPair> | null;
}

/** A token as returned by the interface (`auth/jwtAuth`). */
export interface JwtAuth {
  JWTToken: string;
  JWTTokenExpiry: TokenExpiry;
  JWTTokenExpiresAt?: number;
}

export interface IssueOptions {
  type: TokenType;
  /** The moment that `expiresAt` is counted from. */
  issuedAt: number;
  expiresAt: number | null;
  /** Expiry of the record if it outlives its tokens (sessions); default: `expiresAt`. */
  recordExpiresAt?: number;
  /** Id of a record that the caller stores; default: a new record is stored here. */
  recordId?: string;
  /** Stored with the record. */
  doc?: object;
}

export interface TokenRecords {
  /** The keys, cached in this thread until `forget`. */
  ring(sql: Sql): Promise<KeyRing>;
  /** Creates a key if there is no active one. */
  ensureKey(scope: Scope): Promise<void>;
  /** Creates a new signing key and returns its id; old keys still verify for the overlap. */
  rotate(scope: Scope): Promise<string>;
  /** Signs a token for a user and stores its record. */
  issue(user: EntityRow, options: IssueOptions, scope: Scope): Promise<{ id: string; token: string }>;
  /** Issues a new token for a bot. Previous ones end at once, or after `overlap` milliseconds. */
  issueForBot(user: EntityRow, expiry: TokenExpiry, scope: Scope, overlap?: number): Promise<JwtAuth>;
  /** The current token of a bot in plain text; null if it has none. */
  botToken(userId: string, sql: Sql): Promise<JwtAuth | null>;
  /** The current token of a bot, even one that has expired, and replaced ones that are still accepted, in the order in which they end. */
  tokensOfBot(userId: string, sql: Sql, now: number): Promise<TokensOfBot>;
  forget(): void;
}

export interface TokensOfBot {
  current: ListedToken | null;
  replaced: ListedToken[];
}

type Validity = Omit<JwtAuth, 'JWTToken'>;

/** A token without its text. */
export interface ListedToken {
  id: string;
  validity: Validity;
}

interface BotDoc {
  expiry: TokenExpiry;
  /** Missing in a token that was replaced: nobody reads it again. */
  sealed?: string;
}

export function createTokenRecords({
  sealer,
  issuer,
  keyOverlap = 90 * DAY,
  firstPair = null,
}: TokenOptions): TokenRecords {
  const { ring, forget } = cachedRing(sealer, keyOverlap);
  let unusedPair = firstPair ?? undefined;

  async function addKey(scope: Scope): Promise<string> {
    const pair = unusedPair;
    unusedPair = undefined;
    const key = await generateKey(scope.context.id(), scope.context.now(), sealer, pair);
    await insertKey(scope.sql, keyRow(key));
    forget();
    await tokensChanged(scope);
    return key.id;
  }

  async function issue(user: EntityRow, options: IssueOptions, scope: Scope) {
    const id = options.recordId ?? scope.context.id();
    const token = await (await ring(scope.sql)).sign(await claimsOf(user, id, options, issuer, scope));
    if (options.recordId === undefined)
      await insertToken(scope.sql, {
        id,
        user_id: user.id,
        kind: options.type,
        created_at: options.issuedAt,
        expires_at: options.recordExpiresAt ?? options.expiresAt,
        revoked_at: null,
        doc: JSON.stringify(options.doc ?? {}),
      });
    return { id, token };
  }

  return {
    ring,
    forget,
    issue,
    async ensureKey(scope) {
      if ((await listKeys(scope.sql, PURPOSE)).every((key) => key.retired_at !== null)) await addKey(scope);
    },
    async rotate(scope) {
      for (const key of await listKeys(scope.sql, PURPOSE)) await retireKey(scope.sql, key.id, scope.context.now());
      return addKey(scope);
    },
    issueForBot: (user, expiry, scope, overlap = 0) => replaceBotToken({ user, expiry, overlap, issue, sealer }, scope),
    async botToken(userId, sql) {
      const row = currentToken(await listTokens(sql, userId, 'BOT'));
      if (!row) return null;
      const { expiry, sealed = '' } = parseObject<BotDoc>(row.doc);
      return jwtAuth(sealer.open(sealed), expiry, row.expires_at);
    },
    async tokensOfBot(userId, sql, now) {
      const rows = await listTokens(sql, userId, 'BOT');
      const current = currentToken(rows);
      const replaced = rows.filter((row) => counts(row, 'BOT', now) && isReplaced(row)).map(listedToken);
      return {
        current: current ? listedToken(current) : null,
        replaced: replaced.sort((a, b) => endOf(a) - endOf(b)),
      };
    },
  };
}

const isReplaced = ({ doc }: TokenRow) => parseObject<BotDoc>(doc).sealed === undefined;

/** The newest one that was neither replaced nor revoked. */
function currentToken(rows: readonly TokenRow[]): TokenRow | undefined {
  return rows.findLast((row) => row.revoked_at === null && !isReplaced(row));
}

function listedToken({ id, doc, expires_at }: TokenRow): ListedToken {
  const { expiry } = parseObject<BotDoc>(doc);
  return { id, validity: validityOf(expiry, expires_at) };
}

const endOf = ({ validity }: ListedToken) => validity.JWTTokenExpiresAt ?? Number.MAX_SAFE_INTEGER;

function cachedRing(sealer: Sealer, keyOverlap: number): Pick<TokenRecords, 'ring' | 'forget'> {
  let loaded: Promise<KeyRing> | null = null;
  const load = async (sql: Sql) =>
    createKeyRing(
      (await listKeys(sql, PURPOSE)).map((row) => keyRecord(row, keyOverlap)),
      sealer,
    );
  return {
    ring(sql) {
      loaded ??= load(sql).catch((error: unknown) => {
        loaded = null;
        throw error;
      });
      return loaded;
    },
    forget() {
      loaded = null;
    },
  };
}

interface BotTokenRequest {
  user: EntityRow;
  expiry: TokenExpiry;
  overlap: number;
  issue: TokenRecords['issue'];
  sealer: Sealer;
}

/** The record of a bot token contains the sealed token, which is why it is stored after signing. */
async function replaceBotToken(request: BotTokenRequest, scope: Scope): Promise<JwtAuth> {
  const { user, expiry, issue, sealer } = request;
  await endPrevious(request, scope);
  const issuedAt = scope.context.now();
  const expiresAt = expiryTime(expiry, issuedAt);
  const id = scope.context.id();
  const { token } = await issue(user, { type: 'BOT', issuedAt, expiresAt, recordId: id }, scope);
  const doc: BotDoc = { expiry, sealed: sealer.seal(token) };
  await insertToken(scope.sql, {
    id,
    user_id: user.id,
    kind: 'BOT',
    created_at: issuedAt,
    expires_at: expiresAt,
    revoked_at: null,
    doc: JSON.stringify(doc),
  });
  await tokensChanged(scope);
  return jwtAuth(token, expiry, expiresAt);
}

/** Ends the tokens of a bot at once, or after the overlap; none of them gets longer by that. */
async function endPrevious({ user, overlap }: BotTokenRequest, { sql, context }: Scope): Promise<void> {
  const now = context.now();
  const ended: string[] = [];
  for (const row of await listTokens(sql, user.id, 'BOT')) {
    if (overlap > 0 && counts(row, 'BOT', now)) {
      const { expiry } = parseObject<BotDoc>(row.doc);
      const expires_at = Math.min(row.expires_at ?? Number.POSITIVE_INFINITY, now + overlap);
      await updateToken(sql, { ...row, expires_at, doc: JSON.stringify({ expiry }) });
    } else ended.push(row.id);
  }
  await deleteTokens(sql, ended);
}

export function jwtAuth(token: string, expiry: TokenExpiry, expiresAt: number | null): JwtAuth {
  return { JWTToken: token, ...validityOf(expiry, expiresAt) };
}

function validityOf(expiry: TokenExpiry, expiresAt: number | null): Validity {
  return { JWTTokenExpiry: expiry, ...(expiresAt === null ? {} : { JWTTokenExpiresAt: expiresAt }) };
}

async function claimsOf(
  user: EntityRow,
  jti: string,
  options: IssueOptions,
  iss: string,
  scope: Scope,
): Promise<TokenClaims> {
  const { email, isAdmin = false, isBot = false } = parseObject<UserDoc>(user.doc);
  const roles = await relationsFrom(scope.sql, [user.id], [ACCESS_EDGE.hasRole]);
  const names = roles.map((edge) => String(parseReference(edge.ref).name));
  return {
    sub: user.name,
    iss,
    roles: isAdmin ? ['Admin', ...names] : names,
    email,
    isBot,
    tokenType: options.type,
    iat: Math.floor(options.issuedAt / 1000),
    exp: options.expiresAt === null ? null : Math.floor(options.expiresAt / 1000),
    jti,
  };
}

interface UserDoc {
  email: string;
  isAdmin?: boolean;
  isBot?: boolean;
}

/** Whether the record makes a token of this type valid. */
export function counts(record: TokenRow | undefined, type: TokenType, now: number): record is TokenRow {
  return (
    record !== undefined &&
    record.kind === type &&
    record.revoked_at === null &&
    (record.expires_at === null || record.expires_at > now)
  );
}

function keyRecord(row: KeyRow, overlap: number): KeyRecord {
  const { publicKey, sealedPrivateKey } = parseObject<Pick<KeyRecord, 'publicKey' | 'sealedPrivateKey'>>(row.doc);
  const retiredAt = row.retired_at === null ? null : row.retired_at + overlap;
  return { id: row.id, createdAt: row.created_at, retiredAt, publicKey, sealedPrivateKey };
}

function keyRow({ id, createdAt, publicKey, sealedPrivateKey }: KeyRecord): KeyRow {
  const doc = JSON.stringify({ publicKey, sealedPrivateKey });
  return { id, purpose: PURPOSE, created_at: createdAt, retired_at: null, doc };
}
