import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineType, type Fields } from '../define/define.js';
import {
  eachPart,
  readDocument,
  withoutPartsOnRequest,
  withoutPartTags,
  withPartTags,
  writeDocument,
} from './document.js';

const type = defineType({
  name: 'thing',
  path: '/v1/things',
  schema: 's',
  create: 'c',
  about: '',
  parts: [
    { path: 'columns', children: 'children', tagged: true },
    { path: 'model.fields', tagged: true },
  ],
  onRequest: ['sample'],
});

const row = (core: Fields) => writeDocument(type, core);
const spliced = (core: Fields, tags: Map<string, string>): Fields => JSON.parse(`${withPartTags(row(core), tags)}}`);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\u2028', '.'),
);
const partsTo = (depth: number): fc.Arbitrary<Fields[]> =>
  fc.array(fc.record({ name: text, description: text, ...(depth > 0 ? { children: partsTo(depth - 1) } : {}) }), {
    maxLength: 3,
  });
const parts = partsTo(3);

describe('stored text', () => {
  it('inserts tags at the end of parts, whatever characters precede them', () => {
    fc.assert(
      fc.property(text, parts, parts, (name, columns, fields) => {
        const core = { name, columns, model: { sql: name, fields }, last: 1 };
        const tags = new Map<string, string>();
        const expected = structuredClone(core) as Fields;
        for (const rule of type.parts ?? [])
          eachPart(expected, rule, (each, path) => {
            const label = [{ tagFQN: path }];
            tags.set(path, JSON.stringify(label));
            each.tags = label;
          });
        for (const rule of type.parts ?? [])
          eachPart(expected, rule, (each, path) => {
            each.tags = JSON.parse(tags.get(path) as string);
          });
        expect(spliced(core, tags)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 200 },
    );
  });

  it('has [] for parts without tags, and omits tags if they are not wanted', () => {
    const core = {
      columns: [
        { name: 'a', tags: [{ tagFQN: 'stale' }] },
        { name: '😀.b', children: [{ name: 'c' }] },
      ],
    };
    expect(JSON.parse(`${withoutPartTags(row(core))}}`)).toEqual({
      columns: [{ name: 'a' }, { name: '😀.b', children: [{ name: 'c' }] }],
    });
    expect(spliced(core, new Map())).toEqual({
      columns: [
        { name: 'a', tags: [] },
        { name: '😀.b', children: [{ name: 'c', tags: [] }], tags: [] },
      ],
    });
    expect(spliced(core, new Map([['"😀.b".c', '[1]']]))).toEqual({
      columns: [
        { name: 'a', tags: [] },
        { name: '😀.b', children: [{ name: 'c', tags: [1] }], tags: [] },
      ],
    });
  });

  it('stores private fields and fields returned on request separately', () => {
    const core = { name: 'x', $key: 'secret', sample: [1], gone: null, absent: undefined };
    const stored = row(core);
    expect(JSON.parse(stored.doc)).toEqual({ name: 'x' });
    expect(stored.cuts).toBeNull();
    expect(readDocument(stored)).toEqual({ name: 'x', $key: 'secret', sample: [1] });
  });

  it('keeps parts that are returned on request at the end, and can leave them out', () => {
    const sheet = { ...type, parts: [{ path: 'model.columns', tagged: true }], onRequest: ['model', 'sample'] };
    fc.assert(
      fc.property(text, parts, (name, columns) => {
        const core = { model: { columns, sql: name }, name, sample: [1] };
        const stored = writeDocument(sheet, core);
        expect(readDocument(stored)).toEqual({
          ...core,
          model: { columns: columns.map((column) => ({ ...column, tags: [] })), sql: name },
        });
        expect(JSON.parse(`${withoutPartTags(stored)}}`)).toEqual({ name, model: core.model });
        expect(JSON.parse(`${withoutPartTags(withoutPartsOnRequest(stored))}}`)).toEqual({ name });
        expect(stored.core).toEqual({ name, model: core.model });
      }),
      { numRuns: 100 },
    );
    const plain = writeDocument(sheet, { name: 'x' });
    expect(withoutPartsOnRequest(plain)).toBe(plain);
  });

  it('puts a segment above the parts of a list', () => {
    const seen: string[] = [];
    const rule = { path: 'columns', children: 'children', below: 'answer' };
    eachPart({ columns: [{ name: 'a.b', children: [{ name: 'c' }] }] }, rule, (_part, path) => void seen.push(path));
    expect(seen).toEqual(['answer."a.b"', 'answer."a.b".c']);
  });
});
