// Other writes are committed between the statements of every GET: behind the first, halfway and before the last. The answer is
// that of before them or that of after them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import type { Sql, Store } from '../../src/storage/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { type Operation, oneOfEachKind, operationsOf, realPath } from '../contract/support/operations.js';
import { createWorld, post } from '../contract/support/world.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore } from '../support/stores.js';

/** Routes left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/v1/activity': 'is written by an event reader, after the changes it lists',
  '/v1/activity/entity/{entityType}/{entityId}': 'as above',
  '/v1/activity/entity/{entityType}/name/{fqn}': 'as above',
  '/v1/columns/grid': 'goes through all columns in pieces, each of a moment of its own',
  '/v1/search/export': 'is sent in pieces, each of a moment of its own',
  '/v1/search/export/async': 'begins a job and answers with its id',
  '/v1/system/diagnostics': 'is about the process',
  '/v1/users/generateRandomPwd': 'is of chance',
};

/** What tells of what goes on for as long as it does. */
const DOES_NOT_END = /\/stream\b/;

/** Types whose entities are also deleted and restored, with what is below them. */
const TURNED = ['/v1/tables', '/v1/databaseSchemas', '/v1/databases'];
/** Types without PATCH; their requests are the entity itself. */
const PUT_ONLY = ['/v1/reports'];
const OWNED = ['/v1/tables', '/v1/databases'];

/** Of the moment, not of what is stored. */
const OF_THE_MOMENT = /"(took|generatedAt)":\d+/g;

/** A GET under way: its statements, and what is done before which. */
interface Asking {
  count: number;
  at: ReadonlySet<number>;
  compete(): Promise<void>;
  /** The writes, one after the other: statements of a GET may go together. */
  writes: Promise<void>;
}

/** A write that takes longer waits for what this very GET is loading for all. Milliseconds. */
const PATIENCE = 1000;

const asking = new AsyncLocalStorage<Asking | null>();

async function beforeStatement(text: string): Promise<void> {
  const now = asking.getStore();
  // Who asks is settled in a read of its own, which others wait for.
  if (!now || /\b(signing_key|token|session)\b/.test(text)) return;
  now.count += 1;
  if (!now.at.has(now.count)) return;
  now.writes = now.writes.then(() => asking.run(null, now.compete));
  await Promise.race([now.writes, setTimeout(PATIENCE, undefined, { ref: false })]);
}

/** What is asked for has a connection of its own: what a write reads meanwhile need not wait for it. */
function watched(store: Store, beside: Store): Store {
  const watch = (sql: Sql): Sql => ({
    ...sql,
    async all<R>(...given: Parameters<Sql['all']>) {
      await beforeStatement(given[0]);
      return sql.all<R>(...given);
    },
    async get<R>(...given: Parameters<Sql['get']>) {
      await beforeStatement(given[0]);
      return sql.get<R>(...given);
    },
  });
  const { read, readLong } = store;
  return {
    ...store,
    read: (work) => (asking.getStore() ? read((sql) => work(watch(sql))) : beside.read(work)),
    ...(readLong ? { readLong: (work) => readLong((sql) => work(watch(sql))) } : {}),
    async close() {
      await Promise.all([store.close(), beside.close()]);
    },
  };
}

forEachSeededStore('one snapshot', (use, kind) => {
  let app: ContractApp;
  let gets: Operation[] = [];
  const made = new Map<string, Body>();
  let owner: Body;
  let token = '';
  let writes = 0;
  // Moves with what is written.
  let now = 0;

  beforeAll(async () => {
    const data = use();
    now = Date.now(); // behind that of the seeds, times of events would be moved
    const store = { ...data, another: () => watched(data.another(), data.another()) };
    app = await openApp(store, { now: () => now, flags: { mergeWindow: '1ms' } });
    token = await app.tokenOf('admin');
    const world = createWorld(app);
    for (const { name, path } of entityTypes) {
      const create = fixtures.find(({ type }) => type === name)?.create;
      if (create) made.set(path, await post(world, path, await create(`the-${name}`, world)));
    }
    owner = await post(world, '/v1/users', { name: 'owner', email: 'owner@example.com' });
    const all = operationsOf((await app.send('GET', '/openapi.json')).body);
    // On PostgreSQL, which takes minutes, once for each kind: types of one shape send the same statements.
    gets = (kind === 'postgres' ? oneOfEachKind(all) : all).filter(
      ({ method, path, open }) => method === 'GET' && !open && !LEFT_OUT[path] && !DOES_NOT_END.test(path),
    );
  });
  afterAll(() => app.close());

  /** The entity that a route is about, with the path of its collection. */
  function subjectOf(path: string): [string, Body] {
    const collections = [...made.keys()].filter((known) => path === known || path.startsWith(`${known}/`));
    const collection = collections.sort((a, b) => b.length - a.length)[0] ?? '/v1/tables';
    return [collection, made.get(collection) as Body];
  }

  async function change(collection: string, entity: Body): Promise<void> {
    writes += 1;
    now += 2;
    const add = (path: string, value: unknown) => ({ op: 'add', path, value });
    const body = [add('/description', `write ${writes}`), add('/displayName', `Write ${writes}`)];
    if (OWNED.includes(collection)) body.push(add('/owners', writes % 2 ? [{ id: owner.id, type: 'user' }] : []));
    const headers = { 'content-type': 'application/json-patch+json' };
    const { status, text } = PUT_ONLY.includes(collection)
      ? await app.send('PUT', collection, { body: { ...entity, description: `write ${writes}` }, token })
      : await app.send('PATCH', `${collection}/${entity.id}`, { body, headers, token });
    expect(status, text).toBe(200);
  }

  async function turn(collection: string, { id }: Body): Promise<void> {
    now += 2;
    const { status } = await app.send('DELETE', `${collection}/${id}?recursive=true`, { token });
    if (status === 200) return;
    const restored = await app.send('PUT', `${collection}/restore`, { body: { id }, token });
    expect(restored.status, restored.text).toBe(200);
  }

  async function ask(path: string, how?: Asking): Promise<string> {
    // To get its position may move the time of an event.
    if (path.startsWith('/v1/events') || path.startsWith('/v1/audit')) await placeAll(use().store);
    const { status, text } = await asking.run(how ?? null, () => app.send('GET', path, { token }));
    await how?.writes;
    return `${status} ${text.replace(OF_THE_MOMENT, '')}`;
  }

  function pathOf(template: string): string {
    const path = realPath(template, made);
    if (template.endsWith('/history')) return `${path}?startTs=0`;
    return template.includes('{') || made.has(template) ? `${path}?fields=*` : path;
  }

  /** What is written between the statements of an answer must not show in a part of it. */
  async function isTorn(template: string, write: typeof change): Promise<{ torn: boolean; writes: number }> {
    const [collection, entity] = subjectOf(template);
    const path = pathOf(template);
    const between = (at: readonly number[]): Asking => ({
      count: 0,
      at: new Set(at),
      writes: Promise.resolve(),
      compete: () => write(collection, entity),
    });
    const fits = async (at: readonly number[]) => {
      const before = await ask(path);
      const found = await ask(path, between(at));
      return found === before || found === (await ask(path));
    };
    const how = between([]);
    await ask(path, how);
    if (how.count < 2) return { torn: false, writes: 0 };
    const gaps = [...new Set([2, Math.ceil((how.count + 2) / 2), how.count])];
    if (await fits(gaps)) return { torn: false, writes: gaps.length };
    // It may be of a state between two of the writes, where who asks was looked up first. Of one write it shows all or nothing.
    for (const gap of gaps) if (!(await fits([gap]))) return { torn: true, writes: gaps.length };
    return { torn: false, writes: gaps.length };
  }

  it('is what every answer is of', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    let written = 0;
    for (const { path: template } of gets)
      for (const write of TURNED.includes(subjectOf(template)[0]) ? [change, turn] : [change]) {
        const found = await isTorn(template, write);
        if (found.torn) wrong.push(`${template}: ${write.name}`);
        written += found.writes;
      }
    expect(wrong).toEqual([]);
    expect(written).toBeGreaterThan(gets.length);
  });

  it.each(['non-deleted', 'all'])('is what the total of a list of %s is of', async (include) => {
    const { databaseSchema } = made.get('/v1/tables') as Body;
    const compete = async () => {
      writes += 1;
      const body = { name: `new-${writes}`, databaseSchema: databaseSchema.fullyQualifiedName, columns: [] };
      expect((await app.send('POST', '/v1/tables', { body, token })).status).toBe(201);
    };
    for (let at = 2; at < 8; at++) {
      await compete();
      const text = await ask(`/v1/tables?include=${include}&limit=500`, {
        count: 0,
        at: new Set([at]),
        writes: Promise.resolve(),
        compete,
      });
      const { data, paging } = JSON.parse(text.slice(text.indexOf(' ')));
      expect(paging.total).toBe(data.length);
    }
  });
});
