// Work that a release before the queue of jobs left: it goes on, and what had ended is still there.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getSearchState, listDeletions, migrate } from '../../src/storage/index.js';
import { MIGRATIONS } from '../../src/storage/migrations/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { storeKinds, type TestStore } from '../support/stores.js';

const soon = { timeout: 50_000, interval: 50 };
const now = Date.now();
const actor = { id: randomUUID(), name: 'gone', isAdmin: false, isBot: false };
const item = { request: { columnFQN: 's.d.p.t.c', entityType: 'table' }, status: 200 };

function update(more: object) {
  const jobId = randomUUID();
  const none = { passed: 0, failed: 0, successRequest: [], failedRequest: [] };
  const what = { dryRun: false, columnName: 'id', update: { description: 'x' } };
  return { jobId, actor, createdAt: now, endedAt: null, ...what, parts: 3, next: 1, ...none, ...more };
}

const going = update({ passed: 1, successRequest: [item] });
const done = update({ next: 3, endedAt: now, passed: 1, successRequest: [item] });
const exported = { createdBy: 'admin', createdAt: now, query: { q: 'x', index: 'table' }, rows: 7 };
const exports = [
  { jobId: randomUUID(), ...exported, cancelled: false },
  { jobId: randomUUID(), ...exported, cancelled: true },
];
const root = randomUUID();

describe.each(storeKinds())('work of an earlier release ($name)', ({ open }) => {
  let store: TestStore;
  let app: TestApp;

  beforeAll(async () => {
    store = await open('empty');
    const { write } = store.store;
    await migrate(
      store.store,
      MIGRATIONS.filter(({ number }) => number < 15),
    );
    await write(async (tx) => {
      const setting = (name: string, value: unknown) =>
        tx.run('insert into setting (name, updated_at, doc) values ($1, $2, $3)', [name, now, JSON.stringify(value)]);
      for (const job of [going, done]) {
        await setting(`columns.update.job.${job.jobId}`, job);
        const { jobId, endedAt } = job;
        await setting(`columns.update.known.${jobId}`, { jobId, actorId: actor.id, endedAt });
      }
      await setting(`columns.update.part.${going.jobId}.1`, [{ id: randomUUID(), updates: null }]);
      await setting(`columns.update.part.${going.jobId}.2`, [{ id: randomUUID(), updates: null }]);
      for (const job of exports) await setting(`search.export.${job.jobId}`, job);
      await tx.run(
        `insert into deletion (root_id, root_type, root_fqn, hard, started_at, actor, progress)
          values ($1, 'database', 's.d', 1, $2, 'gone', 12)`,
        [root, now],
      );
      await tx.run("insert into search_state (name, value) values ('rebuild', $1)", [
        '{"status":"pending","anew":true}',
      ]);
    });
    await migrate(store.store);
    app = await createTestApp({ store });
  });
  afterAll(async () => {
    await app?.close();
    await store?.remove();
  });

  const get = async (path: string) => (await app.request('GET', path)).json;
  const updateOf = ({ jobId }: { jobId: string }) => get(`/v1/columns/bulk-update-async/${jobId}`);
  const jobOf = async (kind: string) => (await app.request('GET', '/v1/jobs', { query: { kind } })).json.data;

  it('an update of columns goes on, and ends as its actor is gone', async () => {
    await vi.waitFor(async () => expect((await updateOf(going)).status).toBe('FAILED'), soon);
    expect(await updateOf(going)).toMatchObject({
      createdBy: 'gone',
      createdAt: now,
      result: { abortReason: 'the user who started the job no longer exists', numberOfRowsPassed: 1 },
    });
    expect(await updateOf(done)).toMatchObject({
      status: 'COMPLETED',
      completedAt: now,
      result: { successRequest: [item], numberOfRowsPassed: 1 },
    });
  });

  it('exports are there until their time is over', async () => {
    for (const { jobId, cancelled } of exports)
      expect(await get(`/v1/csvAsyncJobs/${jobId}`)).toMatchObject({
        jobId,
        createdBy: 'admin',
        createdAt: now,
        total: 7,
        status: cancelled ? 'CANCELLED' : 'COMPLETED',
      });
  });

  it('a large delete and a rebuild of search are finished', async () => {
    await vi.waitFor(async () => expect(await store.store.read(listDeletions)).toEqual([]), soon);
    await vi.waitFor(
      async () => expect(await jobOf('catalog.deletion')).toMatchObject([{ id: root, state: 'completed' }]),
      soon,
    );
    await vi.waitFor(async () => expect(await jobOf('search.rebuild')).toMatchObject([{ state: 'completed' }]), {
      ...soon,
      timeout: 30_000,
    });
    const state = await store.store.read((sql) => getSearchState(sql, 'rebuild'));
    expect(JSON.parse(state ?? '')).toMatchObject({ status: 'completed' });
  });

  it('leaves only settings in the table of settings', async () => {
    const left = await store.store.read((sql) =>
      sql.all("select name from setting where name like 'columns.%' or name like 'search.export%'"),
    );
    expect(left).toEqual([]);
  });
});
