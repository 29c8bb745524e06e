import { expect, test } from 'vitest';
import { portableSchema, withSize } from './portable-schema.js';

const components: Record<string, Record<string, unknown>> = {
  '#/Date': { type: 'string', format: 'date' },
  '#/Name': { type: 'string' },
  '#/Table': { type: 'object', properties: { name: { type: 'string' } } },
};
const portable = (schema: Record<string, unknown>) => portableSchema(schema, (ref) => components[ref]);

test('integers have 64 bits unless they cannot be large, and numbers are doubles', () => {
  expect(withSize({ type: 'integer' })).toEqual({ type: 'integer', format: 'int64' });
  expect(withSize({ type: 'integer', format: 'utc-millisec' })).toEqual({ type: 'integer', format: 'int64' });
  expect(withSize({ type: 'integer', maximum: 100 })).toEqual({ type: 'integer', maximum: 100 });
  expect(withSize({ type: 'integer', maximum: 2 ** 31 }).format).toBe('int64');
  expect(withSize({ type: 'integer', format: 'int32' }).format).toBe('int32');
  expect(withSize({ type: 'number', format: 'int64' }).format).toBe('double');
  expect(withSize({ type: 'string' })).toEqual({ type: 'string' });
});

test('a constant has a type, and no default is an object', () => {
  expect(portable({ const: 'a' })).toEqual({ const: 'a', type: 'string' });
  expect(portable({ type: 'object', default: { a: 1 } })).toEqual({ type: 'object' });
  expect(portable({ type: 'array', default: ['a'] })).toEqual({ type: 'array', default: ['a'] });
});

test('a union of texts of several formats and any text is any text', () => {
  const [date, name, text, table] = [{ $ref: '#/Date' }, { $ref: '#/Name' }, { type: 'string' }, { $ref: '#/Table' }];
  expect(portable({ anyOf: [date, { type: 'integer' }, { type: 'number' }, name, text, table] })).toEqual({
    anyOf: [{ type: 'number' }, text, table],
  });
  expect(portable({ anyOf: [date, table] })).toEqual({ anyOf: [date, table] });
  expect(portable({ anyOf: [date, { type: 'string', maxLength: 3 }] }).anyOf).toHaveLength(2);
  expect(portable({ anyOf: [{ $ref: '#/Unknown' }, { type: 'null' }] }).anyOf).toHaveLength(2);
});

test('a union that says only which fields are needed is a sentence', () => {
  const anyOf = [{ required: ['a', 'b'] }, { required: ['c'] }];
  expect(portable({ type: 'object', anyOf })).toEqual({ type: 'object', description: 'Needs a and b, or c.' });
  expect(portable({ type: 'object', description: 'A rule.', anyOf }).description).toBe('A rule. Needs a and b, or c.');
});

test('a union with any object has the fields of all, and may have others', () => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }];
  const one = { type: 'object', properties: { to: text, same: text, differs: text }, additionalProperties: false };
  const two = { type: 'object', properties: { same: text, differs: flag } };
  expect(portable({ description: 'What.', anyOf: [one, two, { type: 'object' }] })).toEqual({
    description: 'What.',
    type: 'object',
    properties: { to: text, same: text, differs: {} },
    additionalProperties: {},
  });
  const none = { type: 'object', additionalProperties: false };
  expect(portable({ anyOf: [one, none] })).toEqual({ anyOf: [one, none] });
});
