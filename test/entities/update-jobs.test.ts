// Updates of many columns go on where they were cut off, in the name of who asked for them.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Actor, Scope } from '../../src/catalog/index.js';
import { columnUpdateJob, startColumnUpdates } from '../../src/entities/index.js';
import { getJob, getJobData } from '../../src/storage/index.js';
import { runJobs } from '../support/run-jobs.js';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, addUser, createTestCatalog, freshName, type TestCatalog } from './support/catalog.js';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

forEachStore('an update of many columns', (use) => {
  /** What runs jobs; `before` is told of every transaction. */
  const open = (catalog: TestCatalog, before: (actor?: Actor) => void = () => {}) => ({
    transaction: async <T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T> => {
      before(actor);
      return use().store.write((sql) =>
        work({
          catalog: catalog.catalog,
          context: { now: () => catalog.clock.now, id: randomUUID, log },
          actor: actor ?? { id: randomUUID(), name: 'system', isAdmin: true, isBot: true },
          sql,
          reopen: use().store.read,
          invalidate: () => {},
        }),
      );
    },
  });

  const run = ({ catalog, clock }: TestCatalog, runner: ReturnType<typeof open>) =>
    runJobs({
      kinds: [columnUpdateJob],
      store: use().store,
      context: { now: () => clock.now, id: randomUUID, log },
      catalog,
      transaction: runner.transaction,
    });

  const prepare = async (count: number) => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const name = freshName('key');
    const tables: { id: string; columns: { description?: string }[]; updatedBy: string }[] = [];
    for (let i = 0; i < count; i++) tables.push(await addTable(catalog, fqn, { columns: [{ name, dataType: 'INT' }] }));
    const user = await addUser(catalog);
    const actor: Actor = { id: user.id, name: user.name, isAdmin: false, isBot: false };
    const start = (runner = open(catalog)) =>
      runner.transaction((scope) => {
        const update = { columnName: name, description: 'Key', dryRun: false };
        return startColumnUpdates.run({ update, entityIds: tables.map(({ id }) => id) }, scope);
      }, actor);
    const described = async () => {
      const found = [];
      for (const { id } of tables) found.push(await catalog.expect(200, 'GET', `/v1/tables/${id}`));
      return found.filter(({ columns }) => columns[0].description === 'Key');
    };
    const job = (id: unknown) =>
      use().store.read(async (sql) => {
        const row = await getJob(sql, String(id));
        if (!row) throw new Error(`there is no job ${id}`);
        const state = JSON.parse((await getJobData(sql, row.id, 'state')) ?? '{}');
        return { next: 0, passed: 0, ...state, endedAt: row.ended_at, abortReason: row.error };
      });
    return { catalog, user, actor, start, described, job };
  };

  it('goes on where it was cut off', async () => {
    const { catalog, user, start, described, job } = await prepare(50);
    const id = await start();
    let count = 0;
    const dying = open(catalog, () => {
      count += 1;
      if (count === 3) throw new Error('the server dies'); // one part is written, and recorded
    });
    await run(catalog, dying);
    expect(await described()).toHaveLength(20);
    expect(await job(id)).toMatchObject({ next: 1, passed: 20, endedAt: null });
    catalog.clock.now += 60_000;
    await run(catalog, open(catalog));
    const done = await described();
    expect(done).toHaveLength(50);
    expect(done.every(({ updatedBy, version }) => updatedBy === user.name && version === 0.2)).toBe(true);
    expect(await job(id)).toMatchObject({ passed: 50, failed: 0, endedAt: catalog.clock.now });
  });

  it('is done again where nobody noted that it was done, which changes nothing', async () => {
    const { catalog, start, described, job } = await prepare(3);
    const id = await start();
    let count = 0;
    const dying = open(catalog, () => {
      count += 1;
      if (count === 2) throw new Error('the server dies');
    });
    await run(catalog, dying);
    expect(await described()).toHaveLength(3);
    expect(await job(id)).toMatchObject({ next: 0, passed: 0, abortReason: 'unexpected error: the server dies' });
    catalog.clock.now += 60_000;
    await run(catalog, open(catalog));
    const done = await described();
    expect(done.map(({ version }) => version)).toEqual([0.2, 0.2, 0.2]);
    expect(await job(id)).toMatchObject({ passed: 3, failed: 0 });
  });

  it('ends when the user who started the job no longer exists', async () => {
    const { catalog, user, start, described, job } = await prepare(3);
    const id = await start();
    await catalog.expect(200, 'DELETE', `/v1/users/${user.id}`);
    await run(catalog, open(catalog));
    expect(await described()).toEqual([]);
    expect(await job(id)).toMatchObject({ passed: 0, abortReason: 'the user who started the job no longer exists' });
  });

  it('waits until others of the same person are done', async () => {
    const { catalog, start, job } = await prepare(1);
    const ids: unknown[] = [];
    for (let i = 0; i < 20; i++) ids.push(await start());
    await expect(start()).rejects.toMatchObject({ errorType: 'LIMITS_EXCEPTION' });
    await run(catalog, open(catalog));
    for (const id of ids) expect(await job(id)).toMatchObject({ passed: 1 });
    catalog.clock.now += 86_400_001;
    await run(catalog, open(catalog));
    await expect(job(ids[0])).rejects.toThrow();
  });

  it('takes turns with those of others, but not with earlier ones of the same person', async () => {
    const [large, small] = [await prepare(50), await prepare(3)];
    const first = await large.start();
    large.catalog.clock.now += 1;
    const second = await large.start();
    const other = await small.start();
    const slices: (string | undefined)[] = [];
    await run(
      large.catalog,
      open(large.catalog, (actor) => slices.push(actor?.id)),
    );
    const ofLarge = slices.flatMap((id, at) => (id === large.actor.id ? [at] : []));
    expect(slices.indexOf(small.actor.id)).toBeLessThan(ofLarge[1] ?? 0);
    expect(await small.job(other)).toMatchObject({ passed: 3 });
    for (const id of [first, second]) expect(await large.job(id)).toMatchObject({ passed: 50, failed: 0 });
    expect((await large.job(first)).endedAt).toBeLessThanOrEqual((await large.job(second)).endedAt);
  });

  it('holds the writer up for a while at most: a part of slow entities takes several transactions', async () => {
    const { catalog, start, described, job } = await prepare(5);
    const id = await start();
    let count = 0;
    const runner = open(catalog, () => {
      count += 1;
    });
    const slow: typeof runner = {
      ...runner,
      transaction: (work, actor) =>
        runner.transaction((scope) => {
          let now = catalog.clock.now;
          return work({ ...scope, context: { ...scope.context, now: () => (now += 30) } });
        }, actor),
    };
    await run(catalog, slow as ReturnType<typeof open>);
    expect(count).toBeGreaterThan(3);
    expect(await described()).toHaveLength(5);
    expect(await job(id)).toMatchObject({ passed: 5, failed: 0 });
  });
});
