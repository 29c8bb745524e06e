import { describe, expect, it } from 'vitest';
import type { Catalog } from '../catalog.js';
import { defineType } from '../define/define.js';
import type { Trait } from '../define/trait.js';
import { selectAll, selectFields } from './selection.js';

const trait = (field: string, more: Partial<Trait> = {}): Trait => ({
  field,
  empty: '[]',
  inWrites: true,
  load: () => Promise.resolve(new Map()),
  ...more,
});

const type = defineType({
  name: 'thing',
  path: '/v1/things',
  schema: 's',
  create: 'c',
  about: '',
  traits: [
    trait('owners', { alias: { field: 'owner', pick: () => null } }),
    trait('tags'),
    trait('certification', { with: ['tags'] }),
    trait('count', { inWrites: false }),
    trait('kind', { always: true, inWrites: false }),
  ],
  parts: [{ path: 'columns', tagged: true }],
  onRequest: ['sample'],
});

const catalog = { contract: { fieldNames: () => ['name', 'columns', 'sample'] } } as unknown as Catalog;
const chosen = (fields?: string) => {
  const { traits, extras, partTags } = selectFields(type, fields, catalog);
  return { traits: traits.map(({ as }) => as), extras, partTags };
};

describe('fields', () => {
  it.each([undefined, '', ' ', ',', 'name', 'columns, name'])('%j add nothing', (fields) =>
    expect(chosen(fields)).toEqual({ traits: ['kind'], extras: [], partTags: false }),
  );

  it('add what they name, once, ignoring blanks', () => {
    expect(chosen(' owners ,owners, sample')).toEqual({
      traits: ['kind', 'owners'],
      extras: ['sample'],
      partTags: false,
    });
    expect(chosen('owner').traits).toEqual(['kind', 'owner']);
    expect(chosen('owner,owners').traits).toEqual(['kind', 'owner', 'owners']);
  });

  it('include the fields that come with them', () => {
    expect(chosen('tags')).toEqual({ traits: ['kind', 'tags', 'certification'], extras: [], partTags: true });
  });

  it('of * include all fields', () => {
    const all = chosen('*');
    expect([...all.traits].sort()).toEqual(['certification', 'count', 'kind', 'owners', 'tags']);
    expect(all).toMatchObject({ extras: ['sample'], partTags: true });
  });

  it.each(['nonsense', 'owners,nonsense', 'Owners', '__proto__', 'owners;tags'])('%j is refused', (fields) =>
    expect(() => chosen(fields)).toThrow(expect.objectContaining({ status: 400 })),
  );

  it('of writes are those that people can edit', () => {
    const { traits, extras, partTags } = selectAll(type);
    expect(traits.map(({ as }) => as)).toEqual(['owners', 'tags', 'certification', 'kind']);
    expect({ extras, partTags }).toEqual({ extras: ['sample'], partTags: true });
  });
});
