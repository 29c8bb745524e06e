import { describe, expect, it } from 'vitest';
import type { EntityType } from '../../catalog/index.js';
import { columnFinder, columnNamed } from './column-holders.js';

const holder = { type: { name: 'table' } as EntityType, rule: { path: 'columns', children: 'children' } };
const entity = {
  fullyQualifiedName: '"svc.a".db.sc.t',
  columns: [
    { name: 'id' },
    { name: 'a.b', children: [{ name: 'id' }, { name: 'c', children: [{ name: '😀' }] }] },
    { name: '__proto__' },
  ],
};

describe('a column', () => {
  const find = columnFinder(holder, entity);
  it.each([
    ['"svc.a".db.sc.t.id', 'id', '/columns/0'],
    ['"svc.a"."db".sc.t."id"', 'id', '/columns/0'],
    ['"svc.a".db.sc.t."a.b"', '"a.b"', '/columns/1'],
    ['"svc.a".db.sc.t."a.b".id', '"a.b".id', '/columns/1/children/0'],
    ['"svc.a".db.sc.t."a.b".c.😀', '"a.b".c.😀', '/columns/1/children/1/children/0'],
    ['"svc.a".db.sc.t.__proto__', '__proto__', '/columns/2'],
  ])('%s is found', (fqn, path, pointer) => expect(find(fqn)).toMatchObject({ path, pointer }));

  it.each([
    '',
    'id',
    '"svc.a".db.sc.t',
    '"svc.a".db.sc.t.',
    '"svc.a".db.sc.t.ID',
    '"svc.a".db.sc.t.id.id',
    '"svc.a".db.sc.u.id',
    'svc.a.db.sc.t.id',
    '"svc.a".db.sc.t.a.b',
    '"svc.a".db.sc.t.toString',
  ])('%j is not', (fqn) => expect(find(fqn)).toBeUndefined());

  it('is found by name, path or FQN', () => {
    for (const name of ['a.b', '"a.b"', '"svc.a".db.sc.t."a.b"'])
      expect(columnNamed(holder, entity, name)?.path, name).toBe('"a.b"');
    expect(columnNamed(holder, entity, '"a.b".c.😀')?.pointer).toBe('/columns/1/children/1/children/0');
    expect(columnNamed(holder, entity, 'c')).toBeUndefined();
  });
});

it('indexes a list of columns once for many lookups', () => {
  let read = 0;
  const counted = (name: string) => ({
    get name() {
      read++;
      return name;
    },
  });
  const columns = Array.from({ length: 1000 }, (_, i) => counted(`c${i}`));
  const find = columnFinder(holder, { fullyQualifiedName: 's.d.x.t', columns });
  for (let i = 0; i < 1000; i++) expect(find(`s.d.x.t.c${i}`)?.pointer).toBe(`/columns/${i}`);
  expect(read).toBeLessThan(5000);
});
