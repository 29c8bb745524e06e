import { expect, test } from 'vitest';
import { createLoginLimit } from './login-limit.js';

test('an account waits longer and longer, and is forgiven by success', () => {
  const limit = createLoginLimit();
  for (let i = 0; i < 4; i++) limit.failed('Pat', '10.0.0.1', 0);
  limit.check('pat', '10.0.0.1', 0);
  limit.failed('pat', '10.0.0.1', 0);
  expect(() => limit.check('PAT', '10.9.9.9', 0)).toThrow('10 seconds');
  limit.check('pat', '10.0.0.1', 10_000);
  limit.failed('pat', '10.0.0.1', 10_000);
  expect(() => limit.check('pat', '10.0.0.1', 10_000)).toThrow('20 seconds');
  limit.succeeded('pat');
  limit.check('pat', '10.0.0.1', 10_000);
});

test('an address that tries many accounts waits too', () => {
  const limit = createLoginLimit();
  for (let i = 0; i < 30; i++) limit.failed(`user${i}`, '10.0.0.1', 0);
  expect(() => limit.check('fresh', '10.0.0.1', 0)).toThrow('try again in');
  limit.check('fresh', '10.0.0.2', 0);
  limit.check('fresh', '10.0.0.1', 3_600_000);
});
