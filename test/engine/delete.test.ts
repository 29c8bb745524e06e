import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyInvalidation,
  continueDeletion,
  type Invalidation,
  type Scope,
  systemActor,
} from '../../src/catalog/index.js';
import { listDeletions } from '../../src/storage/index.js';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

forEachStore('deleting', (use) => {
  let engine: Engine;
  let world: World;
  let count = 0;

  beforeEach(async () => {
    engine = createEngine(use().store, engineTypes);
    engine.catalog.options.deleteSlice = 40;
    world = await makeWorld(engine, `delete${count++}`);
  });

  const services = '/v1/services/databaseServices';
  const remove = (path: string, id: string, query: Record<string, string> = {}) =>
    engine.send('DELETE', `${path}/${id}`, undefined, { query });
  const read = (path: string, id: string, query = {}) => engine.send('GET', `${path}/${id}`, undefined, { query });
  const addTables = async (number: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < number; i++) ids.push((await made(engine, 'POST', '/v1/tables', tableBody(world, `t${i}`))).id);
    return ids;
  };
  const tables = (include?: string) =>
    engine.send('GET', '/v1/tables', undefined, {
      query: { database: world.database.fullyQualifiedName, limit: '1000', ...(include ? { include } : {}) },
    });
  const continueAll = async () => {
    let slices = 0;
    while (true) {
      const left = await use().store.read(listDeletions);
      if (!left[0]) return slices;
      slices++;
      await inTransaction((scope) => continueDeletion(left[0]!, scope));
    }
  };
  const inTransaction = async (work: (scope: Scope) => Promise<unknown>) => {
    const { catalog, clock } = engine;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const context = { now: () => clock.now, id: () => crypto.randomUUID(), log };
    const marks: Invalidation[] = [];
    const mark = (each: Invalidation) => void marks.push(each);
    await use().store.write((sql) =>
      work({ catalog, context, actor: systemActor, sql, reopen: use().store.read, invalidate: mark }),
    );
    for (const each of marks) applyInvalidation(catalog, each);
  };

  describe('softly', () => {
    it('hides, restores, and tells of both', async () => {
      const [id] = (await addTables(1)) as [string];
      expect((await remove('/v1/tables', id)).json).toMatchObject({ deleted: true, version: 0.2 });
      expect((await read('/v1/tables', id)).status).toBe(404);
      expect((await read('/v1/tables', id, { include: 'deleted' })).json.deleted).toBe(true);
      expect((await tables()).json).toMatchObject({ data: [], paging: { total: 0 } });
      expect((await tables('deleted')).json.data).toHaveLength(1);
      expect((await remove('/v1/tables', id)).status).toBe(404);
      const restored = await engine.send('PUT', '/v1/tables/restore', { id });
      expect(restored.json).toMatchObject({ deleted: false, version: 0.3 });
      expect((await engine.send('PUT', '/v1/tables/restore', { id })).status).toBe(400);
      await remove('/v1/tables', id);
      const aside = await engine.send('PUT', '/v1/tables/restore', { id }, { query: { async: 'true' } });
      expect(aside).toMatchObject({ status: 202, json: { jobId: expect.any(String), message: expect.any(String) } });
      expect((await read('/v1/tables', id)).json.deleted).toBe(false);
      const events = await eventsOf(use().store, id);
      expect(events.map((event) => event.eventType)).toEqual([
        'entityCreated',
        'entitySoftDeleted',
        'entityRestored',
        'entitySoftDeleted',
        'entityRestored',
      ]);
      expect(events[1].changeDescription.fieldsUpdated).toEqual([{ name: 'deleted', oldValue: false, newValue: true }]);
      expect(events[1].recursive).toBeUndefined();
    });

    it('needs recursive for what is not empty; one event for the root tells of all', async () => {
      const [id] = (await addTables(3)) as [string];
      expect((await remove(services, world.service.id)).status).toBe(400);
      expect((await read('/v1/tables', id)).status).toBe(200);
      const before = (await eventsOf(use().store)).length;
      expect((await remove(services, world.service.id, { recursive: 'true' })).status).toBe(200);
      const events = (await eventsOf(use().store)).slice(before);
      expect(events).toMatchObject([{ eventType: 'entitySoftDeleted', entityId: world.service.id, recursive: true }]);
      expect((await read('/v1/tables', id, { include: 'deleted' })).json).toMatchObject({
        deleted: true,
        version: 0.2,
      });
      await engine.send('PUT', `${services}/restore`, { id: world.service.id });
      expect((await read('/v1/tables', id)).json).toMatchObject({ deleted: false, version: 0.3 });
    });

    it('of many hides all at once, restores slice by slice', async () => {
      const ids = await addTables(60);
      expect((await remove('/v1/databases', world.database.id, { recursive: 'true' })).status).toBe(200);
      expect(await use().store.read(listDeletions)).toHaveLength(1);
      expect((await tables()).json).toMatchObject({ data: [], paging: { total: 0 } });
      for (const id of ids) expect((await read('/v1/tables', id)).status).toBe(404);
      expect((await engine.send('PATCH', `/v1/tables/${ids[0]}`, [])).json.errorType).toBe('ENTITY_LOCKED');
      expect((await engine.send('PUT', '/v1/databases/restore', { id: world.database.id })).json.errorType).toBe(
        'ENTITY_LOCKED',
      );
      expect(await continueAll()).toBeGreaterThan(1);
      expect((await tables('deleted')).json.paging.total).toBe(60);
      expect((await read('/v1/tables', ids[7]!, { include: 'deleted' })).json.updatedBy).toBe('ann');

      expect((await engine.send('PUT', '/v1/databases/restore', { id: world.database.id })).status).toBe(200);
      expect(await continueAll()).toBeGreaterThan(1);
      expect((await tables()).json.paging.total).toBe(60);
    });
  });

  describe('for good', () => {
    it('takes everything below, with history and events of the root only', async () => {
      const [id] = (await addTables(2)) as [string];
      expect((await remove('/v1/databases', world.database.id, { hardDelete: 'true' })).status).toBe(400);
      const before = (await eventsOf(use().store)).length;
      const query = { hardDelete: 'true', recursive: 'true' };
      expect((await remove('/v1/databases', world.database.id, query)).status).toBe(200);
      expect((await read('/v1/tables', id, { include: 'all' })).status).toBe(404);
      expect((await engine.send('GET', `/v1/tables/${id}/versions`)).status).toBe(404);
      expect((await eventsOf(use().store)).slice(before)).toMatchObject([
        { eventType: 'entityDeleted', entityId: world.database.id, recursive: true },
      ]);
      expect((await remove('/v1/databases', world.database.id, query)).status).toBe(404);
      const again = await made(engine, 'POST', '/v1/databases', { name: 'd', service: world.service.name });
      expect(again.version).toBe(0.1);
    });

    it('works on what is soft deleted', async () => {
      const [id] = (await addTables(1)) as [string];
      await remove('/v1/tables', id);
      expect((await remove('/v1/tables', id, { hardDelete: 'true' })).status).toBe(200);
      expect((await read('/v1/tables', id, { include: 'all' })).status).toBe(404);
    });

    it('of many answers at once: gone for readers, locked for writers, until the last slice', async () => {
      const ids = await addTables(150);
      const other = await makeWorld(engine, `other${count}`);
      await made(engine, 'POST', '/v1/tables', tableBody(other, 'kept'));
      const query = { hardDelete: 'true', recursive: 'true' };
      expect((await remove('/v1/databases', world.database.id, query)).status).toBe(200);

      expect(await use().store.read(listDeletions)).toHaveLength(1);
      expect((await read('/v1/databases', world.database.id, { include: 'all' })).status).toBe(404);
      const schema = encodeURIComponent(world.schema.fullyQualifiedName);
      for (const include of ['all', 'deleted', 'non-deleted']) {
        expect(
          (await engine.send('GET', `/v1/databaseSchemas/name/${schema}`, undefined, { query: { include } })).status,
        ).toBe(404);
        expect((await tables(include)).json).toMatchObject({ data: [], paging: { total: 0 } });
      }
      for (const id of ids) expect((await read('/v1/tables', id, { include: 'all' })).status).toBe(404);
      const all = await engine.send('GET', '/v1/tables', undefined, { query: { limit: '1000', include: 'all' } });
      expect(all.json.data.every((table: { id: string }) => !ids.includes(table.id))).toBe(true);
      expect(all.json.paging.total).toBe(all.json.data.length);
      const paged = await engine.send('GET', '/v1/tables', undefined, { query: { limit: '1' } });
      expect(paged.json.paging.total).toBe(
        (await engine.send('GET', '/v1/tables', undefined, { query: { limit: '1000' } })).json.data.length,
      );

      const refused = [
        await engine.send('POST', '/v1/databases', { name: 'd', service: world.service.name }),
        await engine.send('PUT', '/v1/databases', { name: 'd', service: world.service.name }),
        await engine.send('POST', '/v1/databaseSchemas', { name: 'new', database: world.database.fullyQualifiedName }),
        await engine.send('PUT', '/v1/tables', tableBody(world, 'new')),
        await engine.send('PUT', '/v1/tables', tableBody(world, 't149')),
        await engine.send('PATCH', `/v1/databaseSchemas/${world.schema.id}`, []),
        await engine.send('PATCH', `/v1/databases/${world.database.id}`, []),
        await remove('/v1/databaseSchemas', world.schema.id, query),
        await remove('/v1/databases', world.database.id, query),
        await engine.send('PUT', '/v1/databases/restore', { id: world.database.id }),
      ];
      expect(refused.map(({ status, json }) => [status, json?.errorType])).toEqual(
        refused.map(() => [409, 'ENTITY_LOCKED']),
      );

      expect(await continueAll()).toBeGreaterThan(1);
      expect((await engine.send('POST', '/v1/databases', { name: 'd', service: world.service.name })).status).toBe(201);
      expect((await read('/v1/tables', ids[0]!, { include: 'all' })).status).toBe(404);
    });

    it('goes on after a crash in the middle', async () => {
      await addTables(100);
      await remove('/v1/databases', world.database.id, { hardDelete: 'true', recursive: 'true' });
      const [deletion] = await use().store.read(listDeletions);
      await expect(
        inTransaction(async (scope) => {
          await continueDeletion(deletion!, scope);
          throw new Error('crash');
        }),
      ).rejects.toThrow('crash');
      engine = createEngine(use().store, engineTypes);
      engine.catalog.options.deleteSlice = 40;
      expect((await tables('all')).json.data).toEqual([]);
      await continueAll();
      expect(await use().store.read(listDeletions)).toEqual([]);
      expect(await use().store.read((sql) => sql.all('select id from entity where deleted = 2'))).toEqual([]);
    });

    it('of the container while a part of it is on its way ends both', async () => {
      await addTables(100);
      const query = { hardDelete: 'true', recursive: 'true' };
      await remove('/v1/databases', world.database.id, query);
      expect((await remove(services, world.service.id, query)).status).toBe(200);
      await continueAll();
      expect((await read(services, world.service.id, { include: 'all' })).status).toBe(404);
      const rows = await use().store.read((sql) =>
        sql.all('select id from entity where fqn like $1', [`${world.service.name}%`]),
      );
      expect(rows).toEqual([]);
    });
  });
});
