import { expect, test } from 'vitest';
import { checkPassword, hashPassword, randomPassword, verifyPassword } from './password.js';

test('verifies plain and base64 passwords', async () => {
  const hashed = await hashPassword('Pässw0rd!');
  expect(hashed).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(hashed, 'Pässw0rd!')).toBe(true);
  expect(await verifyPassword(hashed, Buffer.from('Pässw0rd!').toString('base64'))).toBe(true);
  expect(await verifyPassword(hashed, 'Passw0rd!')).toBe(false);
  expect(await verifyPassword(hashed, '')).toBe(false);
});

test('random passwords are strong and unique', () => {
  const made = new Set(Array.from({ length: 50 }, () => randomPassword()));
  expect(made.size).toBe(50);
  for (const password of made) expect(() => checkPassword(password)).not.toThrow();
});

test.each(['Ab1!', 'abcdefg1!', 'ABCDEFG1!', 'Abcdefgh!', 'Abcdefgh1', `A1!${'a'.repeat(60)}`])(
  'refuses %s',
  (password) => {
    expect(() => checkPassword(password)).toThrow('password must have');
  },
);
