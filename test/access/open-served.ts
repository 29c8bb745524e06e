// The catalog with its access room over a real store, without a socket, bootstrapped like a new installation.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createContract } from '../../contract/index.js';
import { BOOTSTRAP, type BootstrapResult, createAccess, watchAccess } from '../../src/access/index.js';
import {
  applyInvalidation,
  type Catalog,
  createRegistry,
  createRemovals,
  createSealer,
  createTotals,
  type Invalidation,
  routeKey,
  routesOf,
} from '../../src/catalog/index.js';
import { readConfig } from '../../src/config/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { combineFeatures } from '../../src/feature/index.js';
import { createCatalogServer } from '../../src/http/index.js';
import { createSearchIndex } from '../../src/search/index.js';
import type { Store } from '../../src/storage/index.js';
import { createWakeUps } from '../../src/wake/index.js';
import { createInlineWriter, createWriteRunner, type WriteRoute } from '../../src/writer/index.js';

export interface SendOptions {
  body?: unknown;
  /** A token; null sends none; default: that of the admin. */
  as?: string | null;
  /** The user that the bot with this token acts for. */
  actsFor?: string;
  from?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  body: any;
}

export interface Served {
  app: FastifyInstance;
  /** What the first start created. */
  news: BootstrapResult;
  clock: { now: number };
  admin: string;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** Creates, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  make(path: string, body: object): Promise<any>;
  /** A user with a password and a session; `more` goes into the create request. */
  join(name: string, more?: object): Promise<{ id: string; token: string; refreshToken: string }>;
  command(name: string, data: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export const PASSWORD = 'Correct-horse-7';

export async function openServed(store: Store, { publicUrl = 'http://cairn.test' } = {}): Promise<Served> {
  const clock = { now: Date.now() };
  const sealer = createSealer(Buffer.alloc(32, 7));
  const access = createAccess({ sealer, tokenLifetime: 3_600_000 });
  const catalog: Catalog = {
    registry: createRegistry(entityTypes),
    contract: createContract({ schemasDir: fileURLToPath(new URL('../../contract/schemas', import.meta.url)) }),
    authorizer: access.authorizer,
    sealer,
    options: {
      publicUrl,
      bodyLimit: 32 * 1024 * 1024,
      bulkLimit: 1000,
      exportLimit: 200_000,
      mergeWindow: 600_000,
      deleteSlice: 500,
      staleRunAfter: 86_400_000,
      webhookAllow: [],
    },
    totals: createTotals(),
    removals: createRemovals(),
    writeChecks: [],
  };
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const context = { now: () => clock.now, id: randomUUID, log };
  const parts = combineFeatures([access.feature]);
  const routes = [...entityTypes.flatMap((type) => routesOf(type)), ...parts.routes].map(access.wrap);
  const hear = (marks: readonly Invalidation[]) => {
    for (const mark of marks) applyInvalidation(catalog, mark);
    access.applyInvalidations(marks);
  };
  const isWrite = (route: (typeof routes)[number]): route is WriteRoute =>
    route.kind === 'write' || route.kind === 'sliced';
  const runner = createWriteRunner({
    store,
    catalog,
    context,
    routes: new Map(routes.filter(isWrite).map((route) => [routeKey(route), route])),
    commands: parts.commands,
    rights: access.rights,
    flush: createSearchIndex(catalog).flush,
    onInvalidations: hear,
  });
  const wakeUps = createWakeUps({ store, context });
  const stopWatch = watchAccess({ store, context, wakeUps, changed: () => hear([{ kind: 'access' }]) });
  const news = (await runner.command(BOOTSTRAP, null)) as BootstrapResult;
  const server = createCatalogServer({
    config: readConfig({}, {}),
    version: '0',
    context,
    catalog,
    access,
    routes,
    store,
    writer: createInlineWriter(runner, async () => {}),
  });

  let admin = '';
  const send: Served['send'] = async (method, path, { body, as = admin, actsFor, from } = {}) => {
    const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const response = await server.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': media }),
        ...(as === null ? {} : { authorization: `Bearer ${as}` }),
        ...(actsFor === undefined ? {} : { 'x-impersonate-user': actsFor }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    const parsed: unknown = response.body === '' ? undefined : JSON.parse(response.body);
    return { status: response.statusCode, headers: response.headers, body: parsed };
  };
  const make: Served['make'] = async (path, body) => {
    const answer = await send('POST', path, { body });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const login = async (email: string, password: string) =>
    (await send('POST', '/v1/users/login', { body: { email, password }, as: null })).body;
  if (news.admin) admin = (await login(news.admin.email, news.admin.password)).accessToken;

  return {
    app: server.app,
    news,
    clock,
    admin,
    send,
    make,
    async join(name, more = {}) {
      const { id } = await make('/v1/users', {
        name,
        email: `${name}@example.com`,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        createPasswordType: 'ADMIN_CREATE',
        ...more,
      });
      const { accessToken, refreshToken } = await login(`${name}@example.com`, PASSWORD);
      return { id, token: accessToken, refreshToken };
    },
    command: (name, data) => runner.command(name, data),
    async close() {
      await server.close();
      await stopWatch();
      await wakeUps.close();
    },
  };
}
