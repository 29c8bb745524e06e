import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './read-config.js';

const KEY_BYTES = 32;
const FILE = 'secret.key';

/** Where the secret key of an instance comes from: given as text by an option, or kept in the data folder. */
export type SecretKeySource = { given: string } | { folder: string };

/**
 * The 32-byte key that seals secrets at rest. In a folder it is the file `secret.key` (base64, mode 0600),
 * made when missing. Losing it means that stored secrets and signing keys cannot be read again.
 */
export function loadSecretKey(source: SecretKeySource): Uint8Array {
  if ('given' in source) return decode(source.given, '--secret-key or CAIRN_SECRET_KEY');
  const path = join(source.folder, FILE);
  return decode(readExisting(path) ?? create(source.folder, path), path);
}

function readExisting(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

// Another process may have been first: its key is the one.
function create(folder: string, path: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return text;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return readFileSync(path, 'utf8');
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
