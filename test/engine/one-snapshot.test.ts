// Another write is committed between any two statements of any GET: the answer is that of before it or that of after it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import type { Sql, Store } from '../../src/storage/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { type Operation, operationsOf, realPath } from '../contract/support/operations.js';
import { createWorld, post } from '../contract/support/world.js';
import { placeAll } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

/** Statements of one answer that something is written before. */
const MOST = 12;

/** Routes left out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/v1/columns/grid': 'goes through all columns in pieces, each of a moment of its own',
  '/v1/search/export/async': 'begins a job and answers with its id',
  '/v1/system/diagnostics': 'is about the process',
  '/v1/users/generateRandomPwd': 'is of chance',
  '/v1/apps/name/SearchIndexingApplication/progress/stream': 'does not end',
  '/v1/services/ingestionPipelines/logs/{fqn}/stream/{runId}': 'does not end',
  '/v1/services/ingestionPipelines/progress/{fqn}/stream/{runId}': 'does not end',
};

/** Types whose entities are also deleted and restored, with what is below them. */
const TURNED = ['/v1/tables', '/v1/databaseSchemas', '/v1/databases', '/v1/domains'];
const OWNED = ['/v1/tables', '/v1/databases'];

/** Of the moment, not of what is stored. */
const OF_THE_MOMENT = /"(took|generatedAt)":\d+/g;

/** A GET under way: its statements, and what is done before which. */
interface Asking {
  count: number;
  at: number;
  done: boolean;
  compete(): Promise<void>;
}

const asking = new AsyncLocalStorage<Asking | null>();

async function beforeStatement(text: string): Promise<void> {
  const now = asking.getStore();
  // Who asks is settled in a read of its own, which others wait for.
  if (!now || /\b(signing_key|token|session)\b/.test(text)) return;
  now.count += 1;
  if (now.count !== now.at) return;
  await asking.run(null, now.compete);
  now.done = true;
}

function watched(store: Store): Store {
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
    read: (work) => read((sql) => work(watch(sql))),
    ...(readLong ? { readLong: (work) => readLong((sql) => work(watch(sql))) } : {}),
  };
}

forEachStore('one snapshot', (use) => {
  let app: ContractApp;
  let gets: Operation[] = [];
  const made = new Map<string, Body>();
  let owner: Body;
  let token = '';
  let writes = 0;

  beforeAll(async () => {
    const data = use();
    app = await openApp({ ...data, another: () => watched(data.another()) });
    token = await app.tokenOf('admin');
    const world = createWorld(app);
    for (const { name, path } of entityTypes) {
      const create = fixtures.find(({ type }) => type === name)?.create;
      if (create) made.set(path, await post(world, path, await create(`the-${name}`, world)));
    }
    owner = await post(world, '/v1/users', { name: 'owner', email: 'owner@example.com' });
    gets = operationsOf((await app.send('GET', '/openapi.json')).body).filter(
      ({ method, path, open }) => method === 'GET' && !open && !LEFT_OUT[path],
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
    const add = (path: string, value: unknown) => ({ op: 'add', path, value });
    const body = [add('/description', `write ${writes}`), add('/displayName', `Write ${writes}`)];
    if (OWNED.includes(collection)) body.push(add('/owners', writes % 2 ? [{ id: owner.id, type: 'user' }] : []));
    const headers = { 'content-type': 'application/json-patch+json' };
    const { status, text } = await app.send('PATCH', `${collection}/${entity.id}`, { body, headers, token });
    expect(status, text).toBe(200);
  }

  async function turn(collection: string, { id }: Body): Promise<void> {
    const { status } = await app.send('DELETE', `${collection}/${id}?recursive=true`, { token });
    if (status === 200) return;
    const restored = await app.send('PUT', `${collection}/restore`, { body: { id }, token });
    expect(restored.status, restored.text).toBe(200);
  }

  async function ask(path: string, how?: Asking): Promise<string> {
    if (path.startsWith('/v1/events')) await placeAll(use().store);
    const { status, text } = await asking.run(how ?? null, () => app.send('GET', path, { token }));
    return `${status} ${text.replace(OF_THE_MOMENT, '')}`;
  }

  function pathOf(template: string): string {
    const path = realPath(template, made);
    if (template.endsWith('/history')) return `${path}?startTs=0`;
    return template.includes('{') || made.has(template) ? `${path}?fields=*` : path;
  }

  /** Before each statement of an answer but the first, something is written: which answers are of neither state. */
  async function torn(template: string, write: typeof change): Promise<{ wrong: string[]; asked: number }> {
    const [collection, entity] = subjectOf(template);
    const path = pathOf(template);
    const wrong: string[] = [];
    let before = await ask(path);
    for (let at = 2; at <= MOST; at++) {
      const how: Asking = { count: 0, at, done: false, compete: () => write(collection, entity) };
      const between = await ask(path, how);
      if (!how.done) return { wrong, asked: at - 1 };
      const after = await ask(path);
      if (between !== before && between !== after) wrong.push(`${template} at ${at} by ${write.name}`);
      before = after;
    }
    return { wrong, asked: MOST };
  }

  it('is what every answer is of', { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const { path: template } of gets)
      for (const write of TURNED.includes(subjectOf(template)[0]) ? [change, turn] : [change]) {
        const found = await torn(template, write);
        wrong.push(...found.wrong);
        asked += found.asked;
      }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(gets.length * 1.5);
  });
});
