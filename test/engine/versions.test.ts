import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/engine.js';
import { bot, createEngine, type Engine, person, type SendOptions } from '../support/engine.js';
import { engineTypes, label, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

forEachStore('versions', (use) => {
  let engine: Engine;
  let world: World;
  let count = 0;
  const bob = { ...person, id: '00000000-0000-4000-8000-00000000000b', name: 'bob' };
  const minute = 60_000;

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'versions');
    await made(engine, 'POST', '/v1/classifications', { name: 'PII', description: '-' });
    for (const name of ['Sensitive', 'None'])
      await made(engine, 'POST', '/v1/tags', { name, description: '-', classification: 'PII' });
  });

  const newTable = (more = {}): Promise<Answer['json']> =>
    made(engine, 'POST', '/v1/tables', tableBody(world, `t${count++}`, more));
  const patch = (id: string, operations: unknown, options: SendOptions = {}) =>
    engine.send('PATCH', `/v1/tables/${id}`, operations, options);
  const describeAs = (value: string) => [{ op: 'add', path: '/description', value }];
  const put = (name: string, more = {}, options: SendOptions = {}) =>
    engine.send('PUT', '/v1/tables', tableBody(world, name, more), options);
  const events = (id: string) => eventsOf(use().store, id);

  describe('of a change', () => {
    it('start at 0.1, rise by 0.1 and by 1.0', async () => {
      const table = await newTable();
      expect(table.version).toBe(0.1);
      const minor = await patch(table.id, describeAs('a'));
      expect(minor.json.version).toBe(0.2);
      const major = await patch(table.id, [{ op: 'remove', path: '/columns/1' }], { actor: bob });
      expect(major.json.version).toBe(1.2);
      const retyped = await put(table.name, {
        columns: [
          { name: 'id', dataType: 'STRING' },
          { name: 'address', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
        ],
      });
      expect(retyped.json.version).toBe(2.2);
      expect(retyped.json.changeDescription).toMatchObject({
        fieldsUpdated: [{ name: 'columns.id.dataType', oldValue: 'BIGINT', newValue: 'STRING' }],
        previousVersion: 1.2,
      });
    });

    it('stay when nothing changed, without an event', async () => {
      const table = await newTable({ description: 'x', tags: [label('PII.Sensitive')] });
      const before = await events(table.id);
      for (const answer of [
        await put(table.name, { description: 'x' }),
        await put(table.name, { description: 'x', tags: [label('PII.Sensitive')], tableConstraints: [] }),
        await patch(table.id, describeAs('x')),
        await patch(table.id, []),
      ]) {
        expect(answer.status).toBe(200);
        expect(answer.json.version).toBe(0.1);
        expect(answer.headers['X-OpenMetadata-Change']).toBe('entityNoChange');
      }
      expect(await events(table.id)).toHaveLength(before.length);
    });

    it('of a silent field stay, the field is stored, no event is written', async () => {
      const table = await newTable({ sourceHash: 'one' });
      const answer = await put(table.name, { sourceHash: 'two' });
      expect(answer.json).toMatchObject({ version: 0.1, sourceHash: 'two' });
      expect((await made(engine, 'GET', `/v1/tables/${table.id}`, undefined)).sourceHash).toBe('two');
      expect(await events(table.id)).toHaveLength(1);
      const both = await put(table.name, { sourceHash: 'three', description: 'new' });
      expect(both.json).toMatchObject({ version: 0.2, sourceHash: 'three' });
      expect(both.json.changeDescription.fieldsAdded).toEqual([{ name: 'description', newValue: 'new' }]);
    });
  });

  describe('of patches by one user', () => {
    it('merge within ten minutes; the event carries what this request changed', async () => {
      const table = await newTable();
      await patch(table.id, describeAs('a'));
      engine.clock.now += 9 * minute;
      const merged = await patch(table.id, [{ op: 'add', path: '/displayName', value: 'T' }]);
      expect(merged.json.version).toBe(0.2);
      expect(merged.json.changeDescription.fieldsAdded.map((change: { name: string }) => change.name).sort()).toEqual([
        'description',
        'displayName',
      ]);
      const [, first, second] = await events(table.id);
      expect(first).toMatchObject({ previousVersion: 0.1, currentVersion: 0.2 });
      expect(second).toMatchObject({ eventType: 'entityUpdated', previousVersion: 0.2, currentVersion: 0.2 });
      expect(second.changeDescription.fieldsAdded).toEqual([{ name: 'displayName', newValue: 'T' }]);
      engine.clock.now += 11 * minute;
      expect((await patch(table.id, describeAs('b'))).json.version).toBe(0.3);
      const versions = await made(engine, 'GET', `/v1/tables/${table.id}/versions`, undefined);
      expect(versions.versions.map((text: string) => JSON.parse(text).version)).toEqual([0.3, 0.2, 0.1]);
    });

    it('keep the worst kind of change seen in the merged version', async () => {
      const table = await newTable();
      await patch(table.id, describeAs('a'));
      expect((await patch(table.id, [{ op: 'remove', path: '/columns/1' }])).json.version).toBe(1.1);
      expect((await patch(table.id, describeAs('b'))).json.version).toBe(1.1);
    });

    it('drop from the merged description what was taken back', async () => {
      const table = await newTable();
      await patch(table.id, describeAs('a'));
      await patch(table.id, [{ op: 'add', path: '/displayName', value: 'T' }]);
      const back = await patch(table.id, [{ op: 'remove', path: '/displayName' }]);
      expect(back.json.changeDescription).toEqual({
        fieldsAdded: [{ name: 'description', newValue: 'a' }],
        fieldsUpdated: [],
        fieldsDeleted: [],
        previousVersion: 0.1,
      });
    });

    it('do not merge into 0.1, after another user, into a PUT, with If-Match, into a deleted entity', async () => {
      const table = await newTable();
      expect((await patch(table.id, describeAs('a'))).json.version).toBe(0.2);
      expect((await patch(table.id, describeAs('b'), { actor: bob })).json.version).toBe(0.3);
      expect((await patch(table.id, describeAs('c'))).json.version).toBe(0.4);
      expect((await patch(table.id, describeAs('d'), { ifMatch: '"0.4"' })).json.version).toBe(0.5);
      expect((await patch(table.id, describeAs('e'), { ifMatch: '*' })).json.version).toBe(0.5);
      expect((await put(table.name, { description: 'f' })).json.version).toBe(0.6);
      await engine.send('DELETE', `/v1/tables/${table.id}`);
      expect((await patch(table.id, describeAs('g'))).json).toMatchObject({ version: 0.8, deleted: true });
      expect((await patch(table.id, describeAs('h'))).json.version).toBe(0.9);
    });

    it('do not tell of a stored secret that did not change', async () => {
      const secret = await made(engine, 'POST', '/v1/services/databaseServices', {
        name: 'secret',
        serviceType: 'Mysql',
        connection: { config: { type: 'Mysql', username: 'u', hostPort: 'h:1', authType: { password: 'p' } } },
      });
      const path = `/v1/services/databaseServices/${secret.id}`;
      await engine.send('PATCH', path, describeAs('a'));
      const merged = await engine.send('PATCH', path, [{ op: 'add', path: '/displayName', value: 'S' }]);
      expect(merged.json.version).toBe(0.2);
      expect(merged.json.changeDescription.fieldsUpdated).toEqual([]);
    });
  });

  describe('of a PUT', () => {
    const columns = [
      { name: 'id', dataType: 'BIGINT', description: 'key' },
      { name: 'email', dataType: 'STRING' },
    ];

    it('by a person replaces words, unites tags, keeps owners', async () => {
      const owner = await made(engine, 'POST', '/v1/users', { name: `owner${count}`, email: `o${count}@x.io` });
      const table = await newTable({
        description: 'old',
        displayName: 'Old',
        owners: [{ id: owner.id, type: 'user' }],
        tags: [label('PII.Sensitive')],
      });
      const { json } = await put(table.name, { description: 'new', tags: [label('PII.None')] });
      expect(json.description).toBe('new');
      expect(json.displayName).toBeUndefined();
      expect(json.owners.map((each: { id: string }) => each.id)).toEqual([owner.id]);
      expect(json.tags.map((each: { tagFQN: string }) => each.tagFQN)).toEqual(['PII.Sensitive', 'PII.None']);
    });

    it('by a bot keeps the words of people, but for overrideMetadata', async () => {
      const table = await newTable({ description: 'mine', displayName: 'Mine', columns });
      const given = {
        description: 'crawled',
        displayName: 'Crawled',
        columns: columns.map((column) => ({ ...column, description: 'crawled' })),
      };
      const kept = await put(table.name, given, { actor: bot });
      expect(kept.json).toMatchObject({ description: 'mine', displayName: 'Mine' });
      expect(kept.json.columns.map((column: { description: string }) => column.description)).toEqual([
        'key',
        'crawled',
      ]);
      const forced = await put(table.name, given, { actor: bot, query: { overrideMetadata: 'true' } });
      expect(forced.json).toMatchObject({ description: 'crawled', displayName: 'Crawled' });
      expect(forced.json.columns[0].description).toBe('crawled');
      const bare = { description: '', columns: columns.map(({ name, dataType }) => ({ name, dataType })) };
      const silent = await put(table.name, bare, { actor: bot, query: { overrideMetadata: 'true' } });
      expect(silent.json).toMatchObject({ ...forced.json, updatedAt: expect.any(Number) });
    });

    it('by a bot replaces tags that exclude those given only with overrideMetadata', async () => {
      await made(engine, 'POST', '/v1/classifications', { name: 'Level', description: 'x', mutuallyExclusive: true });
      for (const name of ['Low', 'High'])
        await made(engine, 'POST', '/v1/tags', { name, classification: 'Level', description: 'x' });
      const tagged = (...names: string[]) => ({
        tags: names.map(label),
        columns: columns.map((column, i) => (i === 0 ? { ...column, tags: names.map(label) } : column)),
      });
      const tagsOf = ({ tags }: { tags: { tagFQN: string }[] }) => tags.map(({ tagFQN }) => tagFQN);
      const table = await newTable(tagged('PII.None', 'Level.Low'));
      expect((await put(table.name, tagged('Level.High'), { actor: bot })).status).toBe(400);
      const query = { overrideMetadata: 'true' };
      const { json } = await put(table.name, tagged('Level.High'), { actor: bot, query });
      expect(tagsOf(json)).toEqual(['PII.None', 'Level.High']);
      expect(tagsOf(json.columns[0])).toEqual(['PII.None', 'Level.High']);
      expect(json.changeDescription).toMatchObject({ fieldsDeleted: [{ name: 'tags' }, { name: 'columns.id.tags' }] });
      const silent = await put(table.name, tagged(), { actor: bot, query });
      expect(tagsOf(silent.json)).toEqual(['PII.None', 'Level.High']);
    });

    it('restores what was soft deleted', async () => {
      const table = await newTable();
      await engine.send('DELETE', `/v1/tables/${table.id}`);
      const { status, json } = await put(table.name);
      expect(status).toBe(200);
      expect(json).toMatchObject({ id: table.id, deleted: false, version: 0.3 });
      expect(json.changeDescription.fieldsUpdated).toEqual([{ name: 'deleted', oldValue: true, newValue: false }]);
      const last = (await events(table.id)).at(-1);
      expect(last).toMatchObject({ eventType: 'entityUpdated', currentVersion: 0.3 });
    });
  });

  it('are found one by one, with the tags of columns they had', async () => {
    const table = await newTable({ columns: [{ name: 'id', dataType: 'INT', tags: [label('PII.Sensitive')] }] });
    await patch(table.id, [{ op: 'remove', path: '/columns/0/tags/0' }]);
    const old = await made(engine, 'GET', `/v1/tables/${table.id}/versions/0.1`, undefined);
    expect(old.columns[0].tags[0].tagFQN).toBe('PII.Sensitive');
    const now = await made(engine, 'GET', `/v1/tables/${table.id}/versions/0.2`, undefined);
    expect(now.columns[0].tags).toEqual([]);
    expect(now.changeDescription.fieldsDeleted[0].name).toBe('columns.id.tags');
    expect((await engine.send('GET', `/v1/tables/${table.id}/versions/9.9`)).status).toBe(404);
    expect((await engine.send('GET', `/v1/tables/${table.id}/versions/x`)).status).toBe(400);
  });
});
