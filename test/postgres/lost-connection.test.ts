// The database goes away and comes back: what was under way fails whole, what comes later works without a new start.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres, putSetting, type Sql, type Store, StoreUnavailable } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forPostgres } from '../support/stores.js';
import { type CutLine, openLine } from './cut-line.js';

forPostgres('a lost connection', (use) => {
  let line: CutLine;
  beforeAll(async () => {
    line = await openLine(use().url as string);
  });
  afterAll(async () => {
    await line.cut();
  });

  const put = (tx: Sql, name: string) => putSetting(tx, { name, updated_at: 1, doc: '{}' });
  const names = async (like: string) =>
    (
      await use().store.read((sql) =>
        sql.all<{ name: string }>('select name from setting where name like $1 order by name', [like]),
      )
    ).map(({ name }) => name);

  describe('in the store', () => {
    let store: Store;
    beforeAll(() => {
      store = openPostgres({ url: line.url, connections: 1 });
    });
    afterAll(() => store.close());

    it('ends a write that waits, and keeps its last steps out of the write that comes next', async () => {
      let goOn = () => {};
      const held = new Promise<void>((done) => {
        goOn = done;
      });
      let begun = () => {};
      const started = new Promise<void>((done) => {
        begun = done;
      });
      let orphan: unknown;
      const lost = store.write(async (tx) => {
        await put(tx, 'lost 1');
        begun();
        await held;
        orphan = await put(tx, 'lost 2').catch((error: unknown) => error);
      });
      await started;
      await line.cut();
      await expect(lost).rejects.toBeInstanceOf(StoreUnavailable);
      await line.mend();
      await store.write(async (tx) => {
        await put(tx, 'next 1');
        goOn();
        await sleep(50);
        await put(tx, 'next 2');
      });
      expect(orphan).toBeInstanceOf(StoreUnavailable);
      expect(await names('lost %')).toEqual([]);
      expect(await names('next %')).toEqual(['next 1', 'next 2']);
    });

    it('ends nothing but the write when a connection is lost as it begins', async () => {
      const hasty = await openLine(use().url as string, { onlyGreets: true });
      const other = openPostgres({ url: hasty.url, connections: 1 });
      for (let i = 0; i < 3; i++)
        await expect(other.write((tx) => put(tx, 'hasty'))).rejects.toBeInstanceOf(StoreUnavailable);
      await other.close();
      await hasty.cut();
      expect(await names('hasty')).toEqual([]);
    });

    it('ends a write in the middle of its statements, and works again', async () => {
      for (let round = 0; round < 20; round++) {
        let sent = 0;
        const lost = store.write(async (tx) => {
          for (; sent < 500; sent++) await put(tx, `round ${round} ${sent}`);
        });
        const end = lost.catch((error: unknown) => error);
        await sleep(round);
        await line.cut();
        const error = await end;
        await line.mend();
        await store.write((tx) => put(tx, `after ${round}`));
        if (error) {
          expect(error).toBeInstanceOf(StoreUnavailable);
          expect(await names(`round ${round} %`)).toEqual([]);
        }
      }
      expect((await names('after %')).length).toBe(20);
    });

    it('fails at once while there is no database, and soon works again', async () => {
      await line.cut();
      await expect(store.read((sql) => sql.get('select 1'))).rejects.toThrow(StoreUnavailable);
      const start = performance.now();
      for (let i = 0; i < 4; i++) await expect(store.write((tx) => put(tx, 'no'))).rejects.toThrow(StoreUnavailable);
      // Each that waited for a connection would wait for five seconds.
      expect(performance.now() - start).toBeLessThan(10_000);
      await line.mend();
      // A connection that was being tried at this moment may still fail.
      const read = () => store.read((sql) => sql.get('select 1 as one')).catch(() => undefined);
      await expect.poll(read, { timeout: 10_000, interval: 250 }).toEqual({ one: 1 });
    });

    it('tells the address of a database that does not answer', async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const other = openPostgres({ url: `postgres://nobody@127.0.0.1:${port}/nothing`, connections: 1 });
      await expect(other.write((tx) => put(tx, 'no'))).rejects.toThrow(`127.0.0.1:${port}`);
      silent.close();
      await other.close();
    });

    // A load balancer without a server behind it.
    it.each(['', '?sslmode=require'])(
      'fails at once if connections are closed before they begin%s',
      async (parameters) => {
        const closing = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
        await once(closing, 'listening');
        const { port } = closing.address() as AddressInfo;
        const url = `postgres://nobody@127.0.0.1:${port}/nothing${parameters}`;
        const other = openPostgres({ url, connections: 1 });
        await expect(other.write((tx) => put(tx, 'no'))).rejects.toBeInstanceOf(StoreUnavailable);
        await expect(other.read((sql) => sql.get('select 1'))).rejects.toBeInstanceOf(StoreUnavailable);
        closing.close();
        await other.close();
      },
    );

    it('tells the same of a database that takes no writes', async () => {
      const write = store.write(async (tx) => {
        await tx.run('set transaction read only');
        await put(tx, 'no');
      });
      await expect(write).rejects.toThrow(
        'the database is unavailable: cannot execute INSERT in a read-only transaction',
      );
      expect(await names('no')).toEqual([]);
    });
  });

  describe('over HTTP', () => {
    let app: TestApp;
    let store: Store;
    beforeAll(async () => {
      store = openPostgres({ url: line.url, connections: 3 });
      app = await createTestApp({ store: { ...use(), store, another: () => store } });
    });
    afterAll(async () => {
      await app.close();
      await store.close();
    });

    it('refuses with a delay while the database is away, and works when it is back', async () => {
      const make = (name: string) => app.request('POST', '/v1/classifications', { body: { name, description: 'x' } });
      expect((await make('before')).status).toBe(201);
      await line.cut();
      for (const answer of [
        await make('while'),
        await app.request('GET', '/v1/classifications'),
        await app.request('GET', '/v1/classifications/name/before'),
      ]) {
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
        expect(answer.json).toEqual({
          code: 503,
          errorType: 'DATABASE_UNAVAILABLE',
          message: 'the database is unavailable; try again in 1 second',
        });
      }
      expect((await app.server.app.inject({ url: '/readyz' })).statusCode).toBe(503);
      expect((await app.server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
      expect((await app.server.app.inject({ url: '/metrics' })).body).toContain('cairn_database_up 0\n');
      await line.mend();
      // A connection that was being tried at this moment may still fail, so clients repeat the request after the delay that it names.
      await expect.poll(async () => (await make('after')).status, { timeout: 30_000, interval: 250 }).toBe(201);
      expect((await app.request('GET', '/v1/classifications/name/while')).status).toBe(404);
      expect((await app.server.app.inject({ url: '/metrics' })).body).toContain('cairn_database_up 1\n');
    });
  });
});
