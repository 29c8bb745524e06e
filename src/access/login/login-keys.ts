// Keys that login attempts are counted under: hashes, so that nothing a client sent is stored. Pure.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { TryKind } from './login-waits.js';

export interface TryKey {
  kind: TryKind;
  key: string;
}

/**
 * Canonical form of a name or e-mail. An e-mail is reduced to the part before the `@`, the name its owner would have.
 */
export function accountOf(emailOrName: string): string {
  const plain = normalized(emailOrName);
  const at = plain.lastIndexOf('@');
  return at > 0 ? plain.slice(0, at) : plain;
}

/** The form used to look up a name: trimmed, lower case. */
export function wantedName(emailOrName: string): string {
  return emailOrName.trim().toLowerCase();
}

/**
 * The keys an attempt counts under. From a known address it counts for the name and address together, not for the name
 * alone.
 */
export function tryKeys(account: string, address: string, known: boolean): TryKey[] {
  const keys: TryKey[] = [
    { kind: 'address', key: hash(`address ${address}`) },
    { kind: 'pair', key: hash(`pair ${address} ${account}`) },
  ];
  return known ? keys : [...keys, { kind: 'name', key: hash(`name ${account}`) }];
}

/**
 * The keys that requests for mail to an account count under, apart from log-ins; null: only the address, for guesses of
 * a link. From many addresses together nobody makes the server fill a mailbox.
 */
export function mailKeys(email: string | null, address: string): TryKey[] {
  const byAddress: TryKey = { kind: 'address', key: hash(`mail address ${address}`) };
  return email === null
    ? [byAddress]
    : [byAddress, { kind: 'pair', key: hash(`mail to ${accountOf(email)} ${email}`) }];
}

/** The hash of an address as stored with a user. */
export function addressHash(address: string): string {
  return hash(`known ${address}`);
}

/**
 * The address that attempts count under; the /64 network for IPv6, since one client controls all 2^64 addresses in it.
 */
export function countedAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  return isIPv6(plain) ? network(plain) : plain;
}

/** The first 64 bits of an IPv6 address. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(missing).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function normalized(text: string): string {
  const plain = wantedName(wantedName(text).normalize('NFKC'));
  return plain.length > 1 && plain.startsWith('"') && plain.endsWith('"') ? plain.slice(1, -1) : plain;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
