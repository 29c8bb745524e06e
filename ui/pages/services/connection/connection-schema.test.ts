import { expect, it } from 'vitest';
import {
  choiceOf,
  choicesOf,
  type FieldSchema,
  fieldsOf,
  firstOf,
  isFolded,
  kindOf,
  missingOf,
  pruned,
  withoutSecrets,
} from './connection-schema.js';

const secret: FieldSchema = { type: 'string', 'x-secret': true };
const schema: FieldSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['Postgres'], default: 'Postgres' },
    scheme: { type: 'string', enum: ['a', 'b'], default: 'a' },
    hostPort: { type: 'string' },
    authType: {
      anyOf: [
        { title: 'basicAuth', type: 'object', properties: { password: secret }, additionalProperties: false },
        {
          title: 'gcpValues',
          type: 'object',
          properties: { type: { const: 'gcp', default: 'gcp' }, key: secret, project: { type: 'string' } },
          required: ['project'],
        },
      ],
    },
    connectionOptions: { type: 'object', additionalProperties: { type: 'string' } },
    tables: { type: 'array', items: { type: 'string' } },
    nested: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    supportsUsage: { type: 'boolean', default: true },
  },
  required: ['hostPort', 'type'],
};
const part = (name: string) => schema.properties?.[name] ?? {};

it('tells what each field is, and leaves out what cannot be chosen', () => {
  expect(fieldsOf(schema, true).map(([name, field]) => `${name} ${kindOf(field)}`)).toEqual([
    'scheme choice',
    'hostPort text',
    'authType union',
    'connectionOptions pairs',
    'tables lines',
    'nested group',
  ]);
  expect(fieldsOf(schema, true).flatMap(([name, field]) => (isFolded(name, field, schema) ? [name] : []))).toEqual([
    'scheme',
    'connectionOptions',
  ]);
});

it('finds the alternative of a value, and leaves out those that stand for none', () => {
  const choices = choicesOf(part('authType'));
  expect(choiceOf(choices, { password: 'x' })).toBe(0);
  expect(choiceOf(choices, { type: 'gcp', project: 'p' })).toBe(1);
  expect(choiceOf(choices, undefined)).toBe(-1);
  expect(choicesOf({ anyOf: [{ type: 'object', additionalProperties: false }, { type: 'string' }] })).toHaveLength(1);
  expect(firstOf(choices[1] ?? {})).toEqual({ type: 'gcp' });
});

it('names what is missing, also inside of what was begun', () => {
  expect(missingOf(schema, {})).toEqual(['/hostPort']);
  expect(missingOf(schema, { hostPort: 'h', nested: {}, authType: { type: 'gcp' } })).toEqual(['/authType/project']);
  expect(missingOf(schema, { hostPort: 'h', nested: { b: 1 } })).toEqual(['/nested/a']);
});

it('sends nothing that is empty, and keeps no secret in a draft', () => {
  expect(pruned({ a: '', b: { c: '' }, d: [''], e: false, '': 'x' })).toEqual({ d: [], e: false });
  const value = { hostPort: 'h', authType: { type: 'gcp', key: 'k', project: 'p' }, connectionOptions: { token: 't' } };
  expect(withoutSecrets(schema, value)).toEqual({ hostPort: 'h', authType: { type: 'gcp', project: 'p' } });
});
