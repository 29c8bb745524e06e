// Several large deletes at once: none waits for all of another, and each slice is small.
import { expect, it } from 'vitest';
import { type DeletionRow, listDeletions } from '../../src/storage/index.js';
import { continueDeletions, type DeletionDeps } from '../../src/writer/index.js';
import { createEngine, person } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody } from '../support/engine-types.js';
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

  function depsOf({ catalog, clock }: Awaited<ReturnType<typeof begun>>, seen: number[][], fails = ''): DeletionDeps {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const context = { now: () => clock.now, id: () => crypto.randomUUID(), log };
    return {
      store: use().store,
      context,
      options: catalog.options,
      flush: async () => {},
      runner: {
        async transaction(work, actor = person) {
          const { store } = use();
          if (actor.name === fails) throw new Error('broken');
          const result = await store.write((sql) =>
            work({ catalog, context, actor, sql, reopen: store.read, mark: () => {} }),
          );
          seen.push(await progress());
          return result;
        },
      },
    };
  }

  it('go on in turns, in slices of no more than allowed', async () => {
    const engine = await begun();
    const seen: number[][] = [];
    await continueDeletions(depsOf(engine, seen), new AbortController().signal);
    expect(seen.slice(0, 4)).toEqual([
      [4, 0],
      [4, 4],
      [8, 4],
      [8, 8],
    ]);
    expect(await progress()).toEqual([]);
  });

  it('one that fails is reported and keeps no other from going on', async () => {
    const engine = await begun();
    const [first] = await use().store.read(listDeletions);
    await use().store.write((tx) =>
      tx.run('update deletion set actor = $1 where root_id = $2', ['nobody', first?.root_id ?? '']),
    );
    const work = continueDeletions(depsOf(engine, [], 'nobody'), new AbortController().signal);
    await expect(work).rejects.toThrow('broken');
    expect(await progress()).toEqual([0]);
  });
});
