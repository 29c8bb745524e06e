// Pipelines: tasks, reported runs, and what is computed from them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const DAY = 86_400_000;
const noon = Math.floor(Date.now() / DAY) * DAY - 5 * DAY + DAY / 2;

forEachSeededStore('pipelines', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    for (const name of ['etl', 'other'])
      await people.make('/v1/services/pipelineServices', { name, serviceType: 'Airflow' });
  });
  afterAll(() => people.app.close());

  const tasks = [
    { name: 'extract', taskType: 'SQL' },
    { name: 'load.all', description: 'Into the table' },
  ];
  const pipeline = (name: string, more: object = {}) =>
    people.make('/v1/pipelines', { name, service: 'etl', tasks, ...more });
  const ask = async (
    status: number,
    method: string,
    path: string,
    body?: unknown,
    send = people.send,
  ): Promise<Body> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.body;
  };
  const fits = (schema: string, value: unknown) =>
    expect(people.app.contract.validator(schema as 'type/pipelineMetrics')(value)).toMatchObject({ ok: true });
  const run = (timestamp: number, executionStatus: string, more: object = {}) => ({
    timestamp,
    executionStatus,
    ...more,
  });

  it('show their tasks on request, with tags and owners', async () => {
    const owner = await people.person([]);
    const label = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const made = await pipeline('tasks', {
      tasks: [{ name: 'extract', tags: [label], owners: [{ id: owner.id, type: 'user' }] }, { name: 'load.all' }],
    });
    expect(made.tasks).toMatchObject([{ fullyQualifiedName: 'etl.tasks.extract' }, { name: 'load.all' }]);
    const plain = await ask(200, 'GET', `/v1/pipelines/${made.id}`);
    expect(plain).toMatchObject({ name: 'tasks', service: { name: 'etl' }, version: 0.1 });
    expect(plain.tasks).toBeUndefined();
    expect((await ask(200, 'GET', `/v1/pipelines/${made.id}?fields=tags`)).tasks).toBeUndefined();
    const shown = await ask(200, 'GET', `/v1/pipelines/${made.id}?fields=tasks,tags`);
    expect(shown.tasks[0]).toMatchObject({
      tags: [{ tagFQN: 'PII.Sensitive' }],
      owners: [{ id: owner.id, type: 'user', name: owner.name }],
    });
    expect((await ask(200, 'GET', `/v1/pipelines/${made.id}?fields=tasks`)).tasks[0].tags).toBeUndefined();
    const list = await ask(200, 'GET', '/v1/pipelines?service=etl&fields=tasks&limit=100');
    expect(list.data.find(({ id }: Body) => id === made.id).tasks).toHaveLength(2);
    const again = await ask(200, 'PUT', '/v1/pipelines', {
      name: 'tasks',
      service: 'etl',
      tasks: [{ name: 'extract', tags: [label], owners: [{ id: owner.id, type: 'user' }] }, { name: 'load.all' }],
    });
    expect(again.version).toBe(0.1);
    const patch = [{ op: 'add', path: '/tasks/1/description', value: 'The end' }];
    const changed = await ask(200, 'PATCH', `/v1/pipelines/${made.id}`, patch);
    expect(changed.changeDescription.fieldsAdded).toMatchObject([{ name: 'tasks."load.all".description' }]);
    expect((await ask(200, 'GET', `/v1/pipelines/${made.id}?fields=tasks`)).tasks[0].owners).toHaveLength(1);
    const nobody = '00000000-0000-4000-8000-000000000000';
    await ask(404, 'PUT', '/v1/pipelines', {
      name: 'tasks',
      service: 'etl',
      tasks: [{ name: 'extract', owners: [{ id: nobody, type: 'user' }] }],
    });
    await ask(400, 'PATCH', `/v1/pipelines/${made.id}`, [
      { op: 'replace', path: '/tasks/0/owners', value: [{ id: made.id, type: 'pipeline' }] },
    ]);
    const found = await ask(200, 'GET', '/v1/search/query?q=extract&index=pipeline_search_index');
    expect(found.hits.hits.map(({ _source }: Body) => _source.name)).toContain('tasks');
  });

  it('keep the runs that are reported', async () => {
    const { id, fullyQualifiedName: fqn } = await pipeline('runs');
    const taskStatus = [
      { name: 'load.all', executionStatus: 'Failed', startTime: noon, endTime: noon + 9000, logLink: null },
    ];
    const put = await ask(
      200,
      'PUT',
      `/v1/pipelines/${fqn}/status`,
      run(noon, 'Pending', { taskStatus, executionId: null }),
    );
    expect(put).toMatchObject({ id, pipelineStatus: { timestamp: noon, executionStatus: 'Pending' } });
    fits('entity/data/pipeline', put);
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Failed', { taskStatus }));
    const bulk = [run(noon + 2, 'Successful'), run(noon + 1, 'Skipped')];
    const latest = await ask(200, 'PUT', `/v1/pipelines/${id}/status/bulk`, bulk);
    expect(latest.pipelineStatus).toMatchObject({ timestamp: noon + 2, executionStatus: 'Successful' });
    const list = (query: string) => ask(200, 'GET', `/v1/pipelines/${fqn}/status?${query}`);
    const all = await list(`startTs=${noon}&endTs=${noon + 10}`);
    expect(all.data.map(({ executionStatus }: Body) => executionStatus)).toEqual(['Successful', 'Skipped', 'Failed']);
    expect((await list('limit=1')).data).toHaveLength(1);
    expect((await list(`startTs=${noon + 1}&endTs=${noon + 1}`)).data).toMatchObject([{ executionStatus: 'Skipped' }]);
    expect((await ask(200, 'GET', `/v1/pipelines/${id}`)).pipelineStatus).toBeUndefined();
    await ask(200, 'DELETE', `/v1/pipelines/${fqn}/status/${noon + 2}`);
    await ask(404, 'DELETE', `/v1/pipelines/${fqn}/status/${noon + 2}`);
    expect((await ask(200, 'GET', `/v1/pipelines/${id}?fields=pipelineStatus`)).pipelineStatus).toMatchObject({
      executionStatus: 'Skipped',
    });
    await ask(400, 'DELETE', `/v1/pipelines/${fqn}/status/yesterday`);
    await ask(400, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon / 1000, 'Failed'));
    await ask(400, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Tired'));
    const unknown = run(noon, 'Failed', { taskStatus: [{ name: 'nosuch', executionStatus: 'Failed' }] });
    expect((await ask(400, 'PUT', `/v1/pipelines/${fqn}/status`, unknown)).message).toContain(
      'Invalid task name nosuch',
    );
    await ask(400, 'PUT', `/v1/pipelines/${fqn}/status/bulk`, [run(noon + 5, 'Failed'), {}]);
    await ask(400, 'PUT', `/v1/pipelines/${fqn}/status/bulk`, { data: [] });
    await ask(404, 'PUT', '/v1/pipelines/no.such/status', run(noon, 'Failed'));
    expect((await list('')).data).toHaveLength(2);
    expect((await ask(200, 'GET', `/v1/pipelines/${id}`)).version).toBe(0.1);
  });

  it('list runs by status, task and duration, page by page', async () => {
    const { fullyQualifiedName: fqn } = await pipeline('filtered');
    const extract = (startTime: number, endTime: number) => [
      { name: 'extract', executionStatus: 'Successful', startTime, endTime },
    ];
    const load = { name: 'load.all', executionStatus: 'Failed', startTime: noon + 3, endTime: noon + 503 };
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status/bulk`, [
      run(noon, 'Successful', { taskStatus: extract(noon, noon + 300) }),
      run(noon + 1, 'Successful', { taskStatus: extract(noon + 1, noon + 601) }),
      run(noon + 2, 'Pending', { taskStatus: [{ name: 'extract', executionStatus: 'Pending' }] }),
      run(noon + 3, 'Failed', { taskStatus: [...extract(noon + 3, noon + 203), load] }),
    ]);
    const list = async (query: string): Promise<{ at: number[]; paging: Body }> => {
      const { data, paging } = await ask(200, 'GET', `/v1/pipelines/${fqn}/status?endTs=${noon + 10}&${query}`);
      return { at: data.map(({ timestamp }: Body) => timestamp - noon), paging };
    };
    for (const [query, at] of [
      ['status=Failed', [3]],
      ['status=failed,Successful', [3, 1, 0]],
      ['search=LOAD', [3]],
      ['search=nothing', []],
      ['minDuration=500', [3, 1]],
      ['maxDuration=500', [3, 0]],
      ['minDuration=300&maxDuration=500&status=Successful', [0]],
      [`startTs=${noon + 2}&status=Successful`, []],
    ] as const)
      expect(await list(query), query).toEqual({ at, paging: { total: at.length } });
    for (const filter of ['', '&status=Successful,Pending,Failed', '&search=extract']) {
      const first = await list(`limit=2${filter}`);
      expect(first).toEqual({ at: [3, 2], paging: { total: 4, after: expect.any(String) } });
      const second = await list(`limit=2${filter}&after=${first.paging.after}`);
      expect(second).toEqual({ at: [1, 0], paging: { total: 4, before: expect.any(String) } });
      expect(await list(`limit=1${filter}&before=${second.paging.before}`)).toEqual({
        at: [2],
        paging: { total: 4, before: expect.any(String), after: expect.any(String) },
      });
      expect(await list(`limit=2${filter}&before=${second.paging.before}`)).toEqual(first);
    }
    for (const query of ['status=Tired', 'minDuration=-1', 'maxDuration=long', 'after=x', 'after=MQ&before=MQ'])
      await ask(400, 'GET', `/v1/pipelines/${fqn}/status?${query}`);
  });

  it('record reported runs as events', async () => {
    const { id, fullyQualifiedName: fqn } = await pipeline('events');
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Pending'));
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Failed'));
    const { data } = await ask(200, 'GET', '/v1/events?entityUpdated=pipeline&timestamp=0');
    const own = data.filter(({ entityId }: Body) => entityId === id);
    expect(own.map(({ changeDescription }: Body) => changeDescription.fieldsUpdated)).toEqual(
      expect.arrayContaining([
        [{ name: 'pipelineStatus', newValue: expect.objectContaining({ executionStatus: 'Pending' }) }],
        [
          {
            name: 'pipelineStatus',
            oldValue: expect.objectContaining({ executionStatus: 'Pending' }),
            newValue: expect.objectContaining({ executionStatus: 'Failed' }),
          },
        ],
      ]),
    );
  });

  it('take runs only from those who may report them', async () => {
    const { fullyQualifiedName: fqn } = await pipeline('rights');
    const reader = await people.person([]);
    const reporter = await people.person([{ resources: ['pipeline'], operations: ['EditStatus', 'ViewBasic'] }]);
    await ask(403, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Failed'), reader.send);
    await ask(403, 'PUT', `/v1/pipelines/${fqn}/status/bulk`, [run(noon, 'Failed')], reader.send);
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Failed'), reporter.send);
    expect((await ask(200, 'GET', `/v1/pipelines/${fqn}/status`, undefined, reader.send)).data).toHaveLength(1);
    await ask(403, 'DELETE', `/v1/pipelines/${fqn}/status/${noon}`, undefined, reader.send);
    const executedBy = { id: reader.id, type: 'user' };
    await ask(200, 'PUT', `/v1/pipelines/${fqn}/status`, run(noon, 'Failed', { executedBy }));
    const stranger = await people.person([{ effect: 'deny', resources: ['user'], operations: ['All'] }]);
    for (const path of [`${fqn}/status`, `name/${fqn}?fields=pipelineStatus`]) {
      expect((await reader.send('GET', `/v1/pipelines/${path}`)).text).toContain(reader.id);
      expect((await stranger.send('GET', `/v1/pipelines/${path}`)).text).not.toContain(reader.id);
    }
  });

  it('are counted by day, runtime, state and latest run', async () => {
    const mine = { service: 'other' };
    const one = await pipeline('one', { ...mine, state: 'Inactive', scheduleInterval: '@daily' });
    await pipeline('two', mine);
    await pipeline('three', mine);
    const runs = [
      run(noon - DAY, 'Successful', { endTime: noon - DAY + 1000 }),
      run(noon, 'Failed', {
        taskStatus: [{ name: 'extract', executionStatus: 'Failed', startTime: noon, endTime: noon + 3000 }],
      }),
    ];
    await ask(200, 'PUT', '/v1/pipelines/other.one/status/bulk', runs);
    await ask(200, 'PUT', '/v1/pipelines/other.two/status', run(noon + 1, 'Successful', { endTime: noon + 1001 }));
    const range = `service=other&startTs=${noon - DAY}&endTs=${noon + DAY}`;
    const trend = await ask(200, 'GET', `/v1/pipelines/executionTrend?${range}`);
    fits('type/pipelineExecutionTrendList', trend);
    expect(trend).toMatchObject({ totalSuccessful: 2, totalFailed: 1, totalExecutions: 3, dataAvailable: true });
    expect(trend.data.map(({ totalCount }: Body) => totalCount)).toEqual([1, 2, 0]);
    expect(trend.data[1]).toMatchObject({ date: new Date(noon).toISOString().slice(0, 10), failedCount: 1 });
    const runtimes = await ask(200, 'GET', `/v1/pipelines/runtimeTrend?${range}`);
    fits('type/pipelineRuntimeTrendList', runtimes);
    expect(runtimes.data[1]).toMatchObject({ minRuntime: 1000, maxRuntime: 3000, avgRuntime: 2000, totalPipelines: 2 });
    const metrics = await ask(200, 'GET', '/v1/pipelines/metrics?service=other');
    fits('type/pipelineMetrics', metrics);
    expect(metrics).toMatchObject({
      totalPipelines: 3,
      serviceCount: 1,
      activePipelines: 2,
      inactivePipelines: 1,
      failedPipelines: 1,
      successfulPipelines: 1,
      pipelinesWithoutStatus: 1,
      serviceBreakdown: [{ serviceName: 'other', serviceType: 'Airflow', count: 3 }],
    });
    const summary = await ask(200, 'GET', '/v1/pipelines/summary?service=other&limit=2');
    for (const line of summary.data) fits('type/pipelineSummary', line);
    expect(summary).toMatchObject({ data: [{ pipelineName: 'one' }, { pipelineName: 'three' }], paging: { total: 3 } });
    expect(summary.data[0]).toMatchObject({
      pipelineId: one.id,
      lastRunStatus: 'Failed',
      lastRunTime: noon,
      endTime: noon + 3000,
      scheduleInterval: '@daily',
    });
    const failed = await ask(200, 'GET', '/v1/pipelines/summary?service=other&status=Failed');
    expect(failed.data).toHaveLength(1);
    await ask(400, 'GET', '/v1/pipelines/summary?status=Tired');
    await ask(400, 'GET', '/v1/pipelines/executionTrend?startTs=0');
    await ask(400, 'GET', '/v1/pipelines/runtimeTrend?startTs=soon');
    const stranger = await people.person([
      { effect: 'deny', resources: ['pipeline'], operations: ['All'], condition: "matchAnyTag('PII.Sensitive')" },
    ]);
    const label = { tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await ask(200, 'PATCH', `/v1/pipelines/${one.id}`, [{ op: 'add', path: '/tags', value: [label] }]);
    const seen = (path: string) => ask(200, 'GET', path, undefined, stranger.send);
    expect(await seen('/v1/pipelines/metrics?service=other')).toMatchObject({ totalPipelines: 2, failedPipelines: 0 });
    expect(await seen(`/v1/pipelines/executionTrend?${range}`)).toMatchObject({ totalExecutions: 1 });
    expect((await seen('/v1/pipelines/summary?service=other')).paging.total).toBe(2);
    await ask(200, 'DELETE', `/v1/pipelines/${one.id}`);
    expect(await ask(200, 'GET', '/v1/pipelines/metrics?service=other')).toMatchObject({ totalPipelines: 2 });
  });

  it('say what the tables report that they fill', async () => {
    const one = await pipeline('fills');
    const table = await people.table();
    const reference = { id: one.id, type: 'pipeline', fullyQualifiedName: one.fullyQualifiedName };
    const entry = { pipeline: reference, lastRunStatus: 'Failed', lastRunTime: noon };
    await ask(200, 'PUT', `/v1/tables/${table.id}/pipelineObservability`, [entry]);
    const found = await ask(200, 'GET', `/v1/pipelines/name/${one.fullyQualifiedName}/observability`);
    fits('type/pipelineObservabilityResponse', found);
    expect(found).toMatchObject({
      pipelineId: one.id,
      tableObservabilityData: [{ tableId: table.id, observabilityData: [{ lastRunStatus: 'Failed' }] }],
      paging: { total: 1 },
    });
    const summary = await ask(200, 'GET', '/v1/pipelines/summary?service=etl&limit=100');
    expect(summary.data.find(({ pipelineId }: Body) => pipelineId === one.id)).toMatchObject({
      impactedAssetsCount: 1,
      impactedAssets: [table.fullyQualifiedName],
    });
    const metric = await people.make('/v1/metrics', { name: 'filled', assets: [{ id: table.id, type: 'table' }] });
    expect(await ask(200, 'GET', `/v1/metrics/${metric.id}/observability`)).toMatchObject({
      data: [{ tableId: table.id, observabilityData: [{ pipeline: { id: one.id } }] }],
    });
    const blind = await people.person([{ effect: 'deny', resources: ['table'], operations: ['All'] }]);
    const seen = await blind.send('GET', `/v1/pipelines/name/${one.fullyQualifiedName}/observability`);
    expect(seen.body.tableObservabilityData).toEqual([]);
    const narrow = await people.person([{ effect: 'deny', resources: ['pipeline'], operations: ['All'] }]);
    const path = `/v1/tables/${table.id}`;
    expect((await narrow.send('GET', `${path}/pipelineObservability`)).body).toEqual([]);
    expect((await narrow.send('GET', `${path}?fields=pipelineObservability`)).text).not.toContain(one.id);
    await ask(200, 'DELETE', `${path}/pipelineObservability`);
    const none = await ask(200, 'GET', `/v1/pipelines/name/${one.fullyQualifiedName}/observability`);
    expect(none.tableObservabilityData).toEqual([]);
  });
});
