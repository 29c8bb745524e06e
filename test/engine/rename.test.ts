import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../support/engine.js';
import { engineTypes, label, made, makeWorld, tableBody } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

forEachStore('renaming', (use) => {
  let engine: Engine;

  beforeAll(() => {
    engine = createEngine(use().store, engineTypes);
  });

  const classify = (name: string) => made(engine, 'POST', '/v1/classifications', { name, description: '-' });
  const tag = (name: string, parent: object) => made(engine, 'POST', '/v1/tags', { name, description: '-', ...parent });
  const rename = (path: string, id: string, name: string) =>
    engine.send('PATCH', `${path}/${id}`, [{ op: 'replace', path: '/name', value: name }]);
  const byName = (path: string, fqn: string) => engine.send('GET', `${path}/name/${encodeURIComponent(fqn)}`);

  it('moves the names below, references and labels', async () => {
    const top = await classify('Old');
    const upper = await tag('Upper', { classification: 'Old' });
    const lower = await tag('lo.wer', { classification: 'Old', parent: 'Old.Upper' });
    const world = await makeWorld(engine, 'renamed');
    const table = await made(
      engine,
      'POST',
      '/v1/tables',
      tableBody(world, 't', { tags: [label('Old.Upper."lo.wer"')] }),
    );

    const { status, json } = await rename('/v1/classifications', top.id, 'N.ew');
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: 'N.ew', fullyQualifiedName: '"N.ew"', version: 0.2 });
    expect(json.changeDescription.fieldsUpdated).toEqual([{ name: 'name', oldValue: 'Old', newValue: 'N.ew' }]);

    const moved = await byName('/v1/tags', '"N.ew".Upper."lo.wer"');
    expect(moved.json).toMatchObject({ id: lower.id, version: 0.1, classification: { name: 'N.ew' } });
    expect(moved.json.parent).toMatchObject({ id: upper.id, fullyQualifiedName: '"N.ew".Upper' });
    expect((await byName('/v1/tags', 'Old.Upper."lo.wer"')).status).toBe(404);
    expect((await byName('/v1/classifications', 'Old')).status).toBe(404);
    const read = await engine.send('GET', `/v1/tables/${table.id}`, undefined, { query: { fields: 'tags' } });
    expect(read.json.tags[0].tagFQN).toBe('"N.ew".Upper."lo.wer"');

    const middle = await rename('/v1/tags', upper.id, 'Mid');
    expect(middle.json.fullyQualifiedName).toBe('"N.ew".Mid');
    expect((await byName('/v1/tags', '"N.ew".Mid."lo.wer"')).json.id).toBe(lower.id);
  });

  it('leaves names alone that only begin alike', async () => {
    const short = await classify('Ab');
    await classify('Abc');
    await tag('x', { classification: 'Ab' });
    await tag('x', { classification: 'Abc' });
    await rename('/v1/classifications', short.id, 'Z');
    expect((await byName('/v1/tags', 'Abc.x')).status).toBe(200);
    expect((await byName('/v1/tags', 'Z.x')).status).toBe(200);
  });

  it('refuses a name that is taken or is none, and changes nothing then', async () => {
    const one = await classify('One');
    await classify('Two');
    await tag('x', { classification: 'One' });
    expect(await rename('/v1/classifications', one.id, 'Two')).toMatchObject({
      status: 409,
      json: { errorType: 'ENTITY_ALREADY_EXISTS' },
    });
    for (const name of ['', 'a::b', 'a"b', 'x'.repeat(257), 'a\nb'])
      expect([name, (await rename('/v1/classifications', one.id, name)).status]).toEqual([name, 400]);
    expect((await byName('/v1/tags', 'One.x')).status).toBe(200);
  });

  it('of domains moves those inside', async () => {
    const outer = await made(engine, 'POST', '/v1/domains', {
      name: 'Outer',
      description: '-',
      domainType: 'Aggregate',
    });
    await made(engine, 'POST', '/v1/domains', {
      name: 'Inner',
      description: '-',
      domainType: 'Aggregate',
      parent: 'Outer',
    });
    expect((await rename('/v1/domains', outer.id, 'Outside')).status).toBe(200);
    expect((await byName('/v1/domains', 'Outside.Inner')).json.parent).toMatchObject({ name: 'Outside' });
  });

  it('of other types answers 200 and keeps the name', async () => {
    const world = await makeWorld(engine, 'keeps');
    const answer = await rename('/v1/databases', world.database.id, 'other');
    expect(answer).toMatchObject({ status: 200, json: { name: 'd', version: 0.1 } });
  });
});
