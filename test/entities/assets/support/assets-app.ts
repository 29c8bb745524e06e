// The whole server, with tags and services for assets to refer to; one for all tests of a file on each database.
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestApp, type RequestOptions, type TestApp } from '../../../support/app.js';
import { forEachSeededStore } from '../../../support/stores.js';

export interface AssetsApp {
  app: TestApp;
  /** Sends as the admin and expects a status; the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  expect(status: number, method: string, path: string, body?: unknown, options?: RequestOptions): Promise<any>;
  /** A token of a new user who is denied these operations on everything. */
  withoutRight(name: string, operations: readonly string[]): Promise<string>;
}

export function forEachAssetsApp(title: string, suite: (use: () => AssetsApp) => void): void {
  forEachSeededStore(title, (store) => {
    let opened: AssetsApp | undefined;
    beforeAll(async () => {
      opened = await openApp(await createTestApp({ store: store() }));
    });
    afterAll(() => opened?.app.close());
    suite(() => opened as AssetsApp);
  });
}

async function openApp(app: TestApp): Promise<AssetsApp> {
  const send: AssetsApp['expect'] = async (status, method, path, body, options) => {
    const answer = await app.request(method, path, { ...(body === undefined ? {} : { body }), ...options });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 1000)}`).toBe(status);
    return answer.json;
  };
  await send(201, 'POST', '/v1/classifications', { name: 'Grade', description: 'How good', mutuallyExclusive: true });
  for (const name of ['Good', 'Bad'])
    await send(201, 'POST', '/v1/tags', { name, description: name, classification: 'Grade' });
  return {
    app,
    expect: send,
    async withoutRight(name, operations) {
      const rules = [{ name: 'all', effect: 'deny', resources: ['All'], operations }];
      await send(201, 'POST', '/v1/policies', { name: `deny-${name}`, rules });
      const role = await send(201, 'POST', '/v1/roles', { name: `role-${name}`, policies: [`deny-${name}`] });
      await send(201, 'POST', '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
      return app.tokenFor(name);
    },
  };
}

export const grade = (name: string) => ({ tagFQN: `Grade.${name}`, source: 'Classification' });

/** What search finds: names and sources of the hits. */
export async function search(use: AssetsApp, q: string, index = 'all', more = '') {
  const found = await use.expect(200, 'GET', `/v1/search/query?q=${encodeURIComponent(q)}&index=${index}${more}`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return found as { hits: { hits: any[] }; aggregations: Record<string, any> };
}
