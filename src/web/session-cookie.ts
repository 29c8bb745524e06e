import type { Request, SetCookie } from '../catalog/index.js';

/** Behind TLS the name makes browsers insist on Secure, the root path and no other host. */
const SECURE_NAME = '__Host-cairn-session';
const NAME = 'cairn-session';

/**
 * The refresh token that the browser keeps; null if it has none. Behind TLS the other name does not count: any host of the domain can
 * set a cookie of that name, and so open its session in somebody else's browser.
 */
export function sessionOf({ cookies }: Pick<Request, 'cookies'>, secure: boolean): string | null {
  return cookies[secure ? SECURE_NAME : NAME] ?? null;
}

/** Keeps the refresh token for `maxAge` seconds; 0 removes it. No script can read it. */
export function sessionCookie(value: string, maxAge: number, secure: boolean): SetCookie {
  return { name: secure ? SECURE_NAME : NAME, value, path: '/', maxAge, secure, httpOnly: true, sameSite: 'strict' };
}
