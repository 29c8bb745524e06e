import { expect, it } from 'vitest';
import { columnIn, titleOf } from './task-texts.js';

const about = { id: '1', type: 'table', name: 'orders' };

it('says what a task is for', () => {
  expect(titleOf({ type: 'DescriptionUpdate', about })).toBe('Describe orders');
  expect(titleOf({ type: 'TagUpdate', about, payload: { fieldPath: 'columns::id::tags' } })).toBe('Tag id of orders');
  expect(titleOf({ type: 'CustomTask', about, displayName: 'Check it' })).toBe('Check it');
  expect(titleOf({ type: 'Suggestion' })).toBe('Suggestion for something deleted');
});
it('finds the column in both ways of writing', () => {
  expect(columnIn('columns.address.street.description')).toBe('address.street');
  expect(columnIn('columns::"a.b"::tags')).toBe('a.b');
  expect(columnIn('description')).toBe('');
});
