import { describe, expect, it } from 'vitest';
import { defineType, type Fields } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { describe as describeChanges, diffEntity } from './diff.js';

const labels = (field: string, loadParts: boolean): Trait => ({
  field,
  empty: '[]',
  inWrites: true,
  load: () => Promise.resolve(new Map()),
  ...(loadParts ? { loadParts: () => Promise.resolve(new Map()) } : {}),
  write: {
    operation: 'EditTags',
    versioned: true,
    accept: (given) => Promise.resolve([...given]),
    key: (item) => String((item as Fields).tagFQN ?? (item as Fields).id),
    save: () => Promise.resolve(),
  },
});

const type = defineType({
  name: 'thing',
  path: '/v1/things',
  schema: 's',
  create: 'c',
  about: '',
  traits: [labels('owners', false), labels('tags', true)],
  parts: [
    { path: 'columns', children: 'children', tagged: true, major: ['dataType'], limits: ['dataLength'] },
    { path: 'model.columns', tagged: true },
  ],
  unversioned: ['sourceHash'],
  majorFields: ['mode'],
  namedItems: ['rules'],
});

const diff = (before: Fields, after: Fields) => {
  const changes = diffEntity(type, before, after, new Set(['service']));
  const { fieldsAdded, fieldsUpdated, fieldsDeleted } = describeChanges(changes, 1);
  return { added: fieldsAdded, updated: fieldsUpdated, deleted: fieldsDeleted, kind: changes.kind };
};
const nothing = { added: [], updated: [], deleted: [], kind: 'none' };
const column = (name: string, more: Fields = {}) => ({ name, dataType: 'INT', ...more });

describe('a difference', () => {
  it('lists added, updated and deleted fields', () => {
    expect(diff({ description: 'a', displayName: 'x' }, { description: 'b', url: 'u' })).toEqual({
      added: [{ name: 'url', newValue: 'u' }],
      updated: [{ name: 'description', oldValue: 'a', newValue: 'b' }],
      deleted: [{ name: 'displayName', oldValue: 'x' }],
      kind: 'minor',
    });
  });

  it.each([
    [{ a: null }, {}],
    [{ a: [] }, { a: null }],
    [{}, { a: [] }],
    [{ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } }],
    [{ sourceHash: 'a' }, { sourceHash: 'b' }],
    [{ service: { id: 1 } }, { service: { id: 2 } }],
    [
      { version: 0.1, updatedAt: 1, id: 'x' },
      { version: 0.2, updatedAt: 2, id: 'y' },
    ],
    [{ columns: [column('a', { fullyQualifiedName: 'x' })] }, { columns: [column('a', { ordinalPosition: 4 })] }],
    [{ columns: [column('a', { tags: [] })] }, { columns: [column('a')] }],
    [{ owners: [{ id: '1', inherited: true }] }, { owners: [] }],
    [{ owners: [{ id: '1', name: 'a' }] }, { owners: [{ id: '1', name: 'b' }] }],
  ])('is none between %j and %j', (before, after) => {
    expect(diff(before, after)).toEqual(nothing);
    expect(diff(after, before)).toEqual(nothing);
  });

  it('shows lists and objects as JSON text without links', () => {
    const { added } = diff({}, { owners: [{ id: '1', href: 'http://x' }], info: { a: 1 } });
    expect(added).toEqual([
      { name: 'owners', newValue: '[{"id":"1"}]' },
      { name: 'info', newValue: '{"a":1}' },
    ]);
  });

  it('matches list items by identity', () => {
    const { added, deleted, kind } = diff(
      { tags: [{ tagFQN: 'a' }, { tagFQN: 'b' }] },
      { tags: [{ tagFQN: 'b' }, { tagFQN: 'c' }] },
    );
    expect([added, deleted, kind]).toEqual([
      [{ name: 'tags', newValue: '[{"tagFQN":"c"}]' }],
      [{ name: 'tags', oldValue: '[{"tagFQN":"a"}]' }],
      'minor',
    ]);
  });

  it('compares parts by name, at any depth, in any order', () => {
    const before = {
      columns: [column('a'), column('email'), column('s', { children: [column('x.y', { description: 'old' })] })],
    };
    const after = {
      columns: [
        column('s', { children: [column('x.y', { description: 'new' })] }),
        column('email', { description: 'mail', tags: [{ tagFQN: 'PII' }] }),
        column('a'),
      ],
    };
    expect(diff(before, after)).toEqual({
      added: [
        { name: 'columns.email.description', newValue: 'mail' },
        { name: 'columns.email.tags', newValue: '[{"tagFQN":"PII"}]' },
      ],
      updated: [{ name: 'columns.s."x.y".description', oldValue: 'old', newValue: 'new' }],
      deleted: [],
      kind: 'minor',
    });
  });

  it('is incompatible if a part is removed or changes its type, compatible if one is added', () => {
    expect(diff({ columns: [column('a')] }, { columns: [column('a'), column('b')] }).kind).toBe('minor');
    expect(diff({ columns: [column('a'), column('b')] }, { columns: [column('a')] })).toMatchObject({
      deleted: [{ name: 'columns', oldValue: JSON.stringify([column('b')]) }],
      kind: 'major',
    });
    expect(diff({ columns: [column('a')] }, { columns: [column('a', { dataType: 'STRING' })] })).toMatchObject({
      updated: [{ name: 'columns.a.dataType' }],
      kind: 'major',
    });
    const nested = (children: Fields[]) => ({ columns: [column('s', { children })] });
    expect(diff(nested([column('x')]), nested([]))).toMatchObject({ deleted: [{ name: 'columns.s' }], kind: 'major' });
    expect(diff({ mode: 1 }, { mode: 2 }).kind).toBe('major');
  });

  it.each([
    [255, 100, 'major'],
    [undefined, 100, 'major'],
    [100, 255, 'minor'],
    [100, undefined, 'minor'],
  ])('of a limit of a part from %s to %s is %s', (before, after, kind) => {
    const limited = (dataLength: number | undefined) => ({ columns: [column('a', { dataLength })] });
    expect(diff(limited(before), limited(after)).kind).toBe(kind);
  });

  it('lists added and removed items of a list', () => {
    const a = { type: 'UNIQUE', columns: ['a'] };
    const b = { type: 'UNIQUE', columns: ['b'] };
    const c = { type: 'UNIQUE', columns: ['c'] };
    expect(diff({ constraints: [a, b] }, { constraints: [{ columns: ['b'], type: 'UNIQUE' }, c] })).toEqual({
      added: [{ name: 'constraints', newValue: JSON.stringify([c]) }],
      updated: [],
      deleted: [{ name: 'constraints', oldValue: JSON.stringify([a]) }],
      kind: 'minor',
    });
    expect(diff({ constraints: [a, b] }, { constraints: [b, a] })).toEqual({
      ...nothing,
      updated: [{ name: 'constraints', oldValue: JSON.stringify([a, b]), newValue: JSON.stringify([b, a]) }],
      kind: 'minor',
    });
    expect(diff({ constraints: [a] }, { constraints: [a, a] })).toMatchObject({ updated: [{ name: 'constraints' }] });
  });

  it('compares named items field by field', () => {
    const before = { rules: [{ name: 'a', effect: 'allow' }, { name: 'b' }] };
    const after = { rules: [{ name: 'a', effect: 'deny', operations: ['Edit'] }, { name: 'c' }] };
    expect(diff(before, after)).toEqual({
      added: [
        { name: 'rules', newValue: '[{"name":"c"}]' },
        { name: 'rules.a.operations', newValue: '["Edit"]' },
      ],
      updated: [{ name: 'rules.a.effect', oldValue: 'allow', newValue: 'deny' }],
      deleted: [{ name: 'rules', oldValue: '[{"name":"b"}]' }],
      kind: 'minor',
    });
  });

  it('lists the descriptive fields of a part first', () => {
    const named = { displayName: 'A', description: 'd' };
    expect(diff({ columns: [column('a')] }, { columns: [column('a', named)] }).added.map(({ name }) => name)).toEqual([
      'columns.a.description',
      'columns.a.displayName',
    ]);
  });

  it('separates parts inside an object from its other fields', () => {
    const before = { model: { sql: 'a', columns: [column('x')] } };
    expect(diff(before, { model: { sql: 'b', columns: [column('x'), column('y')] } })).toEqual({
      added: [{ name: 'model.columns', newValue: JSON.stringify([column('y')]) }],
      updated: [{ name: 'model.sql', oldValue: 'a', newValue: 'b' }],
      deleted: [],
      kind: 'minor',
    });
  });

  it('reports that a private field changed, without its value', () => {
    expect(diff({ $key: 'old' }, { $key: 'new' })).toEqual({ ...nothing, updated: [{ name: 'key' }], kind: 'minor' });
    expect(diff({}, { $key: 'new' })).toMatchObject({ updated: [{ name: 'key' }] });
  });
});
