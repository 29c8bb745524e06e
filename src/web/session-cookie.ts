import type { Request, SetCookie } from '../catalog/index.js';

/** Behind TLS the name makes browsers insist on Secure, the root path and no other host. */
const SECURE_NAME = '__Host-cairn-session';
const NAME = 'cairn-session';

/** The refresh token that the browser keeps; null if it has none. */
export function sessionOf({ cookies }: Pick<Request, 'cookies'>): string | null {
  return cookies[SECURE_NAME] ?? cookies[NAME] ?? null;
}

/** Keeps the refresh token for `maxAge` seconds; 0 removes it. No script can read it. */
export function sessionCookie(value: string, maxAge: number, secure: boolean): SetCookie {
  return { name: secure ? SECURE_NAME : NAME, value, path: '/', maxAge, secure, httpOnly: true, sameSite: 'strict' };
}
