import { beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { checkIndex, createSearchIndex } from '../../src/search/index.js';
import type { Answer } from '../support/engine.js';
import { createEngine, type Engine } from '../support/engine.js';
import { made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { countingStore, forEachStore, type StatementLog } from '../support/stores.js';

// Statements of one request on tables as they are shipped. The numbers may fall; a rise needs a reason.
forEachStore('statements', (use, name) => {
  let log: StatementLog;
  let engine: Engine;
  let world: World;
  let table: Answer['json'];
  /** Where one connection writes alone, it remembers containers, edges and labels from the write before. */
  const most = (asked: number, remembered: number) => (name === 'postgres' ? asked : remembered);

  beforeAll(async () => {
    log = countingStore(use().store);
    engine = createEngine(log.store, entityTypes);
    world = await makeWorld(engine, 'budget');
    table = await made(engine, 'POST', '/v1/tables', tableBody(world, 't'));
    const items = Array.from({ length: 60 }, (_, i) => tableBody(world, `t${i}`));
    await made(engine, 'PUT', '/v1/tables/bulk', items);
    await engine.send('GET', `/v1/tables/${table.id}`);
  });

  const count = async (work: () => Promise<Answer>): Promise<number> => {
    log.clear();
    expect((await work()).status).toBeLessThan(300);
    return log.statements.length;
  };

  // Deletions in progress are asked for with each state of a PostgreSQL, because another server may have begun one.
  it('of a GET', async () => {
    expect(await count(() => engine.send('GET', `/v1/tables/${table.id}`))).toBeLessThanOrEqual(most(3, 2));
    const byName = `/v1/tables/name/${table.fullyQualifiedName}`;
    expect(await count(() => engine.send('GET', byName))).toBeLessThanOrEqual(most(3, 2));
    expect(
      await count(() => engine.send('GET', byName, undefined, { query: { fields: 'owners,tags' } })),
    ).toBeLessThanOrEqual(most(5, 4));
  });

  it('of a page of fifty, whatever is on it', async () => {
    const list = (limit: string) => () =>
      engine.send('GET', '/v1/tables', undefined, { query: { limit, fields: 'owners,tags' } });
    await count(list('50'));
    const fifty = await count(list('50'));
    // One of them looks up whether the total that is kept is of this snapshot.
    expect(fifty).toBeLessThanOrEqual(most(6, 5));
    expect(await count(list('5'))).toBe(fifty);
  });

  it('of a POST', async () => {
    expect(await count(() => engine.send('POST', '/v1/tables', tableBody(world, 'posted')))).toBeLessThanOrEqual(
      most(7, 4),
    );
  });

  it('of a PATCH', async () => {
    const patch = (value: string) => () =>
      engine.send('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/description', value }]);
    expect(await count(patch('a'))).toBeLessThanOrEqual(most(7, 5));
    // Merged into the version before, which is read.
    expect(await count(patch('b'))).toBeLessThanOrEqual(most(8, 5));
    // On PostgreSQL, the version that it could be merged into is read with the entity.
    expect(await count(() => engine.send('PATCH', `/v1/tables/${table.id}`, []))).toBeLessThanOrEqual(most(6, 2));
  });

  it('of a bulk PUT that changes nothing, whatever its size', async () => {
    const put = (number: number) => () =>
      engine.send(
        'PUT',
        '/v1/tables/bulk',
        Array.from({ length: number }, (_, i) => tableBody(world, `t${i}`)),
      );
    const many = await count(put(40));
    expect(many).toBeLessThanOrEqual(most(6, 2));
    expect(await count(put(5))).toBe(many);
  });

  it('of a POST and a PATCH that keep the index', async () => {
    const index = createSearchIndex({ registry: engine.catalog.registry });
    const indexing = createEngine(log.store, entityTypes, { search: () => index });
    const post = (name: string) => () => indexing.send('POST', '/v1/tables', tableBody(world, name));
    const patch = (path: string, value: unknown) => () =>
      indexing.send('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path, value }]);
    const { json: first } = await post('indexed0')(); // its facet tuple and its words are new
    expect(await count(post('indexed1'))).toBeLessThanOrEqual(most(10, 10));
    await count(patch('/description', 'indexed'));
    expect(await count(patch('/description', 'indexed again'))).toBeLessThanOrEqual(most(12, 10));
    await count(patch('/tableType', 'View')); // another facet tuple
    const problems: string[] = [];
    await checkIndex(use().store, index, (problem) => void problems.push(problem));
    const written: string[] = [first.id, table.id];
    expect(problems.filter((problem) => written.some((id) => problem.includes(id)))).toEqual([]);
  });
});
