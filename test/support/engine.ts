// The engine alone, over a real store: no policies, no socket. For tests of what the engine itself promises.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createContract } from '../../contract/index.js';
import {
  type Actor,
  type Authorizer,
  applyInvalidation,
  type Catalog,
  createRegistry,
  createRemovals,
  createSealer,
  createTotals,
  type EntityType,
  type Reply,
  type Request,
  type Route,
  routesOf,
  type Scope,
} from '../../src/catalog/index.js';
import type { SearchIndex } from '../../src/search/index.js';
import type { Store } from '../../src/storage/index.js';

export interface Engine {
  catalog: Catalog;
  /** Milliseconds the clock stands at; tests move it. */
  clock: { now: number };
  /** Sends a request to a route of the registered types. */
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<Answer>;
}

export interface SendOptions {
  query?: Record<string, string>;
  ifMatch?: string;
  ifNoneMatch?: string;
  actor?: Actor;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  json: any;
}

export const person: Actor = { id: randomUUID(), name: 'ann', isAdmin: true, isBot: false };
export const bot: Actor = { id: randomUUID(), name: 'robot', isAdmin: true, isBot: true };

/** Shared by the suites of a worker: to compile its validators takes seconds. */
const contract = createContract({
  schemasDir: fileURLToPath(new URL('../../contract/schemas', import.meta.url)),
});

const allowAll: Authorizer = {
  possible: () => {},
  decide: () => Promise.resolve(),
  filter: () => ({ kind: 'all' }),
  denials: () => [],
  isDenied: async () => false,
  ownerTeams: () => Promise.resolve([]),
  rightsKey: () => 'all',
};

export interface EngineOptions {
  /** Routes beside those of the types. */
  more?: readonly Route[];
  authorizer?: Authorizer;
  /** Makes the index that every write keeps. */
  search?(catalog: Catalog): SearchIndex;
}

/** `more` are routes beside those of the types. */
export function createEngine(
  store: Store,
  types: readonly EntityType[],
  more: readonly Route[] | EngineOptions = [],
): Engine {
  const given: EngineOptions = Array.isArray(more) ? { more } : (more as EngineOptions);
  const clock = { now: 1_700_000_000_000 };
  const catalog: Catalog = {
    registry: createRegistry(types),
    contract,
    authorizer: given.authorizer ?? allowAll,
    sealer: createSealer(Buffer.alloc(32, 7)),
    options: {
      publicUrl: 'http://cairn.test',
      bodyLimit: 32 * 1024 * 1024,
      bulkLimit: 1000,
      exportLimit: 200_000,
      mergeWindow: 600_000,
      deleteSlice: 500,
      staleRunAfter: 3_600_000,
      webhookAllow: [],
    },
    totals: createTotals(),
    removals: createRemovals(),
    writeChecks: [],
  };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const context = { now: () => clock.now, id: randomUUID, log };
  const routes = [...types.flatMap((type) => routesOf(type)), ...(given.more ?? [])]
    .map((route) => ({ route, parts: route.path.split('/') }))
    .sort((a, b) => specificity(b.parts) - specificity(a.parts));
  const search = given.search?.(catalog);
  return { catalog, clock, send };

  async function send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<Answer> {
    const given = path.split('/');
    const found = routes.find(({ route, parts }) => route.method === method && fits(parts, given));
    if (!found) throw new Error(`no route ${method} ${path}`);
    const { route } = found;
    const params = paramsOf(found.parts, given);
    const request: Request = {
      params,
      query: options.query ?? {},
      body: body === undefined ? null : JSON.stringify(body),
      mediaType: 'application/json',
      ifMatch: options.ifMatch ?? null,
      ifNoneMatch: options.ifNoneMatch ?? null,
      from: '127.0.0.1',
      bearer: null,
      headers: {},
      cookies: {},
    };
    const actor = options.actor ?? person;
    const transaction = async <T>(work: (scope: Scope) => Promise<T>): Promise<T> => {
      const marks: Parameters<Scope['invalidate']>[0][] = [];
      const result = await store.write(async (sql) => {
        const done = await work({
          catalog,
          context,
          actor,
          sql,
          reopen: store.read,
          invalidate: (mark) => void marks.push(mark),
        });
        await search?.flush(sql);
        return done;
      });
      for (const mark of marks) applyInvalidation(catalog, mark);
      return result;
    };
    try {
      if (route.kind === 'action') throw new Error('actions need a server');
      if (route.kind === 'sliced') return answer(await route.handle(request, { catalog, context, actor, transaction }));
      if (route.kind === 'write') return answer(await transaction((scope) => route.handle(request, scope)));
      return answer(
        await store.read((sql) =>
          route.handle(request, { catalog, context, actor, sql, reopen: store.read, invalidate: () => {} }),
        ),
      );
    } catch (error) {
      const { status, errorType, message } = error as { status?: number; errorType?: string; message: string };
      if (status === undefined) throw error;
      return { status, headers: {}, json: { code: status, errorType, message } };
    }
  }
}

async function answer(reply: Reply): Promise<Answer> {
  let text = '';
  if (typeof reply.body === 'string') text = reply.body;
  else if (reply.body) for await (const piece of reply.body) text += piece;
  return { status: reply.status, headers: reply.headers ?? {}, json: text === '' ? undefined : JSON.parse(text) };
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i]);
}

function paramsOf(wanted: readonly string[], given: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries())
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(given[i] as string);
  return params;
}

function specificity(parts: readonly string[]): number {
  return parts.filter((part) => !part.startsWith('{')).length;
}
