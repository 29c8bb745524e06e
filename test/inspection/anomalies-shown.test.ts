// Expected ranges as clients get them, and the tests that fail outside of them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const START = 1_760_000_000_000;
const DAY = 86_400_000;
const encoded = encodeURIComponent;

forEachSeededStore('expected ranges', (use, kind) => {
  let app: TestApp;
  let schema: string;
  let count = 0;

  const ok = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
    const answer = await app.request(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
    });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.json;
  };
  const addTable = () =>
    ok('POST', '/v1/tables', {
      name: `t${++count}`,
      databaseSchema: schema,
      columns: [{ name: 'amount.net', dataType: 'INT' }],
    });
  const addCase = (link: string, testDefinition: string, parameters: Record<string, string>) =>
    ok('POST', CASES, {
      name: `c${++count}`,
      entityLink: `<#E::table::${link}>`,
      testDefinition,
      parameterValues: Object.entries(parameters).map(([name, value]) => ({ name, value })),
    });
  /** The profile of a day: so many rows, and `low` of the column. */
  const profile = (table: { id: string }, day: number, rowCount: number, low = 0.5) =>
    ok('PUT', `/v1/tables/${table.id}/tableProfile`, {
      tableProfile: { timestamp: START + day * DAY, rowCount, customMetrics: [{ name: 'late', value: day % 3 }] },
      columnProfile: [{ name: 'amount.net', timestamp: START + day * DAY, nullProportion: low, mean: 10 }],
    });
  const results = async (test: { fullyQualifiedName: string }, most: number) => {
    const path = `${CASES}/testCaseResults/${encoded(test.fullyQualifiedName)}`;
    await vi.waitFor(async () => expect((await ok('GET', path)).data.length).toBeGreaterThanOrEqual(most), {
      timeout: 15_000,
      interval: 100,
    });
    return (await ok('GET', path)).data;
  };

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const service = await ok('POST', '/v1/services/databaseServices', {
      name: `expected-${kind}`,
      serviceType: 'CustomDatabase',
    });
    const database = await ok('POST', '/v1/databases', { name: 'd', service: service.fullyQualifiedName });
    const made = await ok('POST', '/v1/databaseSchemas', { name: 's', database: database.fullyQualifiedName });
    schema = made.fullyQualifiedName;
  });
  afterAll(() => app.close());

  it('show what the next result of a test case should be, and what the last ones should have been', async () => {
    const table = await addTable();
    const test = await addCase(table.fullyQualifiedName, 'tableRowCountToEqual', { value: '5' });
    const path = `${CASES}/${test.id}/expectedRange`;
    const add = (day: number, value: string) =>
      ok('POST', `${CASES}/testCaseResults/${encoded(test.fullyQualifiedName)}`, {
        timestamp: START + day * DAY,
        testCaseStatus: 'Success',
        testResultValue: [{ name: 'rowCount', value }],
      });
    expect(await ok('GET', path)).toEqual({ ranges: [], points: [] });
    for (let day = 0; day < 13; day++) await add(day, String(100 + (day % 3)));
    const reason = 'the expected range needs 14 points of history, there are 13';
    expect((await ok('GET', path)).ranges).toEqual([{ name: 'rowCount', points: 13, reason }]);
    await add(13, 'unknown');
    await add(14, '101');
    await add(15, '500');
    const shown = await ok('GET', path, undefined, { limit: '2' });
    expect(shown.ranges).toMatchObject([
      { name: 'rowCount', points: 15, timestamp: START + 16 * DAY, predictedValue: 101, model: 'level', seasons: [] },
    ]);
    const [range] = shown.ranges;
    expect([range.minBound > 80, range.maxBound < 120]).toEqual([true, true]);
    expect(shown.points).toMatchObject([
      { timestamp: START + 15 * DAY, value: 500, isExpected: false, predictedValue: 101 },
      { timestamp: START + 14 * DAY, value: 101 },
    ]);
    expect(shown.points[1]).not.toHaveProperty('minBound');
    const named = `${CASES}/${encoded(test.fullyQualifiedName)}/expectedRange`;
    expect((await ok('GET', named, undefined, { metric: 'other' })).ranges).toEqual([]);
    for (const limit of ['-1', '100', 'x'])
      expect((await app.request('GET', path, { query: { limit } })).status, limit).toBe(400);
    expect((await app.request('GET', `${CASES}/nosuch/expectedRange`)).status).toBe(404);
  });

  it('show what the figures of profiles should be', async () => {
    const table = await addTable();
    for (let day = 0; day < 20; day++) await profile(table, day, 1000 + (day % 5), 0.5 + (day % 4) / 100);
    const ofTable = await ok('GET', `/v1/tables/${table.id}/tableProfile/expectedRange`, undefined, { limit: '1' });
    expect(ofTable.ranges.map(({ name }: { name: string }) => name)).toEqual(['rowCount', 'late']);
    expect(ofTable.points).toMatchObject([
      { name: 'rowCount', isExpected: true },
      { name: 'late', isExpected: true },
    ]);
    const fqn = table.columns[0].fullyQualifiedName;
    const path = `/v1/tables/${encoded(fqn)}/columnProfile/expectedRange`;
    const { ranges } = await ok('GET', path, undefined, { metric: 'nullProportion' });
    expect(ranges).toMatchObject([{ name: 'nullProportion', points: 20 }]);
    expect([ranges[0].minBound >= 0, ranges[0].maxBound < 0.8]).toEqual([true, true]);
    expect((await app.request('GET', path, { query: { limit: '60' } })).json.message).toContain('name one of them');
    for (const wrong of [`${table.fullyQualifiedName}.nosuch`, table.fullyQualifiedName])
      expect((await app.request('GET', `/v1/tables/${encoded(wrong)}/columnProfile/expectedRange`)).status).toBe(404);
  });

  it('make tests of profiles fail outside of them, whoever stores the profile', async () => {
    const table = await addTable();
    const rows = await addCase(table.fullyQualifiedName, 'tableMetricToBeExpected', { metric: 'rowCount' });
    const late = await addCase(table.fullyQualifiedName, 'tableMetricToBeExpected', { metric: 'late' });
    const nulls = await addCase(`${table.fullyQualifiedName}::columns::amount.net`, 'columnMetricToBeExpected', {
      metric: 'nullProportion',
    });
    const other = await addCase(table.fullyQualifiedName, 'tableRowCountToEqual', { value: '5' });
    for (let day = 0; day < 14; day++) await profile(table, day, 1000 + (day % 4), 0.5 + (day % 4) / 100);
    // Other changes of the table have values that are no JSON.
    for (const updatedVoteType of ['votedUp', 'unVoted'])
      await ok('PUT', `/v1/tables/${table.id}/vote`, { updatedVoteType });
    await profile(table, 14, 400, 0.52);
    const found = await results(rows, 15);
    expect(found[0]).toMatchObject({
      timestamp: START + 14 * DAY,
      testCaseStatus: 'Failed',
      result: expect.stringMatching(/^rowCount is 400; expected from \d+ to \d+, by 14 earlier profiles$/),
      testResultValue: [{ name: 'rowCount', value: '400', predictedValue: expect.any(String) }],
    });
    expect(found[0].minBound).toBeGreaterThan(400);
    expect(found[0].incidentId).toBeDefined();
    expect(found[1]).toMatchObject({
      testCaseStatus: 'Aborted',
      result: 'the expected range needs 14 points of history, there are 13',
    });
    expect((await results(nulls, 15))[0]).toMatchObject({ testCaseStatus: 'Success' });
    expect((await results(late, 15))[0]).toMatchObject({ testCaseStatus: 'Success' });
    expect((await ok('GET', `${CASES}/testCaseResults/${encoded(other.fullyQualifiedName)}`)).data).toEqual([]);
  });

  it('refuse tests without a metric, and abort those of one that there is not', async () => {
    const table = await addTable();
    const refused = await app.request('POST', CASES, {
      body: {
        name: 'x',
        entityLink: `<#E::table::${table.fullyQualifiedName}>`,
        testDefinition: 'tableMetricToBeExpected',
      },
    });
    expect([refused.status, refused.json.message]).toEqual([400, 'parameterValues: metric is required']);
    const test = await addCase(table.fullyQualifiedName, 'tableMetricToBeExpected', { metric: 'nosuch' });
    await profile(table, 0, 5);
    expect(await results(test, 1)).toMatchObject([
      { testCaseStatus: 'Aborted', result: 'the profile has no figure nosuch' },
    ]);
  });

  it('read no more of a long history than they use', async () => {
    const table = await addTable();
    const test = await addCase(table.fullyQualifiedName, 'tableRowCountToEqual', { value: '5' });
    const store = use().store;
    const { putResult } = await import('../../src/storage/index.js');
    await store.write(async (tx) => {
      for (let hour = 0; hour < 1500; hour++)
        await putResult(tx, {
          ...{ case_id: test.id, at: START + hour * 3_600_000, id: `${test.id}${hour}`, status: 'Success' },
          doc: JSON.stringify({
            testCaseStatus: 'Success',
            testResultValue: [{ name: 'n', value: String(100 + (hour % 24)) }],
          }),
        });
    });
    const { ranges } = await ok('GET', `${CASES}/${test.id}/expectedRange`);
    expect(ranges).toMatchObject([{ name: 'n', points: 1000, seasons: ['day'], predictedValue: 112 }]);
  });
});
