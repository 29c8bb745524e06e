import { describe, expect, it } from 'vitest';
import { defineType, type EntityType } from './define.js';
import { createRegistry } from './registry.js';

function type(name: string, parents: (string | string[])[] = [], more: Partial<EntityType> = {}): EntityType {
  return defineType({
    name,
    path: `/v1/${name}s`,
    schema: 'entity/data/table',
    create: 'api/data/createTable',
    about: 'A thing.',
    ...(parents.length > 0
      ? { parents: parents.map((of) => ({ field: String(of), type: of, given: 'fqn' })), parentRequired: true }
      : {}),
    ...more,
  });
}

describe('containers that can share an FQN', () => {
  const { sharesNames } = createRegistry([
    type('service'),
    type('broker'),
    type('database', ['service']),
    type('schema', ['database']),
    type('table', ['schema']),
    type('pipeline', [['service', 'broker', 'unknown']]),
    type('run', ['pipeline']),
    type('group'),
    type('tag', ['group', 'tag']),
    type('domain', ['domain'], { parentRequired: false }),
    type('page', ['domain', 'group']),
    type('odd', [], { fqn: (_parent, name) => name }),
    type('note', ['odd', 'database']),
  ]);

  it.each([
    ['table', 'service'],
    ['table', 'schema'],
    ['run', 'pipeline'],
    ['tag', 'group'],
    ['tag', 'tag'],
    ['domain', 'domain'],
    ['table', 'broker'],
  ])('%s in %s: the name decides', (name, container) => {
    expect(sharesNames(name, container)).toBe(false);
  });

  it.each([
    ['pipeline', 'service'],
    ['pipeline', 'broker'],
    ['run', 'service'],
    ['page', 'group'],
    ['page', 'domain'],
    ['note', 'database'],
  ])('%s in %s: the id decides', (name, container) => {
    expect(sharesNames(name, container)).toBe(true);
  });
});

it('lists the types that a reference field can point at', () => {
  const registry = createRegistry([
    type('crew', [], { targetOf: ['owners'] }),
    type('pilot', [], { targetOf: ['owners', 'flies'] }),
  ]);
  expect(registry.targetsOf('owners')).toEqual(['crew', 'pilot']);
  expect(registry.targetsOf('domains')).toEqual([]);
  expect(registry.targetOf('flies').name).toBe('pilot');
  for (const field of ['owners', 'domains']) expect(() => registry.targetOf(field)).toThrow(`one type for ${field}`);
});

it('collects the part lists of all types', () => {
  const rule = { path: 'columns', nameList: 'columnNames' };
  const { partLists } = createRegistry([type('crew'), type('grid', [], { parts: [rule] })]);
  expect(partLists).toEqual([{ type: 'grid', rule }]);
});
