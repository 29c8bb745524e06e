// A database service and a messaging service of one name. What lies in the one is no concern of the other, though names begin alike.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyInvalidation,
  continueDeletion,
  createRegistry,
  defineType,
  type EntityType,
  type Invalidation,
  type Scope,
  systemActor,
} from '../../src/catalog/index.js';
import { entityTypes } from '../../src/entities/index.js';
import { createSearchIndex, searchRoutes } from '../../src/search/index.js';
import { listDeletions } from '../../src/storage/index.js';
import { type Answer, createEngine, type Engine } from '../support/engine.js';
import { made } from '../support/engine-types.js';
import {
  PIPELINES,
  pipelineBody,
  SERVICE_PATHS,
  type ServiceFamily,
  serviceBody,
} from '../support/messaging-service.js';
import { forEachStore } from '../support/stores.js';

// Services cannot be renamed, nor pipelines deleted as stale; here they can, to try what the engine does with two of one name.
const altered: Readonly<Record<string, Partial<EntityType>>> = {
  ingestionPipeline: { with: ['deleteStale'] },
  messagingService: { renameable: true },
};
const types = entityTypes.map((type) => (altered[type.name] ? defineType({ ...type, ...altered[type.name] }) : type));

forEachStore('two services of one name', (use) => {
  let engine: Engine;
  let count = 0;
  let name: string;
  let database: Answer['json'];
  let messaging: Answer['json'];

  beforeEach(async () => {
    const index = createSearchIndex({ registry: createRegistry(types) });
    engine = createEngine(use().store, types, { more: searchRoutes(), search: () => index });
    name = `shop${count++}`;
    database = await service('databaseService', name);
    messaging = await service('messagingService', name);
    for (const each of ['a', 'b']) await pipeline(each, 'databaseService');
    for (const each of ['x', 'y', 'z']) await pipeline(each, 'messagingService');
  });

  const service = (family: ServiceFamily, called: string) =>
    made(engine, 'POST', SERVICE_PATHS[family], serviceBody(family, called));
  const body = (called: string, family: ServiceFamily, more: object = {}) =>
    pipelineBody(called, family === 'databaseService' ? database : messaging, family, more);
  const pipeline = (called: string, family: ServiceFamily) => made(engine, 'POST', PIPELINES, body(called, family));
  const list = async (query: Record<string, string>) => {
    const { status, json } = await engine.send('GET', PIPELINES, undefined, { query: { limit: '100', ...query } });
    expect(status, JSON.stringify(json)).toBe(200);
    const names = json.data.map((each: { name: string }) => each.name);
    expect(json.paging.total).toBe(names.length);
    return names;
  };
  const both = async (more: Record<string, string> = {}) => [
    await list({ service: database.id, ...more }),
    await list({ service: messaging.id, ...more }),
  ];
  const inTransaction = async (work: (scope: Scope) => Promise<unknown>) => {
    const { catalog, clock } = engine;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const context = { now: () => clock.now, id: () => crypto.randomUUID(), log };
    const marks: Invalidation[] = [];
    const scope = {
      catalog,
      context,
      actor: systemActor,
      reopen: use().store.read,
      invalidate: (each: Invalidation) => void marks.push(each),
    };
    await use().store.write((sql) => work({ ...scope, sql }));
    for (const each of marks) applyInvalidation(catalog, each);
  };
  const continueAll = async () => {
    for (let [left] = await use().store.read(listDeletions); left; [left] = await use().store.read(listDeletions)) {
      const deletion = left;
      await inTransaction((scope) => continueDeletion(deletion, scope));
    }
  };
  const remove = (query: Record<string, string>) =>
    engine.send('DELETE', `${SERVICE_PATHS.databaseService}/${database.id}`, undefined, {
      query: { recursive: 'true', ...query },
    });
  const byName = (fqn: string, query = {}) => engine.send('GET', `${PIPELINES}/name/${fqn}`, undefined, { query });
  const found = async () => {
    const query = { q: `fullyQualifiedName:${name}.*`, index: 'ingestionPipeline', size: '100' };
    const { json } = await engine.send('GET', '/v1/search/query', undefined, { query });
    return json.hits.hits.map((hit: { _source: { name: string } }) => hit._source.name).sort();
  };
  /** More pipelines than a request deletes. */
  const grow = async () => {
    engine.catalog.options.deleteSlice = 4;
    for (let i = 0; i < 12; i++) await pipeline(`db${i}`, 'databaseService');
  };

  it('list their own pipelines: by id, by type, and by name the first family', async () => {
    expect(await both()).toEqual([
      ['a', 'b'],
      ['x', 'y', 'z'],
    ]);
    expect(await list({ service: name, serviceType: 'databaseService' })).toEqual(['a', 'b']);
    expect(await list({ service: name, serviceType: 'messagingService' })).toEqual(['x', 'y', 'z']);
    expect(await list({ service: name })).toEqual(['a', 'b']);
    expect(await list({ service: `${name}-none` })).toEqual([]);
    const alone = `kafka${name}`;
    const kafka = await service('messagingService', alone);
    await made(engine, 'POST', PIPELINES, pipelineBody('k', kafka, 'messagingService'));
    expect(await list({ service: alone })).toEqual(['k']);
    expect(await list({ service: alone, serviceType: 'databaseService' })).toEqual([]);
    expect(await list({ serviceType: 'messagingService' })).not.toContain('a');
    const wrong = await engine.send('GET', PIPELINES, undefined, { query: { serviceType: 'kafka' } });
    expect([wrong.status, wrong.json.message]).toEqual([400, expect.stringContaining('serviceType must be one of')]);
  });

  it('are paged each by itself, forward and back', async () => {
    const page = async (more: Record<string, string>) =>
      (await engine.send('GET', PIPELINES, undefined, { query: { service: messaging.id, limit: '2', ...more } })).json;
    const first = await page({});
    const second = await page({ after: first.paging.after });
    const back = await page({ before: second.paging.before });
    expect([first, second, back].map(({ data }) => data.map((each: { name: string }) => each.name))).toEqual([
      ['x', 'y'],
      ['z'],
      ['x', 'y'],
    ]);
    expect([first, second, back].map(({ paging }) => paging.total)).toEqual([3, 3, 3]);
  });

  it('do not overwrite each other', async () => {
    const put = await engine.send('PUT', PIPELINES, body('a', 'messagingService', { description: 'taken over' }));
    expect(put).toMatchObject({ status: 409, json: { errorType: 'ENTITY_ALREADY_EXISTS' } });
    expect(put.json.message).toContain(`messagingService ${name}`);
    expect((await engine.send('POST', PIPELINES, body('a', 'messagingService'))).status).toBe(409);
    expect((await byName(`${name}.a`)).json).toMatchObject({ service: { id: database.id }, version: 0.1 });
    expect((await engine.send('PUT', PIPELINES, body('a', 'databaseService', { description: 'own' }))).status).toBe(
      200,
    );
  });

  it('are deleted and restored each by itself', async () => {
    expect((await remove({})).status).toBe(200);
    expect(await both()).toEqual([[], ['x', 'y', 'z']]);
    expect(await both({ include: 'deleted' })).toEqual([['a', 'b'], []]);
    expect(await found()).toEqual(['x', 'y', 'z']);
    expect((await engine.send('PUT', `${SERVICE_PATHS.databaseService}/restore`, { id: database.id })).status).toBe(
      200,
    );
    expect(await both()).toEqual([
      ['a', 'b'],
      ['x', 'y', 'z'],
    ]);
    expect((await remove({ hardDelete: 'true' })).status).toBe(200);
    expect(await list({ service: messaging.id, include: 'all' })).toEqual(['x', 'y', 'z']);
    expect(await list({ service: name })).toEqual(['x', 'y', 'z']);
    expect((await byName(`${name}.a`, { include: 'all' })).status).toBe(404);
  });

  describe.each<Record<string, string>>([{}, { hardDelete: 'true' }])(
    'while a large delete %j of one is under way',
    (query) => {
      it('the other is shown, found and written', async () => {
        await grow();
        expect((await remove(query)).status).toBe(200);
        expect(await use().store.read(listDeletions)).toHaveLength(1);
        expect(await list({ service: messaging.id })).toEqual(['x', 'y', 'z']);
        expect((await list({})).filter((each: string) => each.startsWith('db'))).toEqual([]);
        expect(await found()).toEqual(['x', 'y', 'z']);
        expect((await byName(`${name}.x`)).status).toBe(200);
        expect((await byName(`${name}.db1`)).status).toBe(404);
        const described = body('x', 'messagingService', { description: 'written meanwhile' });
        expect((await engine.send('PUT', PIPELINES, described)).status).toBe(200);
        expect((await engine.send('POST', PIPELINES, body('new', 'messagingService'))).status).toBe(201);
        expect((await engine.send('PUT', PIPELINES, body('db1', 'databaseService'))).status).toBe(
          query.hardDelete ? 409 : 404,
        );
        const moved = await engine.send('PATCH', `${SERVICE_PATHS.messagingService}/${messaging.id}`, [
          { op: 'replace', path: '/name', value: `${name}-moved` },
        ]);
        expect(moved.status).toBe(200);
        await continueAll();
        expect(await list({ service: messaging.id, include: 'all' })).toEqual(['new', 'x', 'y', 'z']);
        expect(await list({ service: database.id })).toEqual([]);
      });
    },
  );

  it('are restored each by itself when they are large', async () => {
    await grow();
    await remove({});
    await continueAll();
    await engine.send('DELETE', `${PIPELINES}/${(await byName(`${name}.x`)).json.id}`);
    await engine.send('PUT', `${SERVICE_PATHS.databaseService}/restore`, { id: database.id });
    await continueAll();
    expect((await both()).map((names) => names.length)).toEqual([14, 2]);
    expect(await list({ service: messaging.id, include: 'deleted' })).toEqual(['x']);
  });

  it('are renamed each by itself, also to the name of another family', async () => {
    const rename = (value: string) =>
      engine.send('PATCH', `${SERVICE_PATHS.messagingService}/${messaging.id}`, [
        { op: 'replace', path: '/name', value },
      ]);
    expect((await rename(`${name}-events`)).status).toBe(200);
    expect((await byName(`${name}-events.x`)).json).toMatchObject({ name: 'x', service: { name: `${name}-events` } });
    expect((await byName(`${name}.a`)).json).toMatchObject({ service: { id: database.id, name } });
    expect(await list({ service: name })).toEqual(['a', 'b']);
    expect(await found()).toEqual(['a', 'b']);
    await pipeline('a', 'messagingService');
    const taken = await rename(name);
    expect([taken.status, taken.json.errorType]).toEqual([409, 'ENTITY_ALREADY_EXISTS']);
    expect((await byName(`${name}-events.a`)).json.service.id).toBe(messaging.id);
  });

  it('lose what a crawl no longer saw each by itself, and nothing on a guess', async () => {
    const stale = (scopeEntityType: string, seenFqns: string[]) =>
      engine.send('DELETE', `${PIPELINES}/deleteStale`, { scopeFqn: name, scopeEntityType, seenFqns });
    const guessed = await stale('service', [`${name}.x`]);
    expect([guessed.status, guessed.json.message]).toEqual([
      400,
      expect.stringContaining('scopeEntityType must be one of databaseService, messagingService'),
    ]);
    expect((await stale('messagingService', [`${name}.x`])).json).toMatchObject({ numberOfRowsPassed: 2 });
    expect(await both()).toEqual([['a', 'b'], ['x']]);
  });

  it('hold a catalog that search agrees with', async () => {
    const ofService = async (id: string) => {
      const query = {
        q: '',
        index: 'ingestionPipeline',
        query_filter: JSON.stringify({ query: { term: { 'service.id': id } } }),
      };
      const { json } = await engine.send('GET', '/v1/search/query', undefined, { query });
      return json.hits.total.value;
    };
    expect([await ofService(database.id), await ofService(messaging.id)]).toEqual([2, 3]);
  });
});
