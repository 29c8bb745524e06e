import { beforeEach, expect, it } from 'vitest';
import type { Fields } from '../../src/catalog/index.js';
import { dumpTables } from '../support/dump-tables.js';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, label, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { failingStore, forEachStore, MadeFailure } from '../support/stores.js';

forEachStore('the n-th statement of a write fails', (use) => {
  let engine: Engine;
  let world: World;
  let owner: { id: string };
  let round = 0;

  beforeEach(async () => {
    engine = createEngine(use().store, engineTypes);
    round++;
    world = await makeWorld(engine, `anomalies${round}`);
    owner = await made(engine, 'POST', '/v1/users', { name: `o${round}`, email: `o${round}@x.io` });
    await made(engine, 'POST', '/v1/classifications', { name: `C${round}`, description: '-' });
    await made(engine, 'POST', '/v1/tags', { name: 'T', description: '-', classification: `C${round}` });
  });

  const full = (name: string): Fields => ({
    ...tableBody(world, name, { owners: [{ id: owner.id, type: 'user' }], tags: [label(`C${round}.T`)] }),
    columns: [{ name: 'a', dataType: 'INT', tags: [label(`C${round}.T`)] }],
  });

  /** Tries with a failure at each statement until the write passes; every failure must leave everything as it was. */
  async function failEach(write: (engine: Engine) => Promise<{ status: number }>, passes: number): Promise<number> {
    const before = await dumpTables(use().store);
    for (let n = 1; n < 500; n++) {
      const failing = createEngine(failingStore(use().store, n), engineTypes);
      try {
        const answer = await write(failing);
        expect(answer.status).toBe(passes);
        return n - 1;
      } catch (error) {
        if (!(error instanceof MadeFailure)) throw error;
        expect(await dumpTables(use().store)).toEqual(before);
      }
    }
    throw new Error('the write never passed');
  }

  const changed = async (work: () => Promise<unknown>) => {
    const before = await dumpTables(use().store);
    await work();
    const after = await dumpTables(use().store);
    return { events: after.change_event!.length - before.change_event!.length };
  };

  it('create', async () => {
    const { events } = await changed(async () => {
      expect(await failEach((each) => each.send('POST', '/v1/tables', full('new')), 201)).toBeGreaterThan(5);
    });
    expect(events).toBe(1);
  });

  it('put', async () => {
    await made(engine, 'POST', '/v1/tables', tableBody(world, 'old'));
    const { events } = await changed(() => failEach((each) => each.send('PUT', '/v1/tables', full('old')), 200));
    expect(events).toBe(1);
  });

  it('patch', async () => {
    const table = await made(engine, 'POST', '/v1/tables', full('patched'));
    const operations = [
      { op: 'add', path: '/description', value: 'x' },
      { op: 'remove', path: '/owners/0' },
      { op: 'remove', path: '/columns/0/tags/0' },
    ];
    const { events } = await changed(() =>
      failEach((each) => each.send('PATCH', `/v1/tables/${table.id}`, operations), 200),
    );
    expect(events).toBe(1);
  });

  it('rename', async () => {
    const { id } = (await engine.send('GET', `/v1/classifications/name/C${round}`)).json;
    const operations = [{ op: 'replace', path: '/name', value: `D${round}` }];
    await failEach((each) => each.send('PATCH', `/v1/classifications/${id}`, operations), 200);
    expect((await engine.send('GET', `/v1/tags/name/D${round}.T`)).status).toBe(200);
  });

  it.each([
    ['soft', { recursive: 'true' }],
    ['for good', { recursive: 'true', hardDelete: 'true' }],
  ])('delete of a subtree, %s', async (_, query) => {
    for (let i = 0; i < 3; i++) await made(engine, 'POST', '/v1/tables', full(`t${i}`));
    const path = `/v1/services/databaseServices/${world.service.id}`;
    const { events } = await changed(() => failEach((each) => each.send('DELETE', path, undefined, { query }), 200));
    expect(events).toBe(1);
  });

  it('bulk', async () => {
    const items = [full('b1'), full('b2')];
    const before = await dumpTables(use().store);
    await failEach((each) => each.send('PUT', '/v1/tables/bulk', items), 200);
    const after = await dumpTables(use().store);
    expect(after.change_event!.length - before.change_event!.length).toBe(2);
  });
});
