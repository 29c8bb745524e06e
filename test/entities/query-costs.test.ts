// What queries cost: one record after the other, and summed up for their service.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const root = '/v1/queryCostRecord';

forEachSeededStore('costs of queries', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const at = 1_700_000_000_000;
  const service = (name: string) =>
    people.make('/v1/services/databaseServices', { name, serviceType: 'CustomDatabase' });
  const query = (of: string, text: string, more: object = {}) =>
    people.make('/v1/queries', { query: text, service: of, ...more });
  const record = (of: Body, more: object = {}) =>
    people.send('POST', root, {
      timestamp: at,
      queryReference: { id: of.id, type: 'query' },
      cost: 1.5,
      count: 2,
      totalDuration: 10,
      ...more,
    });
  const sums = async (name: string, send = people.send) => {
    const { body, status, text } = await send('GET', `${root}/service/${name}`);
    expect(status, text).toBe(200);
    expect(people.app.contract.validator('entity/data/queryCostSearchResult')(body)).toMatchObject({ ok: true });
    return body;
  };

  it('are kept one by one', async () => {
    await service('kept');
    const one = await query('kept', 'select 1');
    const { body, status, text } = await record(one, { jsonSchema: 'queryCostRecord' });
    expect(status, text).toBe(200);
    expect(people.app.contract.validator('entity/data/queryCostRecord')(body)).toMatchObject({ ok: true });
    expect(body).toMatchObject({
      id: expect.any(String),
      timestamp: at,
      cost: 1.5,
      count: 2,
      totalDuration: 10,
      jsonSchema: 'queryCostRecord',
      queryReference: { id: one.id, type: 'query' },
      updatedBy: { name: 'admin', type: 'user' },
      updatedAt: expect.any(Number),
    });
    const other = await record(one, { totalDuration: undefined });
    expect(other.body.totalDuration).toBe(0);
    expect((await people.send('GET', `${root}/${body.id}`)).body).toEqual(body);
    expect((await people.send('GET', `${root}/${other.body.id}`)).body).toEqual(other.body);
    expect((await people.send('GET', `${root}/${one.id}`)).status).toBe(404);
    expect((await people.send('GET', `${root}/x`)).status).toBe(400);
    expect((await people.send('DELETE', `/v1/queries/${one.id}?hardDelete=true`)).status).toBe(200);
    expect((await people.send('GET', `${root}/${body.id}`)).status).toBe(404);
  });

  it('are refused with the reason', async () => {
    await service('refused');
    const one = await query('refused', 'select 1');
    const table = await people.table();
    for (const wrong of [
      { cost: -1 },
      { cost: 1e300 },
      { count: 'two' },
      { timestamp: 1_700_000_000 },
      { queryReference: { id: table.id, type: 'table' } },
      { queryReference: { id: 'x', type: 'query' } },
      { more: 1 },
    ])
      expect((await record(one, wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await record(one, { queryReference: { id: table.id, type: 'query' } })).status).toBe(404);
    expect((await sums('refused')).queryGroups).toEqual([]);
  });

  it('are summed up for a service, the dearest first', async () => {
    await service('summed');
    await service('summed2');
    const cheap = await query('summed', 'select cheap', { usedBy: ['dbt'] });
    const dear = await query('summed', 'select dear');
    await query('summed', 'select unpaid');
    await record(await query('summed2', 'select other'), { cost: 99 });
    await record(cheap, { cost: 1, count: 1, totalDuration: 4 });
    await record(dear, { cost: 5, count: 2, totalDuration: 10 });
    await record(dear, { cost: 3, count: 3, totalDuration: 20, timestamp: at + 1 });
    await people.send('PUT', `/v1/queries/${cheap.id}/usedBy`, ['ann']);
    const { queryGroups, overallStats } = await sums('summed');
    expect(queryGroups).toMatchObject([
      {
        queryText: 'select dear',
        users: [],
        totalCost: 8,
        totalCount: 5,
        totalDuration: 30,
        avgDuration: 6,
        queryDetails: { query: { id: dear.id, query: 'select dear' } },
      },
      {
        queryText: 'select cheap',
        users: expect.arrayContaining(['ann']),
        totalCost: 1,
        totalCount: 1,
        avgDuration: 4,
      },
    ]);
    expect(overallStats).toEqual({ totalCost: 9, minCost: 1, maxCost: 5, avgCost: 3, totalExecutionCount: 6 });
    for (let i = 0; i < 11; i++) await record(await query('summed', `select ${i}`), { cost: 10 + i });
    const more = await sums('summed');
    expect(more.queryGroups.map(({ totalCost }: Body) => totalCost)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
    expect(more.overallStats.totalCost).toBe(174);
    const none = { totalCost: 0, minCost: 0, maxCost: 0, avgCost: 0, totalExecutionCount: 0 };
    expect(await sums('nothing')).toEqual({ queryGroups: [], overallStats: none });
  });

  it('tell nobody of queries that they may not see', async () => {
    await service('guarded');
    const owner = await people.person([], {});
    const open = await query('guarded', 'select open');
    const closed = await query('guarded', 'select closed', { owners: [{ id: owner.id, type: 'user' }] });
    const records = [await record(open, { cost: 2 }), await record(closed, { cost: 40 })];
    const who = await people.person(
      [
        { operations: ['ViewAll'] },
        { effect: 'deny', operations: ['All'], resources: ['query'], condition: '!noOwner()' },
      ],
      { isBot: true },
    );
    const { queryGroups, overallStats } = await sums('guarded', who.send);
    expect(queryGroups).toMatchObject([{ queryText: 'select open' }]);
    expect(overallStats.totalCost).toBe(2);
    const statuses = [];
    for (const { body } of records) statuses.push((await who.send('GET', `${root}/${body.id}`)).status);
    expect(statuses).toEqual([200, 403]);
    const body = { timestamp: at, queryReference: { id: open.id, type: 'query' }, cost: 1, count: 1 };
    expect((await who.send('POST', root, body)).status).toBe(403);
  });
});
