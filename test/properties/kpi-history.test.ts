// The results of KPIs on earlier days, measured by a job, on a clock that the test sets.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getJobByKey, listPoints } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const today = Math.floor(Date.now() / DAY) * DAY;

forEachSeededStore('results of KPIs', (use) => {
  let app: TestApp;
  let now = today + 16 * HOUR;
  beforeAll(async () => {
    app = await createTestApp({ store: use(), now: () => now });
  }, 60_000);
  afterAll(() => app.close());

  const ok = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await app.request(method, path, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
    expect([200, 201], `${method} ${path}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
    return answer.json;
  };
  const kpi = (name: string, startDate: number) =>
    ok('POST', '/v1/kpi', {
      ...{
        name,
        description: 'd',
        dataInsightChart: 'number_of_data_asset_with_description_kpi',
        targetValue: 2,
        metricType: 'NUMBER',
      },
      ...{ startDate, endDate: today + 5 * DAY },
    });
  const addTable = (name: string) =>
    ok('POST', '/v1/tables', {
      name,
      databaseSchema: 'wh.db.sc',
      columns: [{ name: 'id', dataType: 'INT' }],
      description: 'said',
    });

  it('are kept for every day, and shown to who may see the whole catalog', { timeout: 120_000 }, async () => {
    await ok('POST', '/v1/services/databaseServices', { name: 'wh', serviceType: 'Postgres' });
    await ok('POST', '/v1/databases', { name: 'db', service: 'wh' });
    await ok('POST', '/v1/databaseSchemas', { name: 'sc', database: 'wh.db' });
    await addTable('one');
    const [made, later] = [await kpi('assets', today - DAY), await kpi('later', today + DAY)];
    // The job is due at the first time of its schedule after the queue was opened, so the clock waits for that. Late in
    // the day the job that the store was seeded with is due later, until this queue has changed it.
    const dueAt = async () =>
      (await use().store.read((sql) => getJobByKey(sql, 'insights.measureKpis', 'schedule')))?.run_at ?? Infinity;
    await expect.poll(dueAt, { timeout: 30_000, interval: 50 }).toBeLessThan(today + 18 * HOUR);
    const first = (await ok('GET', '/v1/kpi/assets/latestKpiResult')).targetResult[0].value;
    now = today + 18 * HOUR;
    await app.lookForJobs();
    const points = () => use().store.read((sql) => listPoints(sql, { entityId: made.id, kind: 'kpiResult' }));
    await expect.poll(points, { timeout: 30_000, interval: 50 }).toHaveLength(1);
    await addTable('two');
    now = today + DAY + HOUR;
    const token = await app.tokenFor('admin');
    const results = await ok('GET', '/v1/kpi/assets/kpiResult', undefined, token);
    expect(results).toMatchObject({
      data: [
        { timestamp: today + DAY, targetResult: [{ value: String(Number(first) + 1) }] },
        {
          timestamp: today,
          kpiFqn: 'assets',
          targetResult: [{ name: 'number_of_data_asset_with_description_kpi', value: first }],
        },
      ],
      paging: { total: 2 },
    });
    const past = await ok('GET', `/v1/kpi/assets/kpiResult?startTs=${today}&endTs=${today + HOUR}`, undefined, token);
    expect(past.data).toMatchObject([{ timestamp: today }]);
    expect((await ok('GET', '/v1/kpi/later/kpiResult', undefined, token)).data).toHaveLength(1);
    const rules = [{ name: 'no', effect: 'deny', resources: ['table'], operations: ['ViewBasic'] }];
    const send = (method: string, path: string, body: unknown) => ok(method, path, body, token);
    const policy = await send('POST', '/v1/policies', { name: 'blind', rules });
    const role = await send('POST', '/v1/roles', { name: 'blind', policies: [policy.name] });
    await send('POST', '/v1/users', { name: 'blind', email: 'blind@example.org', roles: [role.id] });
    const blind = await ok('GET', '/v1/kpi/assets/kpiResult', undefined, await app.tokenFor('blind'));
    expect(blind.data).toMatchObject([{ timestamp: today + DAY }]);
    await send('DELETE', `/v1/kpi/${later.id}?hardDelete=true`, undefined);
    await send('DELETE', `/v1/kpi/${made.id}?hardDelete=true`, undefined);
    expect(await points()).toEqual([]);
  });
});
