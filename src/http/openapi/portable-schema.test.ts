import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../contract/index.js';
import { portableSchema, portableUnion, withSize } from './portable-schema.js';

const declared: Record<string, JsonSchema> = {
  '#/Date': { type: 'string', format: 'date' },
  '#/Name': { type: 'string' },
  '#/Table': { type: 'object', properties: { name: { type: 'string' } } },
};
const union = (...anyOf: JsonSchema[]) => portableUnion({ description: 'What.', anyOf }, (ref) => declared[ref] ?? {});

test('integers have 64 bits unless they cannot be large, and numbers are doubles', () => {
  expect(withSize({ type: 'integer' })).toEqual({ type: 'integer', format: 'int64' });
  expect(withSize({ type: 'integer', format: 'utc-millisec' })).toEqual({ type: 'integer', format: 'int64' });
  expect(withSize({ type: 'integer', maximum: 100 })).toEqual({ type: 'integer', maximum: 100 });
  expect(withSize({ type: 'integer', maximum: 2 ** 31 }).format).toBe('int64');
  expect(withSize({ type: 'integer', format: 'int32' }).format).toBe('int32');
  expect(withSize({ type: 'number', format: 'int64' }).format).toBe('double');
  expect(withSize({ type: 'string' })).toEqual({ type: 'string' });
});

test('a constant has a type, and no default is an object or an address', () => {
  expect(portableSchema({ const: 'a' })).toEqual({ const: 'a', type: 'string' });
  expect(portableSchema({ type: 'object', default: { a: 1 } })).toEqual({ type: 'object' });
  expect(portableSchema({ type: 'array', default: ['a'] })).toEqual({ type: 'array', default: ['a'] });
  const address = { type: 'string', default: 'https://example.com' };
  expect(portableSchema({ ...address, format: 'uri' })).toEqual(address);
  expect(portableSchema({ type: 'string', format: 'uri' }).format).toBe('uri');
});

test('a union of texts of several formats and any text is any text', () => {
  const [date, name, text, table] = [{ $ref: '#/Date' }, { $ref: '#/Name' }, { type: 'string' }, { $ref: '#/Table' }];
  const [whole, number] = [{ type: 'integer' }, { type: 'number' }];
  expect(union(date, whole, number, name, text, table).anyOf).toEqual([number, text, table]);
  expect(union(date, table).anyOf).toEqual([date, table]);
  expect(union(date, { type: 'string', maxLength: 3 }).anyOf).toHaveLength(2);
  expect(union({ $ref: '#/Unknown' }, { type: 'null' }).anyOf).toHaveLength(2);
});

test('a union that says only which fields are needed is a sentence', () => {
  const anyOf = [{ required: ['a', 'b'] }, { required: ['c'] }];
  expect(portableSchema({ type: 'object', anyOf })).toEqual({ type: 'object', description: 'Needs a and b, or c.' });
  expect(portableSchema({ type: 'object', description: 'A rule.', anyOf }).description).toBe(
    'A rule. Needs a and b, or c.',
  );
});

test('a union with any object has the fields of all, and may have others', () => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }];
  const one = { type: 'object', properties: { to: text, same: text, differs: text }, additionalProperties: false };
  declared['#/Two'] = { type: 'object', properties: { same: text, differs: flag } };
  expect(union(one, { $ref: '#/Two' }, { type: 'object' })).toEqual({
    description: 'What.',
    type: 'object',
    properties: { to: text, same: text, differs: {} },
    additionalProperties: {},
  });
  const none = { type: 'object', additionalProperties: false };
  expect(union(one, none)).toEqual({ description: 'What.', anyOf: [one, none] });
});
