import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { forEachStore } from '../../test/support/stores.js';
import type { Context } from '../context/index.js';
import {
  askToCancelJob,
  getJob,
  getJobData,
  getSetting,
  type JobRow,
  putSetting,
  type Store,
} from '../storage/index.js';
import {
  declareJob,
  type EnqueueOptions,
  enqueueJob,
  type JobDeclaration,
  JobFailure,
  type JobKind,
  type JobQueue,
  type JobScope,
  type JobWork,
  startJobQueue,
} from './index.js';

type Work = JobWork<JobScope, never>;
type Kind<I = unknown> = JobKind<I, Work>;

const soon = { timeout: 50_000, interval: 10 };
const quick = { firstMs: 5, longestMs: 20 };
const ann = { id: randomUUID(), name: 'ann' };

forEachStore('the job queue', (use, database) => {
  let number = 0;
  const named = (name: string) => `${name}${++number}`;

  function server(store: Store, kinds: readonly Kind[], options: { leaseMs?: number; roomMs?: number } = {}) {
    const errors: object[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
    const context: Context = { now: Date.now, id: randomUUID, log };
    const scope = (sql: JobScope['sql']): JobScope => ({ sql, context, actor: ann, invalidate: () => queue.wake() });
    const transaction: <T>(work: (scope: JobScope) => Promise<T>) => Promise<T> = (work) =>
      store.write((sql) => work(scope(sql)), undefined, 'background');
    const queue: JobQueue = startJobQueue<JobScope, never, object>({
      kinds,
      store,
      context,
      holder: randomUUID(),
      transaction,
      system: { id: '', name: 'system' },
      deps: {},
      pollMs: 20,
      ...options,
    });
    return {
      errors,
      queue,
      ask: <I>(kind: JobDeclaration<I>, input: I, more?: EnqueueOptions) =>
        transaction((inside) => enqueueJob(kind, input, inside, more)),
    };
  }

  /** Runs a test against one server. */
  async function serving<T>(kinds: readonly Kind[], test: (at: ReturnType<typeof server>) => Promise<T>): Promise<T> {
    const at = server(use().store, kinds);
    try {
      return await test(at);
    } finally {
      await at.queue.stop();
    }
  }

  const job = async ({ id }: { id: string }) => (await use().store.read((sql) => getJob(sql, id))) as JobRow;
  const ended = (row: { id: string }) =>
    vi.waitFor(async () => {
      const now = await job(row);
      expect(now.ended_at).not.toBeNull();
      return now;
    }, soon);
  const cancel = ({ id }: JobRow) => use().store.write((tx) => askToCancelJob(tx, id, Date.now()));

  it('runs a job with its input and its parts, and records progress', async () => {
    const input = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
    const seen: unknown[] = [];
    const kind: Kind<{ word: string }> = {
      ...declareJob<{ word: string }>({ name: named('plain'), input }),
      async run({ word }, { job: own, data, transaction, progress }) {
        seen.push(word, JSON.parse((await data('part.0')) ?? ''), own.actorName);
        await transaction((scope) => progress(scope, { done: 2, total: 3, state: { at: 'two' } }));
      },
    };
    await serving([kind], async ({ ask }) => {
      const asked = await ask(kind, { word: 'tea' }, { parts: new Map([['part.0', [1]]]) });
      expect(asked).toMatchObject({ state: 'queued', actor_id: ann.id, actor_name: 'ann' });
      expect(await ended(asked)).toMatchObject({ state: 'completed', done: 2, total: 3, attempts: 1, error: null });
      expect(seen).toEqual(['tea', [1], 'ann']);
      expect(await use().store.read((sql) => getJobData(sql, asked.id, 'state'))).toBe('{"at":"two"}');
      await expect(ask(kind, { word: 7 } as never)).rejects.toThrow('/word must be string');
    });
  });

  it('retries after a failure, from the recorded progress; fails with the error if it makes none', async () => {
    let runs = 0;
    const from: (string | undefined)[] = [];
    const recovering: Kind = {
      ...declareJob<unknown>({ name: named('recovering'), retry: { ...quick, attempts: 2 } }),
      async run(_, { transaction, progress, data }) {
        from.push(await data('state'));
        runs += 1;
        await transaction((scope) => progress(scope, { done: 1, state: runs }));
        if (runs < 4) throw new Error(`failure ${runs}`);
      },
    };
    const failing: Kind = {
      ...declareJob<unknown>({ name: named('failing'), retry: { ...quick, attempts: 3 } }),
      run: () => Promise.reject(new Error('broken')),
    };
    await serving([recovering, failing], async ({ ask, errors }) => {
      const [one, two] = [await ask(recovering, null), await ask(failing, null)];
      expect(await ended(one)).toMatchObject({ state: 'completed', done: 4, error: null });
      expect(from).toEqual([undefined, '1', '2', '3']);
      expect(await ended(two)).toMatchObject({ state: 'failed', error: 'unexpected error: broken', attempts: 3 });
      expect(errors.filter((fields) => 'id' in fields && fields.id === two.id)).toHaveLength(3);
    });
  });

  it('lets a job report its failure in the transaction that ends it', async () => {
    const reports: unknown[] = [];
    const name = named('reporting');
    const kind: Kind<string> = {
      ...declareJob<string>({ name, input: { type: 'string' }, retry: { ...quick, attempts: 2 } }),
      async run(word) {
        throw word === 'documented' ? new JobFailure('no such table') : new Error('secret detail');
      },
      async failed(word, { transaction, data, job: own }, error) {
        expect(JSON.parse((await data('input')) ?? '')).toBe(word);
        await transaction(async ({ sql }) => {
          reports.push([word, error.replace(own.id, 'ID'), (await getJob(sql, own.id))?.state]);
          await putSetting(sql, { name, updated_at: 1, doc: '1' });
        });
      },
    };
    await serving([kind], async ({ ask }) => {
      await ended(await ask(kind, 'documented'));
      await ended(await ask(kind, 'unexpected'));
      expect(reports).toEqual([
        ['documented', 'no such table', 'failed'],
        ['unexpected', 'unexpected error; admins can see it, in the job ID and in the log', 'failed'],
      ]);
      expect(await use().store.read((sql) => getSetting(sql, name))).toBeDefined();
    });
  });

  it('fails a job whose server crashed in each of its runs', async () => {
    const reports: string[] = [];
    const kind: Kind = {
      ...declareJob<unknown>({ name: named('deadly'), retry: { attempts: 2 } }),
      run: async () => {},
      failed: async (_, __, error) => void reports.push(error),
    };
    const before = server(use().store, []);
    const row = await before.ask(kind, null);
    await before.queue.stop();
    await use().store.write((tx) =>
      tx.run("update job set state = 'running', holder = 'dead', attempts = 2 where id = $1", [row.id]),
    );
    await serving([kind], async () => {
      expect(await ended(row)).toMatchObject({ state: 'failed', error: expect.stringContaining('2 runs') });
      expect(reports).toEqual([expect.stringContaining('2 runs')]);
    });
  });

  it('cancels waiting and running jobs; later slices have no effect', async () => {
    const name = named('held');
    const tidied: string[] = [];
    let begun = false;
    const kind: Kind = {
      ...declareJob<unknown>({ name }),
      parallel: 1,
      async run(_, { transaction, signal }) {
        begun = true;
        while (!signal.aborted) await setTimeout(5);
        await transaction(({ sql }) => putSetting(sql, { name, updated_at: 1, doc: '1' }));
      },
      async cancelled(_, work) {
        tidied.push(work.job.id);
      },
    };
    await serving([kind], async ({ ask }) => {
      const running = await ask(kind, null, { lane: 'one' });
      await vi.waitFor(() => expect(begun).toBe(true), soon);
      const waiting = await ask(kind, null, { lane: 'one' });
      await cancel(running);
      expect(await ended(running)).toMatchObject({ state: 'cancelled' });
      await cancel(waiting);
      expect(await ended(waiting)).toMatchObject({ state: 'cancelled' });
      expect(tidied).toEqual([running.id, waiting.id]);
      expect(await use().store.read((sql) => getSetting(sql, name))).toBeUndefined();
      expect(await cancel(running)).toBe(false);
    });
  });

  it('runs jobs of a lane in order, and one job per key', async () => {
    const order: string[] = [];
    const kind: Kind<string> = {
      ...declareJob<string>({ name: named('lanes'), input: { type: 'string' }, retry: quick }),
      async run(word, { job: own }) {
        await setTimeout(20);
        order.push(word);
        if (word === 'a1' && own.attempts === 1) throw new Error('once');
      },
    };
    await serving([kind], async ({ ask }) => {
      const rows: JobRow[] = [];
      for (const word of ['a1', 'a2', 'a3', 'b1']) rows.push(await ask(kind, word, { lane: word[0] as string }));
      for (const row of rows) await ended(row);
      expect(order.filter((word) => word !== 'b1')).toEqual(['a1', 'a1', 'a2', 'a3']);
      expect(order.indexOf('b1')).toBeLessThan(3);
      const first = await ask(kind, 'k1', { key: 'k' });
      expect((await ask(kind, 'k2', { key: 'k' })).id).toBe(first.id);
      await ended(first);
      expect((await ask(kind, 'k3', { key: 'k' })).id).not.toBe(first.id);
    });
  });

  it('alternates between jobs if there are more than may run at once', async () => {
    const turns: number[] = [];
    const kind: Kind<number> = {
      ...declareJob<number>({ name: named('turns'), input: { type: 'integer' } }),
      parallel: 1,
      async run(one, { transaction, progress, data }) {
        for (let at = Number((await data('state')) ?? 0); at < 20; ) {
          at += 1;
          if (turns.at(-1) !== one) turns.push(one);
          await transaction((scope) => progress(scope, { done: 1, state: at }));
          await setTimeout(5);
        }
      },
    };
    const at = server(use().store, [kind], { roomMs: 0 });
    const rows = [await at.ask(kind, 1), await at.ask(kind, 2)];
    for (const row of rows) expect(await ended(row)).toMatchObject({ state: 'completed', done: 20, attempts: 1 });
    expect(turns.length).toBeGreaterThan(2);
    await at.queue.stop();
  });

  it('runs scheduled jobs repeatedly, even if one fails', async () => {
    let runs = 0;
    const kind: Kind = {
      ...declareJob<unknown>({ name: named('scheduled'), retry: { attempts: 1 } }),
      schedule: '* * * * * *',
      async run() {
        runs += 1;
        if (runs === 1) throw new Error('first');
      },
    };
    await serving([kind], async () => {
      await vi.waitFor(() => expect(runs).toBeGreaterThan(1), soon);
    });
    await serving([{ ...kind, schedule: '0 0 1 1 *' }], async () => {
      const read = () => use().store.read((sql) => sql.all<JobRow>('select * from job where kind = $1', [kind.name]));
      await vi.waitFor(async () => expect(await read()).toMatchObject([{ schedule: '0 0 1 1 *' }]), soon);
      const [row] = await read();
      expect(new Date(row?.run_at ?? 0).toISOString()).toMatch(/-01-01T00:00:00/);
    });
  });

  it('makes up for a missed run of a schedule, and removes scheduled jobs of unknown kinds', async () => {
    let runs = 0;
    const kinds = ['missed', 'forgotten'].map(
      (name): Kind => ({
        ...declareJob<unknown>({ name: named(name) }),
        schedule: '0 0 1 1 *',
        run: async () => void runs++,
      }),
    );
    const names = JSON.stringify(kinds.map(({ name }) => name));
    const rows = (sql: JobScope['sql']) =>
      sql.all<JobRow>(`select * from job where kind in ${sql.dialect.list('$1')} order by kind`, [names]);
    const read = () => use().store.read(rows);
    await serving(kinds, async () => vi.waitFor(async () => expect(await read()).toHaveLength(2), soon));
    const before = Date.now() - 8 * 86_400_000;
    await use().store.write((tx) =>
      tx.run(`update job set run_at = $2 where kind in ${tx.dialect.list('$1')}`, [names, before]),
    );
    await serving(kinds.slice(0, 1), async () => {
      await vi.waitFor(() => expect(runs).toBe(1), soon);
      await vi.waitFor(
        async () => expect(await read()).toMatchObject([{ kind: kinds[0]?.name, state: 'queued' }]),
        soon,
      );
    });
  });

  it('removes finished jobs after their retention time, and those of one person beyond a number', async () => {
    const kind: Kind = { ...declareJob<unknown>({ name: named('brief'), keptMs: 3_600_000 }), run: async () => {} };
    const at = server(use().store, []);
    const rows: JobRow[] = [];
    for (let i = 0; i < 4; i++) rows.push(await at.ask(kind, null, { completed: i < 3, keptOfOne: 3 }));
    await at.queue.stop();
    const left = async () => (await Promise.all(rows.map(job))).map((row) => row?.state);
    expect(await left()).toEqual([undefined, 'completed', 'completed', 'queued']);
    await use().store.write((tx) => tx.run('update job set ended_at = 5 where id = $1', [rows[1]?.id ?? '']));
    await serving([kind], async () => {
      await vi.waitFor(
        async () => expect(await left()).toEqual([undefined, undefined, 'completed', 'completed']),
        soon,
      );
    });
    expect(await use().store.read((sql) => getJobData(sql, rows[1]?.id ?? '', 'input'))).toBeUndefined();
  });

  it('continues the jobs of a server that stopped', async () => {
    let begun = false;
    const kind: Kind = {
      ...declareJob<unknown>({ name: named('left') }),
      async run(_, { transaction, progress, signal, data }) {
        if ((await data('state')) !== undefined) return;
        await transaction((scope) => progress(scope, { done: 1, state: 'half' }));
        begun = true;
        while (!signal.aborted) await setTimeout(5);
      },
    };
    const row = await serving([kind], async ({ ask }) => {
      const asked = await ask(kind, null);
      await vi.waitFor(() => expect(begun).toBe(true), soon);
      return asked;
    });
    expect(await job(row)).toMatchObject({ state: 'queued', holder: null, attempts: 0 });
    await serving([kind], async () => {
      expect(await ended(row)).toMatchObject({ state: 'completed', done: 1 });
    });
  });

  describe.runIf(database === 'postgres')('with three servers', () => {
    it('each job runs on one of them', async () => {
      const runs: string[] = [];
      const kind: Kind<string> = {
        ...declareJob<string>({ name: named('shared'), input: { type: 'string' } }),
        async run(word, { transaction, progress }) {
          runs.push(word);
          await transaction((scope) => progress(scope, { done: 1 }));
          await setTimeout(5);
        },
      };
      const servers = [0, 1, 2].map(() => server(use().another(), [kind]));
      const words = Array.from({ length: 30 }, (_, i) => `w${i}`);
      const rows = await Promise.all(words.map((word, i) => servers[i % 3]?.ask(kind, word) as Promise<JobRow>));
      for (const row of rows) expect(await ended(row)).toMatchObject({ state: 'completed', done: 1 });
      expect([...runs].sort()).toEqual([...words].sort());
      await Promise.all(servers.map(({ queue }) => queue.stop()));
    });

    it('a disconnected one loses its job when the lease expires; its later slices have no effect', async () => {
      const name = named('taken');
      const wrote: string[] = [];
      const release = new AbortController();
      const kindOf = (who: string): Kind => ({
        ...declareJob<unknown>({ name }),
        async run(_, { transaction, progress }) {
          await transaction((scope) => progress(scope, { done: 1 }));
          if (who === 'dead') await setTimeout(20_000, undefined, { signal: release.signal }).catch(() => {});
          await transaction(async (scope) => {
            wrote.push(who);
            await progress(scope, { done: 10 });
          });
        },
      });
      const store = use().another();
      let gone = false;
      const write: Store['write'] = (...given) => (gone ? new Promise(() => {}) : store.write(...given));
      const dead = server({ ...store, write }, [kindOf('dead')], { leaseMs: 300 });
      const row = await dead.ask(kindOf('dead'), null);
      await vi.waitFor(async () => expect((await job(row)).done).toBe(1), soon);
      gone = true;
      const others = [1, 2].map(() => server(use().another(), [kindOf('live')], { leaseMs: 300 }));
      const begun = performance.now();
      expect(await ended(row)).toMatchObject({ state: 'completed', done: 12, attempts: 1 });
      expect(performance.now() - begun).toBeGreaterThan(100);
      gone = false;
      release.abort();
      await setTimeout(50);
      expect(wrote).toEqual(['live']);
      expect((await job(row)).done).toBe(12);
      await Promise.all(others.map(({ queue }) => queue.stop()));
      void dead.queue.stop();
    });
  });
});
