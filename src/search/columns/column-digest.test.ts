import { expect, it } from 'vitest';
import { defineType } from '../../catalog/index.js';
import { isDescribed, labelsOfColumn, readColumnDigest, wordsOfColumn, writeColumnDigest } from './column-digest.js';

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
  readColumnDigest(writeColumnDigest(table, { columns: [{ name: 'a.b', ...column }] }, labels))[0] ?? ['none'];

it('holds the names of columns of the first level, wherever the type has them', () => {
  const columns = [{ name: 'id' }, { name: 'address', children: [{ name: 'city' }] }];
  const names = (text: string) => readColumnDigest(text).map(([name]) => name);
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
  expect(new Set(all.map((column) => wordsOfColumn(only(column)))).size).toBe(all.length);
  expect(all.map((column) => isDescribed(wordsOfColumn(only(column))))).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
  ]);
  expect(only({ description: '', displayName: '' })).toEqual(only({}));
});

it('holds the labels of a column, in an order of their own', () => {
  const labels = [label('"a.b"', '2'), label('"a.b"', '1'), label('', '3'), label('"a.b".c', '4'), label('other', '5')];
  expect(labelsOfColumn(only({}, labels))).toBe('1 2');
  expect(labelsOfColumn(only({ description: 'x' }))).toBe('');
});
