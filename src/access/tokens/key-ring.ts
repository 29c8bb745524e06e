// Token signing keys. Private keys are stored sealed in the database; several keys verify, the newest signs.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { promisify } from 'node:util';
import { CompactSign, compactVerify, decodeProtectedHeader } from 'jose';
import type { Sealer } from '../../catalog/index.js';
import { type TokenClaims, unauthorized } from './token-claims.js';

/** A stored key. Times in milliseconds. */
export interface KeyRecord {
  id: string;
  createdAt: number;
  /** Tokens of the key are rejected after this time; null if it is not retired. */
  retiredAt: number | null;
  /** Public key as JSON Web Key. */
  publicKey: JsonWebKey;
  /** Private key as PEM, sealed. */
  sealedPrivateKey: string;
}

/** A key as returned by `/jwks`. */
export interface PublicKey {
  kid: string;
  kty: string;
  alg: 'RS256';
  use: 'sig';
  n: string;
  e: string;
}

/** An RSA key pair of 2048 bits. */
export type KeyPair = KeyPairKeyObjectResult;

export interface KeyRing {
  /** Signs with the newest key. */
  sign(claims: TokenClaims): Promise<string>;
  /** Payload of a token signed by an active key of the ring. Throws 401. */
  verify(token: string, now: number): Promise<Uint8Array>;
  publicKeys(now: number): PublicKey[];
}

const MODULUS_BITS = 2048;
const generate = promisify(generateKeyPair);

/** Creates a new key, from the given pair if there is one. */
export async function generateKey(
  id: string,
  now: number,
  sealer: Sealer,
  pair: Promise<KeyPair> = generate('rsa', { modulusLength: MODULUS_BITS }),
): Promise<KeyRecord> {
  const { publicKey, privateKey } = await pair;
  return {
    id,
    createdAt: now,
    retiredAt: null,
    publicKey: publicKey.export({ format: 'jwk' }),
    sealedPrivateKey: sealer.seal(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
  };
}

/** Creates an immutable key ring; create a new one when keys change. */
export function createKeyRing(records: readonly KeyRecord[], sealer: Sealer): KeyRing {
  const verifiers = new Map(
    records.map((record) => [record.id, { record, key: createPublicKey({ key: record.publicKey, format: 'jwk' }) }]),
  );
  const newest = records
    .filter((record) => record.retiredAt === null)
    .reduce<KeyRecord | null>((best, record) => (best && best.createdAt >= record.createdAt ? best : record), null);
  let signer: KeyObject | null = null;

  return {
    async sign(claims) {
      if (newest === null) throw new Error('there is no key for signing tokens');
      signer ??= createPrivateKey(sealer.open(newest.sealedPrivateKey));
      return new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: newest.id })
        .sign(signer);
    },
    async verify(token, now) {
      const found = verifiers.get(keyIdOf(token));
      if (!found || isRetired(found.record, now)) throw unauthorized('Not Authorized! Invalid token');
      try {
        return (await compactVerify(token, found.key, { algorithms: ['RS256'] })).payload;
      } catch (cause) {
        throw unauthorized('Not Authorized! Invalid token', cause);
      }
    },
    publicKeys: (now) =>
      records.filter((record) => !isRetired(record, now)).map((record) => publicForm(record.id, record.publicKey)),
  };
}

function keyIdOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? '';
  } catch (cause) {
    throw unauthorized('Not Authorized! Invalid token', cause);
  }
}

function isRetired(record: KeyRecord, now: number): boolean {
  return record.retiredAt !== null && record.retiredAt <= now;
}

function publicForm(kid: string, { kty, n, e }: JsonWebKey): PublicKey {
  return { kid, kty: kty ?? 'RSA', alg: 'RS256', use: 'sig', n: n ?? '', e: e ?? '' };
}
