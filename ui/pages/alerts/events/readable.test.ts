import { expect, it } from 'vitest';
import { readable } from './readable.js';

it('tells values of events without ids, JSON and bare times', () => {
  expect(readable('plain {text}')).toBe('plain {text}');
  expect(readable('{broken')).toBe('{broken');
  expect(readable('[{"tagFQN":"PII.Sensitive"}]')).toEqual([{ tagFQN: 'PII.Sensitive' }]);
  expect(readable({ testCaseStatus: 'Failed', incidentId: 'x', timestamp: 1_764_000_000_000 })).toEqual({
    'test case status': 'Failed',
    timestamp: expect.stringMatching(/2025/),
  });
  const owner = { id: 'a', type: 'user', name: 'ann' };
  expect(readable([owner])).toEqual([owner]);
});
