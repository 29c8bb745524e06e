import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer, isSealed } from './seal.js';

test('opens any text that it sealed', () => {
  const sealer = createSealer(randomBytes(32));
  for (const text of ['', 'x', 'pässwörd 🔑', 'y'.repeat(10_000)]) {
    const sealed = sealer.seal(text);
    expect(isSealed(sealed)).toBe(true);
    expect(sealer.open(sealed)).toBe(text);
  }
});

test('seals the same text differently each time', () => {
  const sealer = createSealer(randomBytes(32));
  expect(sealer.seal('same')).not.toBe(sealer.seal('same'));
});

test('rejects a modified text, another key, and a key of the wrong length', () => {
  const sealer = createSealer(randomBytes(32));
  const sealed = sealer.seal('secret');
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  expect(() => sealer.open(changed)).toThrow();
  expect(() => createSealer(randomBytes(32)).open(sealed)).toThrow();
  expect(() => sealer.open('secret')).toThrow('not a sealed text');
  expect(() => createSealer(randomBytes(16))).toThrow('32 bytes');
});
