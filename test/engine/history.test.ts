import { beforeAll, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import type { Answer } from '../support/engine.js';
import { createEngine, type Engine } from '../support/engine.js';
import { made, makeWorld, tableBody, type World } from '../support/engine-types.js';
import { forEachStore } from '../support/stores.js';

forEachStore('history of a collection', (use) => {
  let engine: Engine;
  let world: World;
  const expected: string[] = [];
  let start = 0;

  beforeAll(async () => {
    engine = createEngine(use().store, entityTypes);
    world = await makeWorld(engine, 'history');
    start = engine.clock.now;
    for (const name of ['a', 'b', 'c'])
      for (let version = 1; version < 4; version++) {
        engine.clock.now += 1000;
        await made(engine, 'PUT', '/v1/tables', tableBody(world, name, { description: `${version}` }));
        expected.unshift(`${name} 0.${version}`);
      }
  });

  const list = async (query: Record<string, string>): Promise<{ versions: string[]; paging: Answer['json'] }> => {
    const range = { startTs: `${start}`, endTs: `${engine.clock.now}` };
    const { status, json } = await engine.send('GET', '/v1/tables/history', undefined, {
      query: { ...range, ...query },
    });
    expect(status).toBe(200);
    return {
      versions: json.data.map((table: { name: string; version: number }) => `${table.name} ${table.version}`),
      paging: json.paging,
    };
  };

  it('lists versions of all entities, newest first, page by page, forward and back', async () => {
    expect(await list({})).toEqual({ versions: expected, paging: { total: 9 } });
    const seen: string[] = [];
    const pages: string[][] = [];
    let page = await list({ limit: '2' });
    while (true) {
      seen.push(...page.versions);
      pages.push(page.versions);
      expect(page.paging.total).toBe(9);
      if (!page.paging.after) break;
      page = await list({ limit: '2', after: page.paging.after });
    }
    expect(seen).toEqual(expected);
    const back = await list({ limit: '2', before: page.paging.before });
    expect(back.versions).toEqual(pages.at(-2));
    expect((await list({ limit: '8', before: page.paging.before })).paging.before).toBeUndefined();
  });

  it('keeps to the time asked for', async () => {
    const range = { startTs: `${start + 2000}`, endTs: `${start + 4000}` };
    expect((await list(range)).versions).toEqual(['b 0.1', 'a 0.3', 'a 0.2']);
    const asFractions = { startTs: `${range.startTs}.0`, endTs: `${range.endTs}.0`, limit: '3.0' };
    expect((await list(asFractions)).versions).toEqual(['b 0.1', 'a 0.3', 'a 0.2']);
  });

  it.each<Record<string, string>>([
    { startTs: '' },
    { endTs: 'x' },
    { limit: '0' },
    { limit: '1001' },
    { limit: '1.5' },
    { endTs: '1.5' },
    { after: 'x' },
    { before: 'W10' },
  ])('refuses %j', async (query) => {
    const all = { startTs: '0', endTs: '1', ...query };
    expect((await engine.send('GET', '/v1/tables/history', undefined, { query: all })).status).toBe(400);
  });

  it('beside it, the context of an entity fits its schema', async () => {
    await made(engine, 'POST', '/v1/classifications', { name: 'PII', description: '-' });
    await made(engine, 'POST', '/v1/tags', { name: 'S', description: '-', classification: 'PII' });
    const table = await made(engine, 'POST', '/v1/tables', {
      ...tableBody(world, 'told', { description: 'Orders' }),
      columns: [{ name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', description: 'key' }],
      tags: [{ tagFQN: 'PII.S', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
    });
    const asJson = { query: { format: 'json' } };
    const { status, json } = await engine.send('GET', `/v1/tables/${table.id}/context`, undefined, asJson);
    expect(status).toBe(200);
    expect(engine.catalog.contract.validator('type/aiContext')(json)).toMatchObject({ ok: true });
    expect(json).toMatchObject({
      entityType: 'table',
      description: 'Orders',
      tags: ['PII.S'],
      assetContext: {
        table: { primaryKey: ['id'], columns: [{ name: 'id', dataTypeEnum: 'BIGINT', description: 'key' }] },
      },
    });
    const byName = `/v1/tables/name/${table.fullyQualifiedName}/context`;
    const again = await engine.send('GET', byName, undefined, asJson);
    expect(again.json.fingerprint).toBe(json.fingerprint);
    const schema = await engine.send('GET', `/v1/databaseSchemas/${world.schema.id}/context`, undefined, asJson);
    expect(engine.catalog.contract.validator('type/aiContext')(schema.json)).toMatchObject({ ok: true });
  });
});
