/**
 * Encryption of secrets at rest: AES-256-GCM with the secret key of the instance. A sealed text is `v1.` followed by
 * the base64url of nonce, authentication tag and ciphertext.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface Sealer {
  seal(text: string): string;
  /** Throws if the text was sealed with another key or was modified. */
  open(sealed: string): string;
}

const PREFIX = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const SEAL_KEY_BYTES = 32;

/** @param key 32 bytes, the secret key of the instance. */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== SEAL_KEY_BYTES) throw new Error(`the secret key must have ${SEAL_KEY_BYTES} bytes`);
  return { seal: (text) => seal(key, text), open: (sealed) => open(key, sealed) };
}

/** Whether a text has the format of a sealed one. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX) && /^[\w-]{38,}$/.test(text.slice(PREFIX.length));
}

function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function open(key: Uint8Array, sealed: string): string {
  if (!isSealed(sealed)) throw new Error('not a sealed text');
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
