// Under what tries are counted: hashes, so that nothing of what somebody sent is kept. Pure.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { TryKind } from './login-waits.js';

export interface TryKey {
  kind: TryKind;
  key: string;
}

/** One text for all spellings of a name or e-mail; the name in front of an e-mail that nobody has, as its owner would have it. */
export function accountOf(emailOrName: string): string {
  const plain = normalized(emailOrName);
  const at = plain.lastIndexOf('@');
  return at > 0 ? plain.slice(0, at) : plain;
}

/** How a name is looked up: without blanks around it and in lower case. */
export function wantedName(emailOrName: string): string {
  return emailOrName.trim().toLowerCase();
}

/** The keys under which a try from an address counts. From a known address only the name with it counts, not the name alone. */
export function tryKeys(account: string, address: string, known: boolean): TryKey[] {
  const keys: TryKey[] = [
    { kind: 'address', key: hash(`address ${address}`) },
    { kind: 'pair', key: hash(`pair ${address} ${account}`) },
  ];
  return known ? keys : [...keys, { kind: 'name', key: hash(`name ${account}`) }];
}

/** The hash of an address as it is kept with a user. */
export function addressHash(address: string): string {
  return hash(`known ${address}`);
}

/** An address as it counts: whoever has one of IPv6 has 2^64 of them. */
export function countedAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  return isIPv6(plain) ? network(plain) : plain;
}

/** The first 64 bits. */
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
