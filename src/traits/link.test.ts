import { expect, it } from 'vitest';
import { pickFirst } from './link.js';

it.each([
  ['[]', null],
  ['[{"id":"a"}]', '{"id":"a"}'],
  ['[{"id":"a","x":{"y":[1,{"z":2}]}},{"id":"b"}]', '{"id":"a","x":{"y":[1,{"z":2}]}}'],
  ['[{"name":"}]\\"{"},{"id":"b"}]', '{"name":"}]\\"{"}'],
  ['[{"href":"\u0001/v1/users/a"}]', '{"href":"\u0001/v1/users/a"}'],
])('picks the first item of %s', (text, first) => {
  expect(pickFirst(text)).toBe(first);
});
