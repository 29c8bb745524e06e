// The whole server without a socket: for tests that speak to it as a client would.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Contract } from '../../contract/index.js';
import { LOCAL_TOKEN } from '../../src/access/index.js';
import { assemble, openContract } from '../../src/assemble.js';
import { type Config, type OptionName, readConfig, readVersion, storeOptions } from '../../src/config/index.js';
import type { Context } from '../../src/context/index.js';
import type { Feature } from '../../src/feature/index.js';
import { createCatalogServer, type Server } from '../../src/http/index.js';
import { JOBS_CHANNEL } from '../../src/jobs/index.js';
import { openStore, type Store } from '../../src/storage/index.js';
import { createInlineWriter, openWriteSide, startWorkerWriter, type Writer } from '../../src/writer/index.js';
import { storeKinds, type TestStore } from './stores.js';

export interface TestApp {
  /** `path` is below `/api`; sent as JSON in the name of the admin unless said otherwise. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  server: Server;
  adminToken: string;
  /** A token of a user or bot that exists. */
  tokenFor(user: string): Promise<string>;
  /** Log lines of weight warn and above. */
  logged: { fields: object; message: string }[];
  /** Runs a command of a feature, as the server itself does. */
  command(name: string, data: unknown): Promise<unknown>;
  /** Looks at once which jobs are due: no timer knows that a test has moved its clock. Inline only. */
  lookForJobs(): Promise<void>;
  close(): Promise<void>;
}

export interface RequestOptions {
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** null: none. */
  token?: string | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

export interface TestAppOptions {
  /** A migrated store, removed by the caller; default: a new, seeded one on the first database of the run. Inline only. */
  store?: TestStore;
  /** Where writes run; `worker` is the built worker on SQLite. */
  writer?: 'inline' | 'worker';
  /** Milliseconds; default: the real clock. */
  now?: () => number;
  flags?: Partial<Record<OptionName, string>>;
  /** Beyond those of the server. Inline only. */
  features?: readonly Feature[];
}

export const PUBLIC_URL = 'http://cairn.test';
const SECRET_KEY = Buffer.alloc(32, 7);
const LIFETIME = 86_400_000;
/** Milliseconds. Tests do not wait for the batches of a server. */
const REFUSAL_INTERVAL = 50;
const LOOK_FOR_JOBS = 'test.lookForJobs';
/** What only tests ask of a server. */
const ofTests: Feature = {
  name: 'tests',
  commands: [
    { name: LOOK_FOR_JOBS, run: async (_, scope) => scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL }) },
  ],
};

/** The server with its keys, first admin and bot. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-app-'));
  const config = readConfig({ data: folder, publicUrl: PUBLIC_URL, logLevel: 'silent', ...options.flags }, {});
  const logged: TestApp['logged'] = [];
  const context = testContext(options.now ?? Date.now, logged);
  const assembled = assemble({
    config,
    publicUrl: PUBLIC_URL,
    secretKey: SECRET_KEY,
    more: [ofTests, ...(options.features ?? [])],
    contract: sharedContract(config),
  });
  const open = options.writer === 'worker' ? openWithWorker : openInline;
  const { writer, store } = await open({ config, context, assembled, given: options.store });
  const server = createCatalogServer({
    ...assembled,
    config,
    version: readVersion(),
    context,
    store,
    writer,
    refusalInterval: REFUSAL_INTERVAL,
  });
  await server.app.ready();
  const tokenFor = async (user: string) =>
    String(await writer.command(LOCAL_TOKEN, { name: user, lifetime: LIFETIME }));
  const adminToken = await tokenFor('admin');
  return {
    server,
    adminToken,
    tokenFor,
    logged,
    request: (method, path, request = {}) => send(server, method, path, { token: adminToken, ...request }),
    command: (name, data) => writer.command(name, data),
    lookForJobs: async () => void (await writer.command(LOOK_FOR_JOBS, null)),
    async close() {
      await server.close();
      await writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const contracts = new Map<string, Contract>();

/** One for all apps of a worker: it holds schemas and compiled validators only, and those are most of what an app costs. */
export function sharedContract(config: Config = readConfig({}, {})): Contract {
  const key = `${config.longTextLimit} ${config.textLimit}`;
  const contract = contracts.get(key) ?? openContract(config);
  contracts.set(key, contract);
  return contract;
}

interface OpenOptions {
  config: Config;
  context: Context;
  assembled: ReturnType<typeof assemble>;
  given: TestStore | undefined;
}

interface Opened {
  writer: Writer;
  store: Store;
}

async function openInline({ context, assembled, given }: OpenOptions): Promise<Opened> {
  const opened = given ?? (await storeKinds()[0]!.open('seeded'));
  const side = await openWriteSide({
    ...assembled,
    store: opened.store,
    context,
    onInvalidations: assembled.applyInvalidations,
  });
  const store = opened.another();
  const writer = createInlineWriter(side.runner, async () => {
    await side.stop();
    if (!given) await opened.remove(); // closes the connections too
  });
  return { writer, store };
}

async function openWithWorker({ config, context, assembled }: OpenOptions): Promise<Opened> {
  const { writer } = await startWorkerWriter({
    startThread: () =>
      new Worker(new URL('../../dist/worker.js', import.meta.url), {
        workerData: { config, publicUrl: PUBLIC_URL, secretKey: SECRET_KEY },
      }),
    onInvalidations: assembled.applyInvalidations,
    log: context.log,
    queueLimit: config.queueLimit,
    onLost: (error) => {
      throw error;
    },
  });
  const store = await openStore({ ...storeOptions(config), readOnly: true });
  const close = async () => {
    await writer.close();
    await store.close();
  };
  return { writer: { ...writer, close }, store };
}

function testContext(now: () => number, logged: TestApp['logged']): Context {
  const keep = (fields: object, message: string) => void logged.push({ fields, message });
  return { now, id: randomUUID, log: { debug: () => {}, info: () => {}, warn: keep, error: keep } };
}

async function send(server: Server, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const { body, raw, query, headers, token } = options;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await server.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    ...(query ? { query } : {}),
    ...(payload === undefined ? {} : { payload }),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': mediaOf(method) }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
  const json = answer.body.startsWith('{') || answer.body.startsWith('[') ? JSON.parse(answer.body) : undefined;
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string | undefined>,
    text: answer.body,
    json,
  };
}

function mediaOf(method: string): string {
  return method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
}
