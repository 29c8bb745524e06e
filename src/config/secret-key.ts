import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './read-config.js';

const KEY_BYTES = 32;
const FILE = 'secret.key';

/** Where the secret key of an instance comes from: passed as an option, or stored in the data folder. */
export type SecretKeySource = { given: string } | { folder: string };

/**
 * The 32-byte key that encrypts stored secrets. In a folder it is the file `secret.key` (base64, mode 0600). Null if
 * missing. Without it, stored secrets and signing keys cannot be decrypted.
 */
export function readSecretKey(source: SecretKeySource): Uint8Array | null {
  if ('given' in source) return decode(source.given, '--secret-key or CAIRN_SECRET_KEY');
  const path = secretKeyFile(source.folder);
  const text = readExisting(path);
  return text === null ? null : decode(text, path);
}

export function makeSecretKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** Stores a new key in a folder that has none. */
export function saveSecretKey(folder: string, key: Uint8Array): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(secretKeyFile(folder), 'wx', 0o600);
  try {
    writeFileSync(file, `${Buffer.from(key).toString('base64')}\n`);
    fsyncSync(file); // must be durable before anything encrypted with it is acknowledged
  } finally {
    closeSync(file);
  }
}

export function secretKeyFile(folder: string): string {
  return join(folder, FILE);
}

function readExisting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function decode(text: string, where: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new ConfigError([`${where} must hold ${KEY_BYTES} bytes in base64.`]);
  return key;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
