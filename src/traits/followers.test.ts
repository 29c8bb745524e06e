import { expect, it } from 'vitest';
import { followerOf } from './followers.js';

it('the id of a follower comes as JSON text or plain', () => {
  expect(followerOf('"abc"')).toBe('abc');
  expect(followerOf(' abc\n')).toBe('abc');
  expect(followerOf(null)).toBe('');
  expect(() => followerOf('"abc')).toThrow('id of a user');
});
