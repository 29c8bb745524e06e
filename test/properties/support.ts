// A whole server per database, and what the tests of custom properties do over and over.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

export type PropertyWorld = Body;

interface Denied {
  resource: string;
  operations: string[];
}

export interface AppWorld {
  app: TestApp;
  user: Body;
  send: TestApp['request'] extends (m: string, p: string, o?: infer _O) => infer R
    ? (method: string, path: string, body?: unknown) => R
    : never;
  /** The answer of a request that must succeed. */
  ok(method: string, path: string, body?: unknown): Promise<Body>;
  patch(path: string, steps: unknown): Promise<Body>;
  typeOf(name: string): Promise<Body>;
  define(type: string, name: string, kind: string, config?: unknown, more?: object): Promise<Body>;
  tableBody(): Body;
  table(more: object): Promise<Body>;
  addDomain(): Promise<Body>;
  addUser(what: { denied: Denied }): Promise<{ token: string }>;
  /** Waits until something holds. */
  until(holds: () => Promise<boolean>): Promise<void>;
}

export const fresh = (prefix: string) => `${prefix}_${randomBytes(5).toString('hex')}`;

export function forEachApp(title: string, suite: (world: () => AppWorld) => void): void {
  forEachSeededStore(title, (use) => {
    let world: AppWorld | undefined;
    beforeAll(async () => {
      world = await openWorld(await createTestApp({ store: use() }));
    }, 60_000);
    afterAll(() => world?.app.close());
    suite(() => world!);
  });
}

async function openWorld(app: TestApp): Promise<AppWorld> {
  const send: AppWorld['send'] = (method, path, body) => app.request(method, path, body === undefined ? {} : { body });
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    expect([200, 201], `${method} ${path}: ${answer.text.slice(0, 500)}`).toContain(answer.status);
    return answer.json;
  };
  const typeOf = (name: string) => ok('GET', `/v1/metadata/types/name/${name}?fields=customProperties`);
  const description = 'd';
  await ok('POST', '/v1/services/databaseServices', { name: 'wh', serviceType: 'Postgres' });
  await ok('POST', '/v1/databases', { name: 'db', service: 'wh' });
  await ok('POST', '/v1/databaseSchemas', { name: 'sc', database: 'wh.db' });
  const columns = [{ name: 'id', dataType: 'BIGINT' }];
  const tableBody = () => ({ name: fresh('t'), databaseSchema: 'wh.db.sc', columns });
  const person = fresh('ann');
  return {
    app,
    send,
    ok,
    typeOf,
    tableBody,
    user: await ok('POST', '/v1/users', { name: person, email: `${person}@example.com` }),
    patch: (path, steps) => ok('PATCH', path, steps),
    async define(type, name, kind, config, more = {}) {
      const { id } = await typeOf(type);
      const propertyType = { id: (await typeOf(kind)).id, type: 'type' };
      const configured = config === undefined ? {} : { customPropertyConfig: { config } };
      return ok('PUT', `/v1/metadata/types/${id}`, { name, description, propertyType, ...configured, ...more });
    },
    table: (more) => ok('POST', '/v1/tables', { ...tableBody(), ...more }),
    addDomain: () => ok('POST', '/v1/domains', { name: fresh('dom'), domainType: 'Aggregate', description }),
    async addUser({ denied }) {
      const name = fresh('bob');
      const { resource, operations } = denied;
      const rules = [
        { name: 'no', effect: 'deny', resources: [resource], operations },
        { name: 'yes', effect: 'allow', resources: ['all'], operations: ['ViewAll', 'EditDescription'] },
      ];
      const policy = await ok('POST', '/v1/policies', { name: fresh('p'), rules, enabled: true });
      const role = await ok('POST', '/v1/roles', { name: fresh('r'), policies: [policy.name] });
      await ok('POST', '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
      return { token: await app.tokenFor(name) };
    },
    async until(holds) {
      for (let tries = 0; tries < 500; tries++) {
        if (await holds()) return;
        await setTimeout(20);
      }
      throw new Error('it never held');
    },
  };
}
