import { expect, it } from 'vitest';
import { namesIn, stateIn } from './activity-values.js';

it('names tags and people', () => {
  expect(namesIn('[{"tagFQN":"PII.Sensitive","source":"Classification"}]')).toEqual(['PII.Sensitive']);
  expect(namesIn('[{"id":"1","type":"user","name":"lena","displayName":"Lena Novak"}]')).toEqual(['Lena Novak']);
  expect(namesIn(undefined)).toEqual([]);
});
it('names what is whole in a list that was cut', () => {
  expect(namesIn('[{"tagFQN":"PII.Sensitive"},{"tagFQN":"Tier.Ti')).toEqual(['PII.Sensitive']);
});
it('reads the state of a result and of a run', () => {
  expect(stateIn('{"testCaseStatus":"Failed","result":"no"}')).toBe('Failed');
  expect(stateIn('Success')).toBe('Success');
  expect(stateIn('{"timestamp":1,"testCaseStatus":"Aborted","res')).toBe('Aborted');
  expect(stateIn('[1,2]')).toBeUndefined();
});
