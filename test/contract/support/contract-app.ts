// The whole server on a real store, without a socket, as the suite speaks to it.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Contract } from '../../../contract/index.js';
import { createRegistry } from '../../../src/catalog/index.js';
import { entityTypes } from '../../../src/entities/index.js';
import type { Feature } from '../../../src/feature/index.js';
import { checkIndex, createSearchIndex } from '../../../src/search/index.js';
import { createTestApp, PUBLIC_URL, sharedContract, type TestAppOptions } from '../../support/app.js';
import { eventsOf, placeAll } from '../../support/read-events.js';
import { storeKinds, type TestStore } from '../../support/stores.js';
import type { Body } from '../fixtures/index.js';

export interface SendOptions {
  body?: unknown;
  /** In place of `body`: what is sent as it is. */
  text?: string;
  headers?: Record<string, string>;
  /** null sends none; default: that of the admin. */
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
  /** `path` is one below `/api` when it begins with `/v1`. Events are asked for once all have their position. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  tokenOf(user: string): Promise<string>;
  /** What the log tells of an entity: `entityCreated 0.1`, `entityUpdated 0.1 → 0.2`, … */
  events(id: string): Promise<string[]>;
  /** Differences between what is stored and what search has of it. */
  searchProblems(): Promise<string[]>;
  /** Opens a socket; resolves to its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Runs a suite on every database, each with one app, which has the features of the server and `features`. */
export function forEachApp(
  title: string,
  suite: (use: () => ContractApp, store: string) => void,
  features: readonly Feature[] = [],
): void {
  for (const kind of storeKinds())
    describe(`${title} (${kind.name})`, () => {
      let opened: { store: TestStore; app: ContractApp } | undefined;
      beforeAll(async () => {
        const store = await kind.open('seeded');
        opened = { store, app: await openApp(store, { features }) };
      });
      afterAll(async () => {
        await opened?.app.close();
        await opened?.store.remove();
      });
      suite(() => opened?.app as ContractApp, kind.name);
    });
}

/** The server over a store that the caller removes. */
export async function openApp(opened: TestStore, more: Omit<TestAppOptions, 'store'> = {}): Promise<ContractApp> {
  const app = await createTestApp({ ...more, store: opened });
  const { server, adminToken } = app;
  let address: Promise<string> | undefined;
  return {
    publicUrl: PUBLIC_URL,
    contract,
    tokenOf: app.tokenFor,
    async send(method, path, { body, text, headers, token = adminToken } = {}) {
      if (path.startsWith('/v1/events')) await placeAll(opened.store);
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await server.app.inject({
        method: method as 'GET',
        url: path.startsWith('/v1') ? `/api${path}` : path,
        headers: {
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(payload === undefined ? {} : { payload }),
      });
      const given = response.headers as Answer['headers'];
      return { status: response.statusCode, headers: given, text: response.body, body: parsed(response.body) };
    },
    async events(id) {
      const events = await eventsOf(opened.store, id);
      for (const event of events) expect(contract.validator('type/changeEvent')(event)).toMatchObject({ ok: true });
      return events.map(({ eventType, previousVersion, currentVersion }: Body) =>
        eventType === 'entityCreated'
          ? `${eventType} ${currentVersion}`
          : `${eventType} ${previousVersion} → ${currentVersion}`,
      );
    },
    async searchProblems() {
      const problems: string[] = [];
      const types = [...entityTypes, ...(more.features ?? []).flatMap((feature) => feature.types ?? [])];
      const index = createSearchIndex({ registry: createRegistry(types) });
      await checkIndex(opened.store, index, (problem) => void problems.push(problem));
      return problems;
    },
    listen: () => {
      address ??= server.app.listen({ port: 0, host: '127.0.0.1' });
      return address;
    },
    close: app.close,
  };
}

const contract = sharedContract();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
