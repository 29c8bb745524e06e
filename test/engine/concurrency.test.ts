import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, person } from '../support/engine.js';
import { engineTypes, made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

forEachStore('many writers at once', (use) => {
  let engine: Engine;
  let world: World;

  beforeAll(async () => {
    engine = createEngine(use().store, engineTypes);
    world = await makeWorld(engine, 'many');
  });

  const count = (answers: { status: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const times = <T>(number: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: number }, (_, i) => work(i)));

  it('with one tag: one patch wins', async () => {
    const table = await made(engine, 'POST', '/v1/tables', tableBody(world, 'raced'));
    const tag = (await engine.send('GET', `/v1/tables/${table.id}`)).headers.ETag as string;
    const patch = (value: string, ifMatch: string) =>
      engine.send('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/description', value }], { ifMatch });
    expect(count(await times(100, (i) => patch(`text ${i}`, tag)))).toEqual({ 200: 1, 412: 99 });
    const now = await engine.send('GET', `/v1/tables/${table.id}`);
    expect(now.json.version).toBe(0.2);
    const same = now.json.description;
    expect(count(await times(20, () => patch(same, now.headers.ETag as string)))).toEqual({ 200: 1, 412: 19 });
    expect(await eventsOf(use().store, table.id)).toHaveLength(2);
  });

  it('creating one name: one is first', async () => {
    const answers = await times(100, () => engine.send('POST', '/v1/tables', tableBody(world, 'same name')));
    expect(count(answers)).toEqual({ 201: 1, 409: 99 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.errorType).toBe('ENTITY_ALREADY_EXISTS');
  });

  it('putting one new name: one creates, the others update', async () => {
    for (let round = 0; round < 10; round++) {
      const put = (who: number) =>
        engine.send('PUT', '/v1/tables', tableBody(world, `put ${round}`, { description: `by ${who}` }), {
          actor: { ...person, name: `writer${who}` },
        });
      const answers = await times(5, put);
      expect(count(answers)).toEqual({ 200: 4, 201: 1 });
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      const kinds = (await eventsOf(use().store, answers[0]?.json.id)).map((event) => event.eventType);
      expect(kinds).toEqual(['entityCreated', ...Array.from({ length: 4 }, () => 'entityUpdated')]);
    }
  });

  it('putting one new name in bulk: nothing fails', async () => {
    const items = Array.from({ length: 20 }, (_, i) => tableBody(world, `bulk ${i}`));
    const answers = await times(4, () => engine.send('PUT', '/v1/tables/bulk', items));
    expect(answers.map(({ json }) => json.status)).toEqual(['success', 'success', 'success', 'success']);
  });

  it('patching without tags: no change is lost', async () => {
    const table = await made(engine, 'POST', '/v1/tables', tableBody(world, 'appended'));
    const answers = await times(30, (i) =>
      engine.send(
        'PATCH',
        `/v1/tables/${table.id}`,
        [{ op: 'add', path: '/columns/-', value: { name: `c${i}`, dataType: 'INT' } }],
        { actor: { ...person, name: `writer${i}` } },
      ),
    );
    expect(count(answers)).toEqual({ 200: 30 });
    const { json } = await engine.send('GET', `/v1/tables/${table.id}`);
    expect(json.columns).toHaveLength(33);
    expect(json.version).toBe(3.1);
    const versions = (await eventsOf(use().store, table.id)).map((event) => event.currentVersion);
    expect(versions).toEqual(Array.from({ length: 31 }, (_, i) => (i + 1) / 10));
  });

  it('creating inside what is being deleted leaves no orphan', async () => {
    for (let round = 0; round < 5; round++) {
      const mine = await makeWorld(engine, `orphan${round}`);
      const query = { recursive: 'true', hardDelete: 'true' };
      await Promise.all([
        ...Array.from({ length: 10 }, (_, i) => engine.send('POST', '/v1/tables', tableBody(mine, `t${i}`))),
        engine.send('DELETE', `/v1/services/databaseServices/${mine.service.id}`, undefined, { query }),
        ...Array.from({ length: 10 }, (_, i) => engine.send('PUT', '/v1/tables', tableBody(mine, `p${i}`))),
      ]);
      const orphans = await use().store.read((sql) =>
        sql.all(
          `select e.id from entity e where e.parent_id is not null
             and not exists (select 1 from entity p where p.id = e.parent_id)`,
        ),
      );
      expect(orphans).toEqual([]);
    }
  });

  it('renaming while others write below loses neither', async () => {
    await made(engine, 'POST', '/v1/classifications', { name: 'Race', description: '-' });
    const top = (await engine.send('GET', '/v1/classifications/name/Race')).json;
    const tag = await made(engine, 'POST', '/v1/tags', { name: 'x', description: '-', classification: 'Race' });
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) =>
        engine.send('PATCH', `/v1/tags/${tag.id}`, [{ op: 'replace', path: '/description', value: `${i}` }], {
          actor: { ...person, name: `writer${i}` },
        }),
      ),
      engine.send('PATCH', `/v1/classifications/${top.id}`, [{ op: 'replace', path: '/name', value: 'Won' }]),
      ...Array.from({ length: 10 }, (_, i) =>
        engine.send('POST', '/v1/tags', { name: `new${i}`, description: '-', classification: 'Race' }),
      ),
    ]);
    const { json } = await engine.send('GET', `/v1/tags/${tag.id}`);
    expect(json).toMatchObject({ fullyQualifiedName: 'Won.x', version: 1.1 });
    const stray = await use().store.read((sql) => sql.all("select fqn from entity where fqn like 'Race.%'"));
    expect(stray).toEqual([]);
  });
});
