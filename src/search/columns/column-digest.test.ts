import { expect, it } from 'vitest';
import { defineType } from '../../catalog/index.js';
import { isDescribed, readColumnDigest, writeColumnDigest } from './column-digest.js';

const type = (path: string) =>
  defineType({
    name: 'thing',
    path: '/v1/things',
    schema: 's',
    create: 'c',
    about: '',
    parts: [{ path, tagged: true }],
  });
const label = (part: string, tag_id: string) => ({ part, tag_id });
const [table, container] = [type('columns'), type('dataModel.columns')];
const only = (column: object, labels: ReturnType<typeof label>[] = []) =>
  readColumnDigest(writeColumnDigest(table, { columns: [{ name: 'a.b', ...column }] }, labels))[0];

it('holds the names of columns of the first level, wherever the type has them', () => {
  const columns = [{ name: 'id' }, { name: 'address', children: [{ name: 'city' }] }];
  const names = (text: string) => readColumnDigest(text).map(({ name }) => name);
  expect(names(writeColumnDigest(table, { columns }, []))).toEqual(['id', 'address']);
  expect(names(writeColumnDigest(container, { dataModel: { columns } }, []))).toEqual(['id', 'address']);
  for (const entity of [{}, { columns: [] }, { columns: null }, { columns: 'x' }, { columns: [null, 7, { name: 7 }] }])
    expect(names(writeColumnDigest(table, entity, []))).toEqual([]);
  expect(writeColumnDigest(type('fields'), { fields: columns }, [])).toBe('');
});

it('tells metadata apart', () => {
  const all = [
    {},
    { description: 'x' },
    { displayName: 'x' },
    { description: 'x', displayName: 'y' },
    { description: 'y', displayName: 'x' },
    { description: ' ' },
  ];
  expect(new Set(all.map((column) => only(column)?.words)).size).toBe(all.length);
  expect(all.map((column) => isDescribed(only(column)?.words ?? ''))).toEqual([false, true, false, true, true, false]);
  expect(only({ description: '', displayName: '' })).toEqual(only({}));
});

it('holds the labels of a column, in an order of their own', () => {
  const labels = [label('"a.b"', '2'), label('"a.b"', '1'), label('', '3'), label('"a.b".c', '4'), label('other', '5')];
  expect(only({}, labels)?.labels).toEqual(['1', '2']);
});
