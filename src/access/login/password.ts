import { randomInt } from 'node:crypto';
import { CatalogError } from '../../../contract/errors.js';

const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const SIGNS = '@#%*+-_=?';
const SHORTEST = 8;
const LONGEST = 56;

/** Hashes with argon2id; the result includes parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Accepts the password as plain text or base64, since clients of the interface send either at login. */
export async function verifyPassword(hashed: string, given: string): Promise<boolean> {
  const { verify } = await argon2();
  if (await verify(hashed, given)) return true;
  const decoded = decodeBase64(given);
  return decoded !== null && (await verify(hashed, decoded));
}

/** Fails with 400 for a password that is easy to guess. */
export function checkPassword(password: string): void {
  const strong =
    password.length >= SHORTEST &&
    password.length <= LONGEST &&
    [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u].every((kind) => kind.test(password));
  if (strong) return;
  throw new CatalogError(
    'BAD_REQUEST',
    `password must have ${SHORTEST} to ${LONGEST} characters with at least one upper case letter, one lower case letter, one digit and one special character`,
  );
}

/** A password that passes `checkPassword`, without characters that look alike. */
export function randomPassword(length = 20): string {
  const all = LOWER + UPPER + DIGITS + SIGNS;
  const characters = [LOWER, UPPER, DIGITS, SIGNS, ...Array.from({ length: length - 4 }, () => all)].map(
    (set) => set[randomInt(set.length)] ?? '',
  );
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
}

/** Loaded lazily, because a server rarely needs it right after the start. */
function argon2() {
  return import('@node-rs/argon2');
}

function decodeBase64(text: string): string | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text) || text === '') return null;
  return Buffer.from(text, 'base64').toString('utf8');
}
