// interim
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { CatalogError, type Contract, createContract } from '../../../contract/index.js';
import {
  type Actor,
  applyMark,
  type Catalog,
  createEntity,
  createRegistry,
  createRemovals,
  createSealer,
  createTotals,
  routeKey,
  routesOf,
  systemActor,
} from '../../../src/catalog/index.js';
import { readConfig } from '../../../src/config/index.js';
import { entityTypes } from '../../../src/entities/index.js';
import { createRequestTimes, createServer } from '../../../src/http/index.js';
import { createInlineWriter, createWriteRunner } from '../../../src/writer/index.js';
import { eventsOf } from '../../support/read-events.js';
import { storeKinds, type TestStore } from '../../support/stores.js';
import type { Body } from '../fixtures/index.js';

export interface SendOptions {
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
  token?: string | null;
}
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  body: any;
}
export interface ContractApp {
  publicUrl: string;
  contract: Contract;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  tokenOf(user: string): Promise<string>;
  events(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export function forEachApp(title: string, suite: (use: () => ContractApp) => void): void {
  for (const kind of storeKinds())
    describe(`${title} (${kind.name})`, () => {
      let opened: { store: TestStore; app: ContractApp } | undefined;
      beforeAll(async () => {
        const store = await kind.open();
        opened = { store, app: await openApp(store) };
      });
      afterAll(async () => {
        await opened?.app.close();
        await opened?.store.remove();
      });
      suite(() => opened?.app as ContractApp);
    });
}

async function openApp({ store }: TestStore): Promise<ContractApp> {
  const contract = createContract({ schemasDir: fileURLToPath(new URL('../../../contract/schemas', import.meta.url)) });
  const publicUrl = 'http://cairn.test';
  const catalog: Catalog = {
    registry: createRegistry(entityTypes),
    contract,
    authorizer: { possible() {}, async decide() {}, filter: () => ({ kind: 'all' }), ownerTeams: async () => [] },
    sealer: createSealer(Buffer.alloc(32, 7)),
    options: { publicUrl, bulkLimit: 1000, mergeWindow: 600_000, deleteSlice: 500 },
    totals: createTotals(),
    removals: createRemovals(),
  };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (...x: unknown[]) => console.error(...x) };
  const context = { now: Date.now, id: randomUUID, log };
  const routes = entityTypes.flatMap((type) => routesOf(type));
  const runner = createWriteRunner({
    store,
    catalog,
    context,
    commands: new Map(),
    prepare: async () => {},
    routes: new Map(
      routes.filter((r) => r.kind === 'write' || r.kind === 'sliced').map((r) => [routeKey(r), r as never]),
    ),
    onMarks: (marks) => {
      for (const mark of marks) applyMark(catalog, mark);
    },
  });
  const admin: Actor = { id: '', name: 'admin', isAdmin: true, isBot: false };
  await runner.transaction(async (scope) => {
    await createEntity(
      scope.catalog.registry.get('team'),
      { name: 'Organization', teamType: 'Organization' },
      scope,
    ).catch((e) => console.error('org', e));
    const made = await createEntity(
      scope.catalog.registry.get('user'),
      { name: 'admin', email: 'admin@example.com', isAdmin: true },
      scope,
    );
    admin.id = made.row.id;
  }, systemActor);
  const server = createServer({
    config: readConfig({}, {}),
    version: '0',
    routes,
    rootRoutes: [],
    catalog,
    context,
    read: store.read,
    writes: createInlineWriter(runner, async () => {}),
    prepare: async () => {},
    authenticate: (bearer) => {
      if (bearer !== 'admin') throw new CatalogError('UNAUTHORIZED', 'no token');
      return admin;
    },
    times: createRequestTimes(),
  } as never);
  return {
    publicUrl,
    contract,
    async send(method, path, { body, text, headers, token = 'admin' } = {}) {
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await server.app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload }),
      });
      let parsed: unknown;
      try {
        parsed = JSON.parse(response.body);
      } catch {
        parsed = undefined;
      }
      return { status: response.statusCode, headers: response.headers as never, text: response.body, body: parsed };
    },
    async tokenOf() {
      return 'admin';
    },
    async events(id) {
      const events = await eventsOf(store, id);
      return events.map(
        ({ eventType, previousVersion, currentVersion }: Body) =>
          `${eventType} ${eventType === 'entityCreated' ? '' : `${previousVersion} → `}${currentVersion}`,
      );
    },
    close: () => server.close(),
  };
}
