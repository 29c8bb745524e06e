import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

forEachStore('bulk', (use) => {
  let engine: Engine;
  let world: World;

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'bulk');
  });

  const bulk = (items: unknown, query: Record<string, string> = {}) =>
    engine.send('PUT', '/v1/tables/bulk', items, { query });
  const stale = (body: object, path = '/v1/tables') => engine.send('DELETE', `${path}/deleteStale`, body);
  const fqn = (name: string) => `${world.schema.fullyQualifiedName}.${name}`;
  const table = (name: string) => engine.send('GET', `/v1/tables/name/${encodeURIComponent(fqn(name))}`);

  it('creates and updates, with a result for each', async () => {
    const first = await bulk([tableBody(world, 'a'), tableBody(world, 'b')]);
    expect(first.json).toEqual({
      dryRun: false,
      status: 'success',
      numberOfRowsProcessed: 2,
      numberOfRowsPassed: 2,
      numberOfRowsFailed: 0,
      successRequest: [
        { request: fqn('a'), status: 201 },
        { request: fqn('b'), status: 201 },
      ],
      failedRequest: [],
    });
    const again = await bulk([tableBody(world, 'a'), tableBody(world, 'b', { description: 'new' })]);
    expect(again.json.successRequest).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect((await table('a')).json.version).toBe(0.1);
    expect((await table('b')).json.version).toBe(0.2);
  });

  it('keeps what is right when something is wrong', async () => {
    const wrong = { ...tableBody(world, 'wrong'), noSuchField: 1 };
    const lost = { ...tableBody(world, 'lost'), databaseSchema: 'not.there' };
    const { status, json } = await bulk([tableBody(world, 'right'), wrong, lost, 7]);
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'partialSuccess', numberOfRowsPassed: 1, numberOfRowsFailed: 3 });
    expect(json.failedRequest.map((each: { status: number }) => each.status)).toEqual([400, 404, 400]);
    expect(json.failedRequest[0]).toMatchObject({ request: wrong, message: expect.stringContaining('noSuchField') });
    expect((await table('right')).status).toBe(200);
    expect((await bulk([wrong])).json.status).toBe('failure');
  });

  it('takes a name twice in one request: the last wins', async () => {
    const items = ['one', 'two', 'three'].map((description) => tableBody(world, 'twice', { description }));
    const { json } = await bulk([...items, tableBody(world, 'other')]);
    expect(json).toMatchObject({ status: 'success', numberOfRowsPassed: 4 });
    expect((await table('twice')).json.description).toBe('three');
    const users = [
      { name: 'Same', email: 'a@x.io' },
      { name: 'same', email: 'b@x.io' },
    ];
    expect((await engine.send('PUT', '/v1/users/bulk', users)).json.status).toBe('success');
    expect((await engine.send('GET', '/v1/users/name/same')).json.email).toBe('b@x.io');
  });

  it('refuses more than the limit and what is no list', async () => {
    engine.catalog.options.bulkLimit = 3;
    const items = ['1', '2', '3', '4'].map((name) => tableBody(world, name));
    expect(await bulk(items)).toMatchObject({ status: 413, json: { errorType: 'BULK_LIMIT_EXCEPTION' } });
    expect((await bulk(items.slice(1))).status).toBe(200);
    engine.catalog.options.bulkLimit = 1000;
    expect((await bulk({})).status).toBe(400);
    expect((await bulk(undefined)).status).toBe(400);
    expect((await bulk([], { overrideMetadata: 'maybe' })).status).toBe(400);
    expect((await bulk([])).json).toMatchObject({ status: 'success', numberOfRowsProcessed: 0 });
  });

  it('writes slices of many', async () => {
    const items = Array.from({ length: 450 }, (_, i) => tableBody(world, `many${i}`));
    expect((await bulk(items)).json).toMatchObject({ status: 'success', numberOfRowsPassed: 450 });
    expect((await bulk(items)).json.successRequest.every((each: { status: number }) => each.status === 200)).toBe(true);
  });

  it('deletes what a crawl no longer saw', async () => {
    const mine = await makeWorld(engine, 'stale');
    for (const name of ['a', 'b', 'c']) await made(engine, 'POST', '/v1/tables', tableBody(mine, name));
    const scope = mine.schema.fullyQualifiedName;
    const body = { scopeFqn: scope, scopeEntityType: 'databaseSchema', seenFqns: [`${scope}.a`, 'stale.other.x.y'] };
    const dry = await stale({ ...body, dryRun: true });
    expect(dry.json).toMatchObject({ dryRun: true, status: 'success', numberOfRowsPassed: 2 });
    const before = (await eventsOf(use().store)).length;
    const done = await stale(body);
    expect(done.json).toMatchObject({ status: 'success', numberOfRowsPassed: 2, numberOfRowsFailed: 0 });
    expect((await eventsOf(use().store)).slice(before).map((event) => event.eventType)).toEqual([
      'entitySoftDeleted',
      'entitySoftDeleted',
    ]);
    const list = await engine.send('GET', '/v1/tables', undefined, { query: { databaseSchema: scope } });
    expect(list.json.data.map((each: { name: string }) => each.name)).toEqual(['a']);
    expect((await stale(body)).json.numberOfRowsPassed).toBe(0);
    expect((await bulk([{ ...tableBody(mine, 'b') }])).json.status).toBe('success');
    expect(
      (await engine.send('GET', '/v1/tables', undefined, { query: { databaseSchema: scope } })).json.paging.total,
    ).toBe(2);
  });

  it('names a service by that word, and refuses a scope that cannot be one', async () => {
    const mine = await makeWorld(engine, 'stale2');
    const body = { scopeFqn: 'stale2', scopeEntityType: 'service', seenFqns: ['stale2.other'] };
    expect((await stale(body, '/v1/databases')).json).toMatchObject({ status: 'success', numberOfRowsPassed: 1 });
    const gone = await engine.send('GET', `/v1/databaseSchemas/${mine.schema.id}`);
    expect(gone.status).toBe(404);
    expect((await stale({ ...body, scopeEntityType: 'nonsense' }, '/v1/databases')).status).toBe(400);
    expect((await stale({ scopeFqn: 'stale2' })).status).toBe(400);
  });

  it('deletes nothing after a crawl that saw nothing, nor in a container that is not there', async () => {
    const mine = await makeWorld(engine, 'stale3');
    await made(engine, 'POST', '/v1/tables', tableBody(mine, 'kept'));
    const scopeFqn = mine.schema.fullyQualifiedName;
    const nothing = { status: 'success', numberOfRowsProcessed: 0, successRequest: [], failedRequest: [] };
    for (const each of [
      { scopeFqn, seenFqns: [] },
      { scopeFqn: 'stale3.not.there', seenFqns: ['stale3.not.there.a'] },
    ]) {
      const answer = await stale({ scopeEntityType: 'databaseSchema', hardDelete: true, ...each });
      expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(nothing)]);
    }
    expect((await engine.send('GET', `/v1/tables/name/${scopeFqn}.kept`)).status).toBe(200);
  });

  it('knows what a crawl saw whatever it puts in quotes', async () => {
    const mine = await makeWorld(engine, 'stale4');
    for (const name of ['a', 'b.c']) await made(engine, 'POST', '/v1/tables', tableBody(mine, name));
    const parts = mine.schema.fullyQualifiedName.split('.').map((part: string) => `"${part}"`);
    const answer = await stale({
      scopeFqn: parts.join('.'),
      scopeEntityType: 'databaseSchema',
      seenFqns: [`${parts.join('.')}."a"`],
    });
    expect(answer.json.successRequest).toEqual([{ request: `${mine.schema.fullyQualifiedName}."b.c"`, status: 200 }]);
  });
});
