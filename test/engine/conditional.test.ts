import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

forEachStore('conditional requests', (use) => {
  let engine: Engine;
  let world: World;
  let count = 0;

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'conditional');
  });

  const newTable = () => made(engine, 'POST', '/v1/tables', tableBody(world, `t${count++}`));
  const get = (id: string, ifNoneMatch?: string) =>
    engine.send('GET', `/v1/tables/${id}`, undefined, ifNoneMatch === undefined ? {} : { ifNoneMatch });
  const describeAs = (value: string) => [{ op: 'add', path: '/description', value }];

  it('match the tag of a GET, the version strong and weak, and *', async () => {
    const table = await newTable();
    const patch = (ifMatch: string, text: string) =>
      engine.send('PATCH', `/v1/tables/${table.id}`, describeAs(text), { ifMatch });
    const tag = (await get(table.id)).headers.ETag as string;
    expect(tag).toBe('"0.1.1"');
    expect((await patch(tag, 'a')).json.version).toBe(0.2);
    expect((await patch(tag, 'b')).status).toBe(412);
    expect((await patch('"0.2"', 'c')).json.version).toBe(0.3);
    expect((await patch('W/"0.3"', 'd')).json.version).toBe(0.4);
    expect((await patch('*', 'e')).json.version).toBe(0.4);
    expect((await patch('"0.1", "0.4"', 'f')).json.version).toBe(0.5);
    for (const wrong of ['"0.4"', 'W/"0.1"', '"0000000000000000"', '0.5', '', '"', '"0.50"', '"**"', 'nonsense'])
      expect([wrong, (await patch(wrong, 'x')).status]).toEqual([wrong, 412]);
    expect((await get(table.id)).json.description).toBe('f');
  });

  it('guard PUT and DELETE too; If-Match for a name that is not there is refused', async () => {
    const table = await newTable();
    const put = (name: string, ifMatch: string) =>
      engine.send('PUT', '/v1/tables', tableBody(world, name, { description: ifMatch }), { ifMatch });
    expect((await put(table.name, '"0.2"')).status).toBe(412);
    expect((await put(table.name, '"0.1"')).status).toBe(200);
    expect((await put('not there', '"0.1"')).status).toBe(412);
    expect((await put('not there', '*')).status).toBe(412);
    const remove = (ifMatch: string, query = {}) =>
      engine.send('DELETE', `/v1/tables/${table.id}`, undefined, { ifMatch, query });
    expect((await remove('"0.1"')).status).toBe(412);
    expect((await remove('"0.2"')).status).toBe(200);
    expect((await remove('"0.1"', { hardDelete: 'true' })).status).toBe(412);
    expect(
      (
        await remove(
          (
            await engine.send('GET', `/v1/tables/${table.id}`, undefined, { query: { include: 'all' } })
          ).headers.ETag as string,
          { hardDelete: 'true' },
        )
      ).status,
    ).toBe(200);
  });

  it('answer 304 to the tag of the state, whatever the fields', async () => {
    const table = await newTable();
    const tag = (await get(table.id)).headers.ETag as string;
    const withFields = await engine.send(
      'GET',
      `/v1/tables/name/${encodeURIComponent(table.fullyQualifiedName)}`,
      undefined,
      {
        query: { fields: 'owners,tags' },
      },
    );
    expect(withFields.headers.ETag).toBe(tag);
    const same = await get(table.id, tag);
    expect(same).toMatchObject({ status: 304, json: undefined, headers: { ETag: tag } });
    expect((await get(table.id, `"x", ${tag}`)).status).toBe(304);
    expect((await get(table.id, '*')).status).toBe(304);
    expect((await get(table.id, '"x"')).status).toBe(200);
    await engine.send('PATCH', `/v1/tables/${table.id}`, describeAs('new'));
    expect((await get(table.id, tag)).status).toBe(200);
  });

  it('move the tag of a matched write even when nothing changed', async () => {
    const table = await newTable();
    const tag = (await get(table.id)).headers.ETag as string;
    const send = (ifMatch: string) => engine.send('PATCH', `/v1/tables/${table.id}`, [], { ifMatch });
    const first = await send(tag);
    expect(first).toMatchObject({ status: 200, json: { version: 0.1 } });
    expect(first.headers.ETag).not.toBe(tag);
    expect((await send(tag)).status).toBe(412);
    expect((await send(first.headers.ETag as string)).status).toBe(200);
  });

  it('answer every write with the tag that the next GET has', async () => {
    const table = await newTable();
    const writes = [
      () => engine.send('PATCH', `/v1/tables/${table.id}`, describeAs('a')),
      () => engine.send('PATCH', `/v1/tables/${table.id}`, describeAs('b')),
      () => engine.send('PUT', '/v1/tables', tableBody(world, table.name, { sourceHash: 'h' })),
      () => engine.send('DELETE', `/v1/tables/${table.id}`),
      () => engine.send('PUT', '/v1/tables/restore', { id: table.id }),
    ];
    for (const write of writes) {
      const written = await write();
      const read = await engine.send('GET', `/v1/tables/${table.id}`, undefined, { query: { include: 'all' } });
      expect(read.headers.ETag).toBe(written.headers.ETag);
    }
  });
});
