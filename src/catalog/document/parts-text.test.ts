import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineType, type Fields } from '../define/define.js';
import { eachPart, withPartTags, writeDocument } from './document.js';
import { parseComposed, parsePrevious } from './parts-text.js';
import { hrefMark, withHrefs, withoutHrefs } from './reference.js';

const type = defineType({
  name: 'thing',
  path: '/v1/things',
  schema: 's',
  create: 'c',
  about: '',
  parts: [{ path: 'columns', children: 'children', tagged: true }],
});
const base = 'http://x/api';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '"columns":[', '},"href":"', '😀.b'));
const partsTo = (depth: number): fc.Arbitrary<Fields[]> =>
  fc.array(fc.record({ name: text, tagged: fc.boolean(), ...(depth > 0 ? { children: partsTo(depth - 1) } : {}) }), {
    maxLength: 3,
  });
const deeper = fc.constantFrom<Fields>({}, { columns: [{ name: 'a' }] }, { columns: 0 });
const core = fc
  .record({ before: deeper, columns: partsTo(2), after: deeper, description: text })
  .chain((fields) => fc.shuffledSubarray(Object.entries(fields), { minLength: 4 }))
  .map((entries): Fields => ({ id: 'i', ...Object.fromEntries(entries) }));

const link = `"href":"${hrefMark}/v1/tags/t"`;

/** The stored row and the composed text of an entity; some of its parts have a tag. */
function stored(fields: Fields) {
  const tags = new Map<string, string>();
  for (const rule of type.parts ?? [])
    eachPart(fields, rule, (part, path) => {
      if (part.tagged) tags.set(path, `[{"tagFQN":"T",${link}}]`);
    });
  const row = { id: 'i', ...writeDocument(type, fields) };
  return { row, text: `${withPartTags(row, tags)},"href":"${hrefMark}/v1/things/i","owners":[{"id":"o",${link}}]}` };
}

describe('the text of parts', () => {
  it('replaces the parts when an entity is parsed, compared and serialized', () => {
    let cut = 0;
    const property = fc.property(core, core, text, (fields, other, description) => {
      const { row, text: composed } = stored(fields);
      const { value, parts } = parseComposed(type, row, composed, base);
      expect(JSON.stringify(value)).toBe(withHrefs(composed, base));
      if (parts) cut++;
      const changed = { ...value, description };
      expect(writeDocument(type, changed, parts)).toEqual(writeDocument(type, changed));
      for (const older of [{ ...fields, description }, other]) {
        const was = withoutHrefs(stored(older).text);
        expect(JSON.stringify(parsePrevious(was, parts)).replaceAll(`,"href":"${base}/v1/tags/t"`, '')).toBe(was);
      }
    });
    fc.assert(property, { numRuns: 300 });
    expect(cut).toBeGreaterThan(50);
  });

  it('shares the parsed parts with an older text in which they are the same', () => {
    const fields = { id: 'i', columns: [{ name: 'a', tagged: true }], description: 'new' };
    const { row, text: composed } = stored(fields);
    const { value, parts } = parseComposed(type, row, composed, base);
    const was = withoutHrefs(stored({ ...fields, description: 'old' }).text);
    expect(parsePrevious(was, parts).columns).toBe(value.columns);
    const other = withoutHrefs(stored({ ...fields, columns: [{ name: 'b' }] }).text);
    expect(parsePrevious(other, parts).columns).toEqual([{ name: 'b', tags: [] }]);
  });
});
