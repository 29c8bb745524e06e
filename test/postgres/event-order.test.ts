// Readers of the change log over HTTP while other writers keep transactions open: nothing waits for them, nothing is skipped,
// and what met at a lock is told in the order of its commits.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventRow, insertEvents, placeEvents, type Sql } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forPostgres } from '../support/stores.js';

forPostgres('events beside an open transaction', (use) => {
  let app: TestApp;
  let cursor = '';
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
  });
  afterAll(async () => {
    await app?.close();
  });

  const soon = { timeout: 50_000, interval: 50 };

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

  /** What the server of those writes does behind each commit. */
  const place = () => use().store.write((tx) => placeEvents(tx));

  interface OpenWrite {
    /** Its database process, to see whether it waits. */
    pid: number;
    end(): Promise<void>;
  }

  /** A write of another server that stays open until it is ended; `work` runs at the beginning of it. */
  async function openWrite(work: (tx: Sql) => Promise<unknown>): Promise<OpenWrite> {
    let end = () => {};
    const held = new Promise<void>((done) => {
      end = done;
    });
    let begun = (_: number) => {};
    const started = new Promise<number>((done) => {
      begun = done;
    });
    const done = use().store.write(async (tx) => {
      // Its number is an early one, whatever it comes to do.
      const row = await tx.get<{ pid: number }>('select pg_backend_pid() as pid, pg_current_xact_id()');
      begun(row?.pid ?? 0);
      await work(tx);
      await held;
    });
    const pid = await started;
    return {
      pid,
      async end() {
        end();
        await done;
      },
    };
  }

  const waitsForLock = ({ pid }: OpenWrite) =>
    expect
      .poll(async () => {
        const row = await use().store.read((sql) =>
          sql.get<{ type: string | null }>('select wait_event_type as type from pg_stat_activity where pid = $1', [
            pid,
          ]),
        );
        return row?.type;
      }, soon)
      .toBe('Lock');

  it('is not held back by what is open, and tells of that when it ends', { timeout: 120_000 }, async () => {
    await catchUp();
    const open = await openWrite((tx) => tell(tx, 'open'));
    await make('one');
    await make('two');
    await expect.poll(waiting, soon).toBe(0);
    expect(await readOn()).toEqual(['one', 'two']);
    await open.end();
    await place();
    const names: string[] = [];
    await expect.poll(async () => names.push(...(await readOn())), soon).toBe(1);
    expect(names).toEqual(['open']);
  });

  // The second has the lowest transaction number and appended its event first; a third lies between the two and stays open.
  const met = [
    { what: 'one entity', first: 'for update', second: 'for update' },
    { what: 'a parent that changes and a child that is put into it', first: 'for update', second: 'for share' },
    { what: 'a child that is put into a parent that changes then', first: 'for share', second: 'for update' },
  ];
  for (const { what, first, second } of met)
    it(`keeps the order of commits for ${what}`, { timeout: 120_000 }, async () => {
      await make(`lock ${what}`);
      await catchUp();
      const lock = (tx: Sql, how: string) => tx.all(`select id from entity where fqn = $1 ${how}`, [`lock ${what}`]);
      let locked = () => {};
      const mayLock = new Promise<void>((done) => {
        locked = done;
      });
      const later = await openWrite(async (tx) => {
        await tell(tx, 'second');
        await mayLock;
        await lock(tx, second);
      });
      const between = await openWrite((tx) => tell(tx, 'open'));
      const earlier = await openWrite(async (tx) => {
        await lock(tx, first);
        locked();
        await tell(tx, 'first');
      });
      await waitsForLock(later);
      await earlier.end();
      await later.end();
      await place();
      await expect.poll(waiting, soon).toBe(0);
      expect(await readOn()).toEqual(['first', 'second']);
      await between.end();
      await place();
      await expect.poll(readOn, soon).toEqual(['open']);
    });

  it('keeps the order of commits when sequencers of several servers look at once', { timeout: 60_000 }, async () => {
    await make('busy');
    await catchUp();
    const other = use().another();
    const writers = 6;
    const rounds = 25;
    let going = true;
    const sequencers = [use().store, other].map(async (store) => {
      while (going) await store.write((tx) => placeEvents(tx, 3));
    });
    let commits = 0;
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let round = 0; round < rounds; round++)
          await use().store.write(async (tx) => {
            if (writer % 2 === 0) await tell(tx, `early ${writer} ${round}`);
            await tx.all('select id from entity where fqn = $1 for update', ['busy']);
            commits += 1; // under the lock: the order of the commits
            await tell(tx, `busy ${String(commits).padStart(5, '0')}`);
          });
      }),
    );
    going = false;
    await Promise.all(sequencers);
    await expect.poll(waiting, soon).toBe(0);
    const names: string[] = [];
    for (let found = await readOn(); found.length > 0; found = await readOn()) names.push(...found);
    const busy = names.filter((name) => name.startsWith('busy'));
    expect(busy).toHaveLength(writers * rounds);
    expect(busy).toEqual([...busy].sort());
  });
});
