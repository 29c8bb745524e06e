// Several large deletes at once: none waits for all of another, and each slice is small.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type DeletionRow, listDeletions } from '../../src/storage/index.js';
import { deletionJob } from '../../src/writer/index.js';
import { createEngine, person } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody } from '../support/engine-types.js';
import { runJobs } from '../support/run-jobs.js';
import { forEachStore } from '../support/stores.js';

const TABLES = 12;
const query = { hardDelete: 'true', recursive: 'true' };

forEachStore('several large deletes', (use) => {
  async function begun() {
    const engine = createEngine(use().store, engineTypes);
    engine.catalog.options.deleteSlice = 4;
    for (const name of ['one', 'two']) {
      const world = await makeWorld(engine, `${name}${Date.now()}`);
      for (let i = 0; i < TABLES; i++) await made(engine, 'POST', '/v1/tables', tableBody(world, `t${i}`));
      const path = `/v1/services/databaseServices/${world.service.id}`;
      expect((await engine.send('DELETE', path, undefined, { query })).status).toBe(200);
    }
    return engine;
  }

  const progress = async () => (await use().store.read(listDeletions)).map((one: DeletionRow) => one.progress);

  /** Runs the deletes; `seen` gets what is done after each slice. `beforeEnd`: see `RunJobs`. */
  async function run(
    { catalog, clock }: Awaited<ReturnType<typeof begun>>,
    seen: number[][],
    { fails = '', beforeEnd = async () => {} } = {},
  ) {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const context = { now: () => clock.now, id: () => crypto.randomUUID(), log };
    const { store } = use();
    const kind = deletionJob({ store, options: catalog.options, flush: async () => {} });
    return runJobs({
      kinds: [kind],
      beforeEnd,
      store,
      context,
      catalog,
      async transaction(work, actor = person) {
        if (actor.name === fails) throw new Error('broken');
        if (seen.length === 0) await setTimeout(200); // by then both have begun
        const result = await store.write((sql) =>
          work({ catalog, context, actor, sql, reopen: store.read, invalidate: () => {} }),
        );
        seen.push(await progress());
        return result;
      },
    });
  }

  it('go on in turns, in slices of no more than allowed', async () => {
    const engine = await begun();
    const seen: number[][] = [];
    const jobs = await run(engine, seen);
    expect(seen.slice(0, 4).map((each) => each.sort((a, b) => b - a))).toEqual([
      [4, 0],
      [4, 4],
      [8, 4],
      [8, 8],
    ]);
    expect(await progress()).toEqual([]);
    expect(jobs.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });

  it('one that fails keeps no other from going on, and is tried again', async () => {
    const engine = await begun();
    const [first] = await use().store.read(listDeletions);
    const id = first?.job_id ?? '';
    await use().store.write((tx) => tx.run('update job set actor_name = $1 where id = $2', ['nobody', id]));
    const failed = (await run(engine, [], { fails: 'nobody' })).find((job) => job.id === id);
    expect(failed).toMatchObject({ state: 'queued', error: 'unexpected error: broken' });
    expect(await progress()).toEqual([0]);
    engine.clock.now += 60_000;
    await run(engine, []);
    expect(await progress()).toEqual([]);
  });

  it('restores what is deleted, though the job of the delete has not ended', async () => {
    const engine = createEngine(use().store, engineTypes);
    engine.catalog.options.deleteSlice = 4;
    const world = await makeWorld(engine, `back${Date.now()}`);
    const table = await made(engine, 'POST', '/v1/tables', tableBody(world, 't0'));
    for (let i = 1; i < TABLES; i++) await made(engine, 'POST', '/v1/tables', tableBody(world, `t${i}`));
    const services = '/v1/services/databaseServices';
    const deleted = await engine.send('DELETE', `${services}/${world.service.id}`, undefined, {
      query: { recursive: 'true' },
    });
    expect(deleted.status).toBe(200);
    let ended = 0;
    const jobs = await run(engine, [], {
      async beforeEnd() {
        if (++ended === 1) await made(engine, 'PUT', `${services}/restore`, { id: world.service.id });
      },
    });
    expect(jobs.slice(-2)).toMatchObject([{ state: 'completed' }, { state: 'completed', actor_name: person.name }]);
    expect(await progress()).toEqual([]);
    expect((await engine.send('GET', `/v1/tables/${table.id}`)).status).toBe(200);
  });
});
