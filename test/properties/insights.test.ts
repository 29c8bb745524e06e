import { expect, it } from 'vitest';
import { forEachApp, fresh, type PropertyWorld } from './support.js';

const DAY = 86_400_000;

forEachApp('documents, KPIs, charts and web analytics', (world) => {
  it('keeps documents under the FQN that is given', async () => {
    const { ok, send } = world();
    const body = { name: 'home', entityType: 'Page', data: { page: { layout: [{ x: 1 }] } } };
    const [one, two] = ['persona.Steward.Page.home', 'persona.Other.Page.home'];
    const made = await ok('POST', '/v1/docStore', { ...body, fullyQualifiedName: one });
    expect(made).toMatchObject({ fullyQualifiedName: one, name: 'home', data: body.data });
    await ok('POST', '/v1/docStore', { ...body, fullyQualifiedName: two, entityType: 'Note' });
    expect((await send('POST', '/v1/docStore', { ...body, fullyQualifiedName: one })).status).toBe(409);
    const put = await ok('PUT', '/v1/docStore', { ...body, data: { page: 2 }, fullyQualifiedName: one });
    expect([put.id, put.data, put.version]).toEqual([made.id, { page: 2 }, 0.2]);
    expect((await ok('GET', `/v1/docStore/name/${one}`)).id).toBe(made.id);
    const names = async (query: string) =>
      (await ok('GET', `/v1/docStore?limit=100&${query}`)).data.map((found: PropertyWorld) => found.fullyQualifiedName);
    expect(await names('entityType=Note')).toEqual([two]);
    expect(await names('fqnPrefix=persona.Steward')).toEqual([one]);
    expect(await names('fqnPrefix=persona.')).toEqual([two, one]);
    expect((await send('POST', '/v1/docStore', { ...body, data: 'text', fullyQualifiedName: 'x' })).status).toBe(400);
    await ok('DELETE', `/v1/docStore/${made.id}`);
    expect((await send('GET', `/v1/docStore/${made.id}`)).status).toBe(404);
  });

  it('measures KPIs by what the caller may see', async () => {
    const { ok, table, app, addUser, user } = world();
    const charts = '/v1/analytics/dataInsights/system/charts';
    const value = async (chart: string, token?: string) =>
      (await app.request('GET', `${charts}/name/${chart}/data`, token ? { token } : {})).json.results[0].count;
    const number = 'number_of_data_asset_with_description_kpi';
    const [described, all] = [await value(number), await value('total_data_assets')];
    await table({ description: 'said', owners: [{ id: user.id, type: 'user' }] });
    await table({});
    expect([await value(number), await value('total_data_assets')]).toEqual([described + 1, all + 2]);
    const now = Date.now();
    const kpi = async (dataInsightChart: string, targetValue: number, metricType: string) => {
      const period = { startDate: now - DAY, endDate: now + DAY };
      const body = { name: fresh('kpi'), description: 'd', dataInsightChart, targetValue, metricType, ...period };
      return ok('POST', '/v1/kpi', body);
    };
    const reached = await kpi(number, described + 1, 'NUMBER');
    expect(reached.dataInsightChart).toMatchObject({ type: 'dataInsightCustomChart' });
    expect(await ok('GET', `/v1/kpi/${reached.name}/latestKpiResult`)).toMatchObject({
      kpiFqn: reached.fullyQualifiedName,
      targetResult: [{ name: number, value: String(described + 1), targetMet: true }],
    });
    const share = String(Math.round(10_000 / (all + 2)) / 100);
    const owned = await kpi('percentage_of_data_asset_with_owner_kpi', 90, 'PERCENTAGE');
    const listed = await ok('GET', `/v1/kpi/${owned.name}/kpiResult`);
    expect(listed.data[0].targetResult[0]).toMatchObject({ value: share, targetMet: false });
    expect((await ok('GET', `/v1/kpi/${owned.id}?fields=kpiResult`)).kpiResult.targetResult[0].value).toBe(share);
    expect((await ok('GET', `/v1/kpi/${owned.name}/kpiResult?startTs=0&endTs=1000`)).data).toEqual([]);
    const { token } = await addUser({ denied: { resource: 'table', operations: ['ViewBasic', 'ViewAll'] } });
    const seen = await app.request('GET', `/v1/kpi/${reached.name}/latestKpiResult`, { token });
    expect(seen.json.targetResult[0]).toMatchObject({ value: String(described), targetMet: false });
    expect(await value('total_data_assets', token)).toBe(all);
    const data = await ok('GET', `${charts}/listChartData?chartNames=total_data_assets,${number}`);
    expect([data.total_data_assets.results[0].count, data[number].results[0].count]).toEqual([all + 2, described + 1]);
    expect((await world().send('GET', `${charts}/name/none/data`)).status).toBe(404);
    expect((await world().send('GET', `${charts}/listChartData`)).status).toBe(400);
  });

  it('aggregates reports that the caller may see', async () => {
    const { ok, send, table, addUser, app, user } = world();
    const [a, b] = [await table({}), await table({})];
    const data = '/v1/analytics/dataInsights/data';
    const timestamp = Date.parse('2024-03-01');
    const views = 'webAnalyticEntityViewReportData';
    const report = (entityFqn: string, count: number, day = 0) =>
      ok('POST', data, {
        ...{ timestamp: timestamp + day * DAY, reportDataType: views },
        data: { entityType: 'table', entityFqn, views: count },
      });
    await report(a.fullyQualifiedName, 3);
    await report(a.fullyQualifiedName, 4, 1);
    await report(b.fullyQualifiedName, 5);
    await ok('POST', data, {
      ...{ timestamp, reportDataType: 'webAnalyticUserActivityReportData' },
      data: {
        userName: user.name,
        totalSessions: 2,
        totalSessionDuration: 10,
        totalPageView: 7,
        lastSession: timestamp,
      },
    });
    const result = (name: string) =>
      ok('GET', `/v1/analytics/dataInsights/charts/aggregate?dataInsightChartName=${name}&startTs=0`);
    expect(await result('MostViewedEntities')).toEqual({
      chartType: 'MostViewedEntities',
      total: 2,
      data: [
        { entityType: 'table', entityFqn: a.fullyQualifiedName, pageViews: 7 },
        { entityType: 'table', entityFqn: b.fullyQualifiedName, pageViews: 5 },
      ],
    });
    expect((await result('PageViewsByEntities')).data).toEqual([
      { timestamp, entityType: 'table', pageViews: 8 },
      { timestamp: timestamp + DAY, entityType: 'table', pageViews: 4 },
    ]);
    expect((await result('DailyActiveUsers')).data).toEqual([{ timestamp, activeUsers: 1 }]);
    expect((await result('MostActiveUsers')).data[0]).toMatchObject({ userName: user.name, pageViews: 7, sessions: 2 });
    const reader = await addUser({ denied: { resource: 'table', operations: ['ViewBasic', 'ViewAll'] } });
    const path = '/v1/analytics/dataInsights/charts/aggregate?dataInsightChartName=MostViewedEntities';
    expect((await app.request('GET', path, { token: reader.token })).json.data).toEqual([]);
    const wrong = { timestamp, reportDataType: views, data: { views: 'many' } };
    expect((await send('POST', data, wrong)).status).toBe(400);
    expect((await send('POST', data, { ...wrong, timestamp: 5, data: {} })).status).toBe(400);
    expect((await app.request('POST', data, { body: wrong, token: reader.token })).status).toBe(403);
    await ok('DELETE', `${data}/${views}/2024-03-01`);
    expect((await ok('GET', `${data}?reportDataType=${views}&startTs=0`)).data).toHaveLength(1);
    await ok('DELETE', `${data}/${views}`);
    expect((await ok('GET', `${data}?reportDataType=${views}&startTs=0`)).data).toEqual([]);
    expect((await send('DELETE', `${data}/nothing`)).status).toBe(400);
  });

  it('counts unused assets by the life cycle of what the caller may see', async () => {
    const { ok, send, table, addUser, app, patch } = world();
    const now = Date.now();
    const accessed = async (days: number) => {
      const made = await table({});
      await patch(`/v1/tables/${made.id}`, [
        { op: 'add', path: '/lifeCycle', value: { accessed: { timestamp: now - days * DAY } } },
      ]);
      return made;
    };
    const unsized = [await accessed(1)];
    const [old, older] = [await accessed(40), await accessed(70), await table({})];
    const path = (name: string, period = `startTs=${now - DAY}`) =>
      `/v1/analytics/dataInsights/charts/aggregate?dataInsightChartName=${name}&${period}`;
    const unused = await ok('GET', path('UnusedAssets'));
    expect(unused.total).toBe(2);
    expect(unused.data.map(({ entity }: PropertyWorld) => entity.id)).toEqual([older.id, old!.id]);
    expect(unused.data[0]).toMatchObject({ entity: { type: 'table' }, lastAccessedAt: now - 70 * DAY });
    const [counts] = (await ok('GET', path('AggregatedUnusedAssetsCount'))).data;
    expect(counts.unusedDataAssets).toMatchObject({ threeDays: 2, thirtyDays: 2, sixtyDays: 1 });
    expect(counts.frequentlyUsedDataAssets).toMatchObject({ threeDays: 1, sixtyDays: 2 });
    expect((await ok('GET', path('AggregatedUsedVsUnusedAssetsCount'))).data).toMatchObject([
      { Unused: 2, Used: 1, UnusedPercentage: 66.67, UsedPercentage: 33.33 },
    ]);
    const past = `startTs=0&endTs=${now - 2 * DAY}`;
    expect((await ok('GET', path('UnusedAssets', past))).data).toEqual([]);
    expect((await ok('GET', path('AggregatedUnusedAssetsSize'))).data).toEqual([]);
    const [young] = unsized;
    for (const [made, sizeInByte] of [
      [young, 300],
      [old, 100],
    ] as const) {
      const tableProfile = { timestamp: now, rowCount: 1, sizeInByte };
      await ok('PUT', `/v1/tables/${made!.id}/tableProfile`, { tableProfile });
    }
    const [sizes] = (await ok('GET', path('AggregatedUnusedAssetsSize'))).data;
    expect(sizes.unusedDataAssets).toMatchObject({ threeDays: 100, thirtyDays: 100, sixtyDays: 0 });
    expect(sizes.frequentlyUsedDataAssets).toMatchObject({ threeDays: 300, sixtyDays: 400 });
    expect((await ok('GET', path('AggregatedUsedVsUnusedAssetsSize'))).data).toMatchObject([
      { Unused: 100, Used: 300, UnusedPercentage: 25, UsedPercentage: 75 },
    ]);
    expect((await send('GET', path('AnythingElse'))).status).toBe(400);
    const noProfiles = await addUser({ denied: { resource: 'table', operations: ['ViewDataProfile'] } });
    const hidden = await app.request('GET', path('AggregatedUnusedAssetsSize'), { token: noProfiles.token });
    expect(hidden.json.data).toEqual([]);
    const reader = await addUser({ denied: { resource: 'table', operations: ['ViewBasic', 'ViewAll'] } });
    expect((await app.request('GET', path('UnusedAssets'), { token: reader.token })).json.data).toEqual([]);
  });

  it('collects web events in the name of the caller, within limits', async () => {
    const { ok, send, app, addUser } = world();
    const path = '/v1/analytics/web/events';
    const reader = await addUser({ denied: { resource: 'webAnalyticEvent', operations: ['EditAll'] } });
    const timestamp = Date.now();
    const eventData = { url: '/table/x', hostname: 'h', userId: '00000000-0000-4000-8000-000000000000' };
    const body = { timestamp, eventType: 'PageView', eventData };
    const collected = await app.request('PUT', `${path}/collect`, { body, token: reader.token });
    expect(collected.status, collected.text).toBe(200);
    expect(collected.json.eventData.userId).not.toBe(eventData.userId);
    const list = await ok('GET', `${path}/collect?eventType=PageView`);
    expect(list.data).toEqual([collected.json]);
    const again = await app.request('PUT', `${path}/collect`, { body, token: reader.token });
    await app.request('PUT', `${path}/collect`, { body: again.json, token: reader.token });
    expect((await ok('GET', `${path}/collect?eventType=PageView`)).data).toHaveLength(2);
    expect((await app.request('GET', `${path}/collect?eventType=PageView`, { token: reader.token })).status).toBe(403);
    const refused = async (more: object, status = 400) =>
      expect((await send('PUT', `${path}/collect`, { ...body, ...more })).status).toBe(status);
    await refused({ timestamp: timestamp - 60 * DAY });
    await refused({ timestamp: 12 });
    await refused({ eventType: 'Look' });
    await refused({ eventData: { url: 'x'.repeat(20_000) } }, 413);
    // Clients choose the timestamps: the limit is by the time of the requests.
    const many = await Promise.all(
      Array.from({ length: 320 }, (_, i) =>
        send('PUT', `${path}/collect`, { ...body, timestamp: timestamp - (i * DAY) / 20 }),
      ),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(many.filter(({ status }) => status === 429)).toHaveLength(20);
    await ok('DELETE', `${path}/PageView/${timestamp + DAY}/collect`);
    expect((await ok('GET', `${path}/collect?eventType=PageView`)).data).toEqual([]);
    expect((await send('GET', `${path}/collect?eventType=None`)).status).toBe(404);
  });
});
