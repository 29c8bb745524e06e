import { expect, it } from 'vitest';
import { defineType, type EntityType } from './define.js';
import { createRegistry } from './registry.js';

const type = (name: string, more: Partial<EntityType> = {}): EntityType =>
  defineType({ name, path: `/v1/${name}s`, schema: `entity/data/${name}`, create: null, about: 'A thing.', ...more });

it('knows which types references of a field can name', () => {
  const registry = createRegistry([
    type('crew', { targetOf: ['owners'] }),
    type('pilot', { targetOf: ['owners', 'flies'] }),
  ]);
  expect(registry.targetsOf('owners')).toEqual(['crew', 'pilot']);
  expect(registry.targetsOf('domains')).toEqual([]);
  expect(registry.targetOf('flies').name).toBe('pilot');
  for (const field of ['owners', 'domains']) expect(() => registry.targetOf(field)).toThrow(`one type for ${field}`);
});

it('lists the lists of parts of all types', () => {
  const rule = { path: 'columns', nameList: 'columnNames' };
  expect(createRegistry([type('crew'), type('grid', { parts: [rule] })]).partLists).toEqual([{ type: 'grid', rule }]);
});
