import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContract } from '../../../contract/index.js';
import type { Route } from '../../catalog/index.js';
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
      operationId: 'patchTable',
      summary: 'Change a table',
      tag: 'Tables',
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
const document = JSON.parse(buildDocument(routes, contract, '1.2.3'));

test('operations have parameters, bodies, answers and every refusal', () => {
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
  expect(Object.keys(patch.requestBody.content)).toEqual(['application/json-patch+json', 'application/json']);
  expect(patch.parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'If-Match']);
  expect(Object.keys(patch.responses)).toEqual('200 400 401 403 404 409 412 413 415 429 500 503'.split(' '));
});

test('open routes ask for no token', () => {
  const open = document.paths['/v1/open'].post;
  expect(open.security).toEqual([]);
  expect(Object.keys(open.responses)).toEqual('204 400 413 415 429 500 503'.split(' '));
});

test('the components have short names, hold the JDBC types, and every reference leads to one', () => {
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

test('patterns are written without classes of Unicode and look-ahead, and mean the same', () => {
  expect(JSON.stringify(document)).not.toMatch(/\\\\p\{|\(\?!/);
  const pattern = new RegExp(document.components.schemas.EntityName.pattern, 'u');
  for (const name of ['a', 'a:b', ':a:', "it's ü / %", '']) expect(name).toMatch(pattern);
  for (const name of ['a::b', '::', 'say "x"', 'a\tb']) expect(name).not.toMatch(pattern);
});
