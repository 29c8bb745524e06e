// What a parameter is documented as is what it takes: text in place of a number, a flag or a choice is refused, never ignored.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import type { Body } from './fixtures/index.js';

const WRONG = 'zzz';

forEachSeededStore('typed parameters', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    for (const [path, body] of [
      ['/v1/services/databaseServices', { name: 's', serviceType: 'Mysql' }],
      ['/v1/databases', { name: 'd', service: 's' }],
      ['/v1/databaseSchemas', { name: 'x', database: 's.d' }],
      ['/v1/tables', { name: 't', databaseSchema: 's.d.x', columns: [] }],
    ] as const)
      expect((await app.request('POST', path, { body })).status, path).toBe(201);
  });
  afterAll(() => app.close());
  const get = (path: string) => app.request('GET', path);

  it('of every GET refuse other texts', { timeout: 60_000 }, async () => {
    const document = JSON.parse((await app.server.app.inject({ url: '/openapi.json' })).body);
    const firsts = new Map<string, Body | undefined>();
    /** The path of an operation, with the first entity of its list. */
    const pathOf = async (template: string): Promise<string | null> => {
      const [, list = ''] = /^(\/v1\/[^{]*?)(?:\/name)?\/\{/.exec(template) ?? [];
      if (list === '') return template;
      if (!firsts.has(list)) firsts.set(list, (await get(`${list}?limit=1`)).json?.data?.[0]);
      const found = firsts.get(list);
      if (!found) return null;
      const name = encodeURIComponent(found.fullyQualifiedName ?? found.name);
      const path = template.replace('{id}', found.id).replace(/\{(name|fqn)\}/, name);
      return path.includes('{') ? null : path;
    };
    const wrong: string[] = [];
    let tried = 0;
    for (const [template, { get: operation }] of Object.entries<Body>(document.paths)) {
      if (!operation || template.endsWith('/stream')) continue;
      const path = await pathOf(template.replace(/^\/api/, ''));
      if (path === null) continue;
      const parameters = (operation.parameters ?? []).filter((one: Body) => one.in === 'query');
      const needed = parameters
        .filter((one: Body) => one.required)
        .map(({ name, schema }: Body) => `${name}=${schema?.type === 'integer' ? 1 : 'x'}`);
      for (const { name, schema = {} } of parameters) {
        if (!['boolean', 'integer'].includes(schema.type) && !schema.enum) continue;
        const { status } = await get(`${path}?${[...needed, `${name}=${WRONG}`].join('&')}`);
        tried += 1;
        if (status === 200) wrong.push(`${operation.operationId} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(400);
  });
});
