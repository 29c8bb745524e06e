import { expect, test } from 'vitest';
import { accountOf, countedAddress, tryKeys } from './login-keys.js';

test('all spellings of a name map to one account', () => {
  const spellings = [
    'carol',
    ' carol',
    'carol ',
    'Carol',
    'CAROL\u00a0',
    'ｃａｒｏｌ',
    '"carol"',
    'carol@example.com',
    '\tCarol@x.io\n',
  ];
  expect(new Set(spellings.map(accountOf))).toEqual(new Set(['carol']));
  expect(accountOf('@x')).toBe('@x');
  expect(accountOf('')).toBe('');
});

test('an IPv6 address counts as its network, an IPv4 address as itself', () => {
  expect(countedAddress('10.1.2.3')).toBe('10.1.2.3');
  expect(countedAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(countedAddress('2001:DB8:0:1:aaaa::1')).toBe(countedAddress('2001:db8::1:ffff:ffff:ffff:ffff'));
  expect(countedAddress('2001:db8:0:1::1')).not.toBe(countedAddress('2001:db8:0:2::1'));
  expect(countedAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(countedAddress('::1')).toBe('0:0:0:0::/64');
  expect(countedAddress('what a proxy sends')).toBe('what a proxy sends');
});

test('keys are short for any input, and a known address has no key for the name alone', () => {
  const keys = tryKeys('x'.repeat(1_000_000), '10.0.0.1', false);
  expect(keys.map(({ kind }) => kind)).toEqual(['address', 'pair', 'name']);
  expect(Math.max(...keys.map(({ key }) => key.length))).toBe(43);
  expect(tryKeys('x', '10.0.0.1', true).map(({ kind }) => kind)).toEqual(['address', 'pair']);
});
