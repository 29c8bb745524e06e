// The whole catalog over a real store, without a socket, started like a new installation.
import { afterAll, beforeAll, describe } from 'vitest';
import type { Contract } from '../../../contract/index.js';
import { BOOTSTRAP, LOCAL_TOKEN } from '../../../src/access/index.js';
import { assemble } from '../../../src/assemble.js';
import { readConfig } from '../../../src/config/index.js';
import { createSystemContext } from '../../../src/context/index.js';
import { createCatalogServer } from '../../../src/http/index.js';
import { createInlineWriter, createWriteRunner } from '../../../src/writer/index.js';
import { eventsOf } from '../../support/read-events.js';
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
  /** `path` is one below `/api` when it begins with `/v1`. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  tokenOf(user: string): Promise<string>;
  /** What the log tells of an entity: `entityCreated 0.1`, `entityUpdated 0.1 → 0.2`, … */
  events(id: string): Promise<string[]>;
  /** Opens a socket; resolves to its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Runs a suite on every database, each with one app. */
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
  const config = readConfig({ port: '0', logLevel: 'error' }, {});
  const publicUrl = 'http://cairn.test';
  const context = createSystemContext(config.logLevel);
  const assembled = assemble({ config, publicUrl, secretKey: Buffer.alloc(32, 7) });
  const { catalog, writeRoutes: routes, commands, access, hear: onMarks } = assembled;
  const runner = createWriteRunner({ store, catalog, context, routes, commands, prepare: access.prepare, onMarks });
  await runner.command(BOOTSTRAP, null);
  const writer = createInlineWriter(runner, async () => {});
  const server = createCatalogServer({ ...assembled, config, version: '0.0.0', context, store, writer });
  const tokenOf = async (name: string) => String(await runner.command(LOCAL_TOKEN, { name, lifetime: 3_600_000 }));
  const admin = await tokenOf('admin');
  let address: Promise<string> | undefined;
  return {
    publicUrl,
    contract: catalog.contract,
    tokenOf,
    async send(method, path, { body, text, headers, token = admin } = {}) {
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
      const events = await eventsOf(store, id);
      return events.map(({ eventType, previousVersion, currentVersion }: Body) =>
        eventType === 'entityCreated'
          ? `${eventType} ${currentVersion}`
          : `${eventType} ${previousVersion} → ${currentVersion}`,
      );
    },
    listen: () => {
      address ??= server.listen();
      return address;
    },
    close: () => server.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
