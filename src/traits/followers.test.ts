import { expect, it } from 'vitest';
import { followerOf } from './followers.js';

it('accepts the id of a follower as a JSON string or plain text', () => {
  expect(followerOf('"abc"')).toBe('abc');
  expect(followerOf(' abc\n')).toBe('abc');
  expect(followerOf(null)).toBe('');
  expect(() => followerOf('"abc')).toThrow('id of a user');
});
