// Readers of the change log over HTTP while another writer keeps a transaction open: nothing is skipped, and it shows.
// What runs in another database of the same server holds nothing back.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventRow, insertEvents, type Sql } from '../../src/storage/index.js';
import { connectPostgres, type PostgresClient } from '../../src/storage/postgres/postgres-client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { storeKinds, type TestStore } from '../support/stores.js';

const url = process.env.CAIRN_TEST_DATABASE_URL ?? '';
const kind = storeKinds().find(({ name }) => name === 'postgres');

describe.skipIf(kind === undefined)('events beside an open transaction', () => {
  let data: TestStore;
  let app: TestApp;
  let cursor = '';
  beforeAll(async () => {
    data = (await kind?.open()) as TestStore;
    app = await createTestApp({ store: data });
  });
  afterAll(async () => {
    await app?.close();
    await data?.remove();
  });

  const soon = { timeout: 10_000, interval: 50 };

  async function make(name: string): Promise<void> {
    const { status } = await app.request('POST', '/v1/classifications', { body: { name, description: 'x' } });
    expect(status).toBe(201);
  }

  /** Moves the cursor behind everything that the start told of. */
  async function catchUp(): Promise<void> {
    await expect.poll(waiting, soon).toBe(0);
    for (let found = 1; found > 0; ) found = (await readOn()).length;
  }

  /** Names of the entities told of behind the cursor; moves the cursor as a reader does. */
  async function readOn(): Promise<string[]> {
    const { json } = await app.request('GET', '/v1/events', {
      query: { limit: '1000', ...(cursor && { after: cursor }) },
    });
    cursor = json.paging.after ?? cursor;
    return json.data.map((event: { entityFullyQualifiedName: string }) => event.entityFullyQualifiedName);
  }

  async function waiting(): Promise<number> {
    const { body } = await app.server.app.inject({ url: '/metrics' });
    return Number(/^cairn_events_unplaced (\d+)$/m.exec(body)?.[1]);
  }

  async function age(): Promise<number> {
    const { body } = await app.server.app.inject({ url: '/metrics' });
    return Number(/^cairn_events_unplaced_age_seconds (\S+)$/m.exec(body)?.[1]);
  }

  const tell = (tx: Sql, name: string) => {
    const event = { id: name, entityFullyQualifiedName: name };
    const row: EventRow = {
      id: name,
      kind: 'entityCreated',
      entity_type: 'classification',
      entity_id: name,
      entity_fqn: name,
      user_name: 'other',
      at: Date.now(),
      doc: JSON.stringify(event),
      change: null,
      entity: null,
    };
    return insertEvents(tx, [row]);
  };

  /** A write of another server that stays open until it is told to end. */
  async function openWrite(name: string, when: 'early' | 'late') {
    let end = () => {};
    const held = new Promise<void>((done) => {
      end = done;
    });
    let begun = () => {};
    const started = new Promise<void>((done) => {
      begun = done;
    });
    const done = data.store.write(async (tx) => {
      await (when === 'early' ? tell(tx, name) : tx.all('select pg_current_xact_id()::text'));
      begun();
      await held;
      if (when === 'late') await tell(tx, name);
    });
    await started;
    return async () => {
      end();
      await done;
    };
  }

  for (const when of ['early', 'late'] as const)
    it(`holds back what commits beside it, when its own event comes ${when}`, { timeout: 30_000 }, async () => {
      await catchUp();
      const end = await openWrite(`open ${when}`, when);
      await make(`one ${when}`);
      await make(`two ${when}`);
      await expect.poll(waiting, soon).toBe(2);
      await expect.poll(age, soon).toBeGreaterThan(0.3);
      expect(await readOn()).toEqual([]);
      await end();
      const names: string[] = [];
      await expect.poll(async () => names.push(...(await readOn())), soon).toBe(3);
      const own = [`one ${when}`, `two ${when}`];
      expect(names).toEqual(when === 'early' ? [`open ${when}`, ...own] : [...own, `open ${when}`]);
      expect(await waiting()).toBe(0);
    });

  /** A connection to another database of the same server, which is removed at the end. */
  async function inAnotherDatabase(work: (other: PostgresClient) => Promise<void>): Promise<void> {
    const admin = connectPostgres({ url, connections: 1 });
    const name = `cairn_other_${randomBytes(6).toString('hex')}`;
    await admin.unsafe(`create database ${name}`);
    const place = new URL(url);
    place.pathname = `/${name}`;
    const other = connectPostgres({ url: place.href, connections: 1 });
    try {
      await work(other);
    } finally {
      await other.end();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    }
  }

  async function prepares(client: PostgresClient): Promise<boolean> {
    const [setting] = await client.unsafe('show max_prepared_transactions');
    return Number(setting?.max_prepared_transactions) > 0;
  }

  it('is not held back by a transaction of another database', { timeout: 30_000 }, async () => {
    await catchUp();
    await inAnotherDatabase(async (other) => {
      await other.begin(async (transaction) => {
        await transaction.unsafe('select pg_current_xact_id()');
        await make('beside another database');
        await expect.poll(waiting, soon).toBe(0);
        expect(await readOn()).toEqual(['beside another database']);
      });
      if (!(await prepares(other))) return;
      await other.unsafe("begin; select pg_current_xact_id(); prepare transaction 'cairn other'").simple();
      await make('beside what another database prepared');
      await expect.poll(waiting, soon).toBe(0);
      await other.unsafe("rollback prepared 'cairn other'");
    });
  });

  it('is held back by a prepared transaction of its own database', { timeout: 30_000 }, async ({ skip }) => {
    const own = connectPostgres({ url, connections: 1 });
    try {
      if (!(await prepares(own))) skip();
      await catchUp();
      await own.unsafe("begin; select pg_current_xact_id(); prepare transaction 'cairn own'").simple();
      await make('beside a prepared one');
      await expect.poll(age, soon).toBeGreaterThan(0.5);
      expect(await waiting()).toBe(1);
    } finally {
      await own.unsafe("rollback prepared 'cairn own'").catch(() => {});
      await own.end();
    }
    await expect.poll(waiting, soon).toBe(0);
  });
});
