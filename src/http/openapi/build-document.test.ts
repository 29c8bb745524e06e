import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContract } from '../../../contract/index.js';
import type { DataRoute, EntityType, Route } from '../../catalog/index.js';
import { buildDocument } from './build-document.js';

const contract = createContract({ schemasDir: join(import.meta.dirname, '../../../contract/schemas') });
const handle = async () => ({ status: 200 });
const routes: Route[] = [
  {
    kind: 'read',
    method: 'GET',
    path: '/v1/tables',
    handle,
    docs: {
      operationId: 'listTables',
      summary: 'List tables',
      tag: 'Tables',
      query: [{ name: 'limit', description: 'Most items of a page.', schema: { type: 'integer' } }],
      answers: { 200: { description: 'A page of tables', schema: { pageOf: 'entity/data/table' } } },
    },
  },
  {
    kind: 'write',
    method: 'PATCH',
    path: '/v1/tables/{id}',
    handle,
    docs: {
      operationId: 'patch_table_columns',
      summary: 'Change a table',
      description: 'Applies a patch.',
      tag: 'table',
      body: { schema: { inline: { type: 'array', items: { type: 'object' } } } },
      answers: { 200: { description: 'The table', schema: 'entity/data/table' } },
      errors: [404, 412],
    },
  },
  {
    kind: 'action',
    method: 'POST',
    path: '/v1/open',
    open: true,
    handle,
    docs: {
      operationId: 'open',
      summary: 'Open',
      tag: 'Other',
      body: { schema: 'api/data/createTable' },
      answers: { 204: { description: 'Done' } },
    },
  },
];
const types: EntityType[] = [
  { name: 'table', path: '/v1/tables', schema: 'entity/data/table', create: null, about: 'Rows with columns.' },
];
const document = JSON.parse(buildDocument({ routes, types, contract, version: '1.2.3' }));

test('operations have parameters, bodies, responses and every error status', () => {
  expect(document.paths['/v1/tables'].get).toMatchObject({
    operationId: 'listTables',
    parameters: [{ name: 'limit', in: 'query' }],
    responses: {
      200: {
        content: {
          'application/json': {
            schema: { properties: { data: { items: { $ref: '#/components/schemas/Table' } } } },
          },
        },
      },
      401: { $ref: '#/components/responses/Error401' },
    },
  });
  const patch = document.paths['/v1/tables/{id}'].patch;
  expect(Object.keys(patch.requestBody.content)).toEqual(['application/json-patch+json']);
  expect(patch.parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'If-Match']);
  expect(Object.keys(patch.responses)).toEqual('200 400 401 403 404 409 412 413 415 429 500 503'.split(' '));
});

test('open routes need no token', () => {
  const open = document.paths['/v1/open'].post;
  expect(open.security).toEqual([]);
  expect(Object.keys(open.responses)).toEqual('204 400 413 415 429 500 503'.split(' '));
});

test('components have short names and include the JDBC types, and every reference resolves', () => {
  const { schemas } = document.components;
  for (const name of [
    'Table',
    'CreateTable',
    'EntityReference',
    'Column',
    'JdbcConnection',
    'JdbcInfo',
    'Error',
    'Paging',
  ])
    expect(schemas[name], name).toBeTypeOf('object');
  const text = JSON.stringify(document);
  expect(text).not.toContain('cairn:');
  for (const [, section, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(document.components[section ?? ''][name ?? ''], name).toBeTypeOf('object');
});

test('patterns avoid Unicode classes and look-ahead, and match the same', () => {
  expect(JSON.stringify(document)).not.toMatch(/\\\\p\{|\(\?!/);
  const pattern = new RegExp(document.components.schemas.EntityName.pattern, 'u');
  for (const name of ['a', 'a:b', ':a:', "it's ü / %", '']) expect(name).toMatch(pattern);
  for (const name of ['a::b', '::', 'say "x"', 'a\tb']) expect(name).not.toMatch(pattern);
});

test('groups have plural names and the description of their type', () => {
  expect(document.tags).toEqual([{ name: 'Other' }, { name: 'Tables', description: 'Rows with columns.' }]);
  expect(document.paths['/v1/tables/{id}'].patch.tags).toEqual(['Tables']);
});

test('operations have names for programs and descriptions for people', () => {
  const { operationId, description } = document.paths['/v1/tables/{id}'].patch;
  expect(operationId).toBe('patchTableColumns');
  expect(description).toMatch(/^Applies a patch\. With `If-Match`, .* 412 /);
  expect(document.paths['/v1/tables'].get.description).toBe('List tables. Returns: A page of tables.');
});

test('a property, a default and an example may be named like a keyword', () => {
  const text = { type: 'string', minLength: 1 };
  const names =
    'pattern format type items required enum const default description title $ref properties x-secret $id anyOf not';
  const properties = Object.fromEntries(names.split(' ').map((name) => [name, text]));
  const inline = {
    type: 'object',
    properties,
    patternProperties: { pattern: text },
    default: [{ pattern: { $ref: 'cairn:none' }, 'x-secret': true, properties: { x: { default: 1 } } }],
    examples: [{ pattern: {}, $id: 'x' }],
    anyOf: [{ properties: { pattern: { pattern: '^[\\p{Cc}]$' } } }],
  };
  const route: Route = {
    ...(routes[0] as DataRoute),
    docs: { operationId: 'x', summary: 'x', tag: 'x', answers: { 200: { description: 'x', schema: { inline } } } },
  };
  const { paths } = JSON.parse(buildDocument({ routes: [route], types, contract, version: '1' }));
  expect(paths['/v1/tables'].get.responses[200].content['application/json'].schema).toEqual({
    ...inline,
    anyOf: [{ properties: { pattern: { pattern: '^[\\u0000-\\u001f\\u007f-\\u009f]$' } } }],
  });
  expect(document.components.schemas.Table).toBeTypeOf('object');
});

test('the body of a patch is a separate component', () => {
  const { content } = document.paths['/v1/tables/{id}'].patch.requestBody;
  for (const media of Object.keys(content))
    expect(content[media]).toEqual({ schema: { $ref: '#/components/schemas/JsonPatch' } });
});
