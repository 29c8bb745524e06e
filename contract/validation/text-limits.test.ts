import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createContract } from '../contract.js';
import { isObject } from '../json.js';
import { longTexts } from './text-limits.js';

const schemasDir = new URL('../schemas', import.meta.url).pathname;
const contract = createContract({ schemasDir, textLimits: { long: 1000, other: 100 } });
const [long, other] = ['x'.repeat(1000), 'x'.repeat(100)];

function problem(key: string, value: unknown, stored?: unknown): string {
  const result = contract.validator(key)(value, stored);
  return result.ok ? 'ok' : (result.errors[0]?.message ?? '');
}

describe('texts', () => {
  const table = (fields: object, column: object = {}) => ({
    name: 't',
    databaseSchema: 'a.b.c',
    columns: [{ name: 'c', dataType: 'INT', ...column }],
    ...fields,
  });

  it.each<[string, object, string]>([
    ['description', table({ description: `${long}x` }), 'description must have at most 1000 bytes of text, not 1001'],
    ['schemaDefinition', table({ schemaDefinition: `${long}x` }), 'schemaDefinition must have at most 1000 bytes'],
    ['a column', table({}, { description: `${long}x` }), 'columns[0].description must have at most 1000 bytes'],
    [
      'a nested column',
      table({}, { children: [{ name: 'd', dataType: 'INT', displayName: `${other}x` }] }),
      'columns[0].children[0].displayName must have at most 100 bytes',
    ],
    ['jsonSchema', table({}, { jsonSchema: `${long}x` }), 'columns[0].jsonSchema must'],
    ['displayName', table({ displayName: `${other}x` }), 'displayName must have at most 100 bytes of text, not 101'],
    [
      'characters of several bytes',
      table({ displayName: 'ü'.repeat(51) }),
      'displayName must have at most 100 bytes of text, not 102',
    ],
    ['a free value', table({ extension: { a: [{ b: `${other}x` }] } }), 'extension.a[0].b must have at most 100 bytes'],
    ['a name in a free value', table({ extension: { [`${other}x`]: 1 } }), 'extension must have at most 100 bytes'],
    ['a name', { ...table({}), name: 'n'.repeat(300) }, 'name must have at most 256 characters'],
  ])('are bounded: %s', (_, value, message) => {
    expect(problem('api/data/createTable', value)).toContain(message);
  });

  it('may be as long as the limit', () => {
    const fields = {
      description: long,
      schemaDefinition: long,
      displayName: other,
      extension: { description: long, a: other },
    };
    expect(problem('api/data/createTable', table(fields, { description: long, displayName: other }))).toBe('ok');
  });

  it('of sample data are limited only by the body size', () => {
    const data = { columns: ['c'], rows: [[`${long}x`]] };
    expect(problem('entity/data/table#tableData', data)).toBe('ok');
    expect(
      problem('entity/data/table', { ...table({}), id: '00000000-0000-4000-8000-000000000000', sampleData: data }),
    ).not.toContain('bytes');
    expect(problem('api/data/createTable', table({ extension: { rows: [`${long}x`] } }))).toContain(
      'at most 100 bytes',
    );
  });

  it('that are stored already may stay', () => {
    const stored = table({ description: `${long}x` }, { displayName: `${other}y` });
    expect(problem('api/data/createTable', { ...stored, displayName: 'new' }, stored)).toBe('ok');
    expect(problem('api/data/createTable', { ...stored, description: `${long}z` }, stored)).toContain(
      'description must',
    );
  });

  it('that schemas call Markdown, SQL, an expression or a schema are long ones', () => {
    const names = new Set<string>();
    const collect = (value: unknown, property: string): void => {
      if (Array.isArray(value)) for (const item of value) collect(item, property);
      if (!isObject(value)) return;
      if (/^cairn:type\/basic#(markdown|sqlQuery|sqlFunction|expression|jsonSchema)$/.test(String(value.$ref)))
        names.add(property);
      for (const [key, inner] of Object.entries(value))
        if (key === 'properties' && isObject(inner))
          for (const [name, schema] of Object.entries(inner)) collect(schema, name);
        else collect(inner, property);
    };
    for (const path of readdirSync(schemasDir, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.json')) collect(JSON.parse(readFileSync(join(schemasDir, path), 'utf8')), '');
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => name !== '' && !longTexts.has(name))).toEqual([]);
  });
});
