import { describe, expect, test } from 'vitest';
import type { Route } from '../../catalog/index.js';
import { createRouteTree } from './route-tree.js';

const docs = { operationId: 'x', summary: 'x', tag: 'x', answers: {} };
const route = (key: string): Route => {
  const [method, path] = key.split(' ') as [Route['method'], string];
  return { kind: 'read', method, path, docs, handle: async () => ({ status: 200 }) };
};

const tree = createRouteTree({
  '/api': [
    'GET /v1/things',
    'POST /v1/things',
    'GET /v1/things/{id}',
    'DELETE /v1/things/{id}',
    'PUT /v1/things/bulk',
    'GET /v1/things/name/{fqn}',
    'GET /v1/things/{id}/parts',
    'GET /v1/things/{id}/versions/{version}',
    'DELETE /v1/things/{kind}/{at}/{what}',
  ].map(route),
  '': [route('GET /healthz')],
});

const key = (method: string, path: string) => {
  const found = tree.find(method, path);
  return 'mounted' in found ? [found.mounted.key, found.params] : found;
};

describe('finding the route of a path', () => {
  test.each([
    ['GET', '/api/v1/things', 'GET /v1/things', {}],
    ['HEAD', '/api/v1/things', 'GET /v1/things', {}],
    ['GET', '/api/v1/things/7', 'GET /v1/things/{id}', { id: '7' }],
    ['GET', '/api/v1/things/name/a.b%2Fc%20d', 'GET /v1/things/name/{fqn}', { fqn: 'a.b/c d' }],
    ['GET', '/api/v1/things/name/parts', 'GET /v1/things/name/{fqn}', { fqn: 'parts' }],
    ['GET', '/api/v1/things/7/parts', 'GET /v1/things/{id}/parts', { id: '7' }],
    ['GET', '/api/v1/things/7/versions/0.1', 'GET /v1/things/{id}/versions/{version}', { id: '7', version: '0.1' }],
    ['DELETE', '/api/v1/things/name/1/x', 'DELETE /v1/things/{kind}/{at}/{what}', { kind: 'name', at: '1', what: 'x' }],
    ['GET', '/healthz', 'GET /healthz', {}],
    ['GET', '/api/v1/things/', 'GET /v1/things', {}],
    ['GET', '/api/v1/things/7/', 'GET /v1/things/{id}', { id: '7' }],
    ['GET', '/api/v1/things/name/a%2F/', 'GET /v1/things/name/{fqn}', { fqn: 'a/' }],
  ])('%s %s', (method, path, expected, params) => {
    expect(key(method, path)).toEqual([expected, params]);
  });

  test.each([
    ['POST', '/api/v1/things/name/a', ['GET']],
    ['GET', '/api/v1/things/bulk', ['PUT']],
    ['PATCH', '/api/v1/things', ['GET', 'POST']],
    ['GET', '/api/v1/nothing', []],
    ['PATCH', '/api/v1/things/', ['GET', 'POST']],
    ['GET', '/api/v1/things//', []],
    ['GET', '/', []],
    ['GET', '/v1/things', []],
    ['GET', '/api/v1/things/__proto__/constructor', []],
  ])('%s %s has no route, but these methods', (method, path, allowed) => {
    expect(key(method, path)).toEqual(allowed);
  });

  test('a malformed encoding throws', () => {
    expect(() => key('GET', '/api/v1/things/%E0%A4%A')).toThrow(URIError);
  });

  test('two routes with one method and pattern are refused', () => {
    expect(() => createRouteTree({ '': [route('GET /a/{b}'), route('GET /a/{c}')] })).toThrow('registered twice');
  });
});

test('refuses two paths that differ only in the name of a parameter', () => {
  const make = () =>
    createRouteTree({ '/api': ['GET /v1/things/{fqn}/runs', 'DELETE /v1/things/{id}/runs'].map(route) });
  expect(make).toThrow('differ only in the name of a parameter');
});
