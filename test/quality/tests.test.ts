import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const SUITES = '/v1/dataQuality/testSuites';
const START = 1_760_000_000_000;

forEachSeededStore('data quality', (use, kind) => {
  let app: TestApp;
  let schema: string;
  let count = 0;

  const ok = async (method: string, path: string, body?: unknown, query?: Record<string, string>, token?: string) => {
    const answer = await app.request(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
      ...(token ? { token } : {}),
    });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.json;
  };
  const refused = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await app.request(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token ? { token } : {}),
    });
    return { status: answer.status, message: answer.json?.message as string };
  };
  const addTable = (name = `t${++count}`) =>
    ok('POST', '/v1/tables', {
      name,
      databaseSchema: schema,
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'full.name', dataType: 'STRING' },
      ],
    });
  const addCase = (table: { fullyQualifiedName: string }, more: object = {}) =>
    ok('POST', CASES, {
      name: `c${++count}`,
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '5' }],
      ...more,
    });
  const addResult = (test: { fullyQualifiedName: string }, at: number, testCaseStatus: string, more: object = {}) =>
    ok('POST', `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`, {
      timestamp: START + at,
      testCaseStatus,
      testResultValue: [{ name: 'rowCount', value: '1' }],
      ...more,
    });
  const results = (test: { fullyQualifiedName: string }, query: Record<string, string> = {}) =>
    ok('GET', `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`, undefined, query);
  const get = (test: { id: string }, fields = '') => ok('GET', `${CASES}/${test.id}`, undefined, { fields });
  const states = (query: Record<string, string>) => ok('GET', `${CASES}/testCaseIncidentStatus`, undefined, query);

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const service = await ok('POST', '/v1/services/databaseServices', {
      name: `quality-${kind}`,
      serviceType: 'CustomDatabase',
    });
    const database = await ok('POST', '/v1/databases', { name: 'd', service: service.fullyQualifiedName });
    const made = await ok('POST', '/v1/databaseSchemas', { name: 's', database: database.fullyQualifiedName });
    schema = made.fullyQualifiedName;
  });
  afterAll(() => app.close());

  it('ships the definitions of the interface', async () => {
    const { data, paging } = await ok('GET', '/v1/dataQuality/testDefinitions', undefined, { limit: '100' });
    expect(paging.total).toBeGreaterThanOrEqual(25);
    const named = new Map(data.map((definition: { name: string }) => [definition.name, definition]));
    expect(named.get('columnValuesToBeBetween')).toMatchObject({
      provider: 'system',
      entityType: 'COLUMN',
      supportedDataTypes: expect.arrayContaining(['INT']),
      supportsRowLevelPassedFailed: true,
    });
    const query = { limit: '100', entityType: 'TABLE', supportedService: 'Postgres' };
    const some = await ok('GET', '/v1/dataQuality/testDefinitions', undefined, query);
    expect(some.data.map(({ name }: { name: string }) => name)).toEqual(['tableDiff']);
    const total = async (filter: object) =>
      (await ok('GET', '/v1/dataQuality/testDefinitions', undefined, { limit: '1', ...filter })).paging.total;
    const columns = await total({ entityType: 'COLUMN' });
    expect(columns).toBeGreaterThan(10);
    expect([await total({ entityType: 'column' }), await total({ entityType: 'Column,table' })]).toEqual([
      columns,
      paging.total,
    ]);
    expect(await total({ testPlatform: 'openmetadata' })).toBeGreaterThan(columns);
    for (const filter of ['entityType=Banana', 'testPlatform=Banana', 'entityType=COLUMN,'])
      expect((await refused('GET', `/v1/dataQuality/testDefinitions?${filter}`)).status, filter).toBe(400);
    const { id } = named.get('tableDiff') as { id: string };
    expect(await refused('DELETE', `/v1/dataQuality/testDefinitions/${id}?hardDelete=true`)).toMatchObject({
      status: 400,
    });
  });

  it('puts the first test of a table into a suite of the table', async () => {
    const table = await addTable();
    const test = await addCase(table);
    const column = await addCase(table, {
      entityLink: `<#E::table::${table.fullyQualifiedName}::columns::full.name>`,
      testDefinition: 'columnValuesToBeNotNull',
      parameterValues: [],
    });
    expect(column).toMatchObject({
      entityFQN: `${table.fullyQualifiedName}."full.name"`,
      entityLink: `<#E::table::${table.fullyQualifiedName}::columns::"full.name">`,
      fullyQualifiedName: `${table.fullyQualifiedName}."full.name".${column.name}`,
      testSuite: { id: test.testSuite.id },
    });
    // Names in another case find the column, where none has them as they are.
    const again = await ok('PUT', CASES, {
      ...{ name: column.name, testDefinition: 'columnValuesToBeUnique', parameterValues: [] },
      entityLink: `<#E::table::${table.fullyQualifiedName}::columns::FULL.NAME>`,
    });
    expect([again.id, again.entityLink]).toEqual([column.id, column.entityLink]);
    const { testSuite } = await ok('GET', `/v1/tables/${table.id}`, undefined, { fields: 'testSuite' });
    expect(testSuite).toMatchObject({ id: test.testSuite.id, type: 'testSuite' });
    const suite = await ok('GET', `${SUITES}/${testSuite.id}`, undefined, { fields: 'tests' });
    expect(suite).toMatchObject({
      basic: true,
      basicEntityReference: { id: table.id },
      fullyQualifiedName: `${table.fullyQualifiedName}.testSuite`,
    });
    expect(suite.tests.map(({ id }: { id: string }) => id).sort()).toEqual([test.id, column.id].sort());
    const listed = async (query: Record<string, string>) =>
      (await ok('GET', CASES, undefined, { limit: '50', ...query })).data.map(({ id }: { id: string }) => id);
    const link = `<#E::table::${table.fullyQualifiedName}>`;
    expect(await listed({ entityLink: link })).toEqual([test.id]);
    expect((await listed({ entityLink: link, includeAllTests: 'true' })).sort()).toEqual([test.id, column.id].sort());
    expect(await listed({ entityFQN: `${table.fullyQualifiedName}."full.name"` })).toEqual([column.id]);
    expect(await listed({ testSuiteId: suite.id, testCaseType: 'column' })).toEqual([column.id]);
    expect(await listed({ testSuiteId: suite.id, columnName: 'full.name' })).toEqual([column.id]);
    expect(await listed({ testSuiteId: suite.id, dataQualityDimension: 'Integrity' })).toEqual([test.id]);
  });

  it('refuses parameters that do not fit the definition', async () => {
    const table = await addTable();
    const link = `<#E::table::${table.fullyQualifiedName}>`;
    const base = { name: 'x', entityLink: link, testDefinition: 'tableRowCountToBeBetween' };
    const value = (name: string, text: string) => ({ name, value: text });
    const wrong: [object, RegExp][] = [
      [{ parameterValues: [value('minValue', '5'), value('maxValue', '1')] }, /minValue must be at most maxValue/],
      [{ parameterValues: [value('nosuch', '5')] }, /nosuch is not a parameter/],
      [{ parameterValues: [value('minValue', 'five')] }, /minValue must be a number/],
      [{ testDefinition: 'tableRowCountToEqual' }, /value is required/],
      [{ testDefinition: 'columnValuesToBeUnique' }, /tests a column/],
      [{ entityLink: `${link.slice(0, -1)}::columns::nosuch>`, testDefinition: 'columnValuesToBeUnique' }, /nosuch/],
      [{ entityLink: '<#E::topic::a.b>' }, /tests are about a table/],
      [{ dimensionColumns: ['nosuch'] }, /nosuch/],
    ];
    for (const [more, message] of wrong) {
      const answer = await refused('POST', CASES, { ...base, ...more });
      expect(answer, JSON.stringify(more)).toMatchObject({ status: 400, message: expect.stringMatching(message) });
    }
    const missing = { ...base, entityLink: '<#E::table::no.such.table.here>' };
    expect((await refused('POST', CASES, missing)).status).toBe(404);
    expect((await ok('GET', `/v1/tables/${table.id}`, undefined, { fields: 'testSuite' })).testSuite).toBeUndefined();
  });

  it('takes tests of tables that name a column as tests of the column', async () => {
    const table = await addTable();
    const link = `<#E::table::${table.fullyQualifiedName}::columns::id>`;
    const create = { name: 'rows', entityLink: link, testDefinition: 'tableRowCountToBeBetween' };
    const test = await ok('POST', CASES, create);
    expect(test).toMatchObject({ entityLink: link, entityFQN: `${table.fullyQualifiedName}.id` });
    const listed = await ok('GET', CASES, undefined, { entityLink: link });
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([test.id]);
  });

  it('keeps results by time and the newest as the status', async () => {
    const table = await addTable();
    const test = await addCase(table);
    await addResult(test, 2000, 'Success');
    await addResult(test, 1000, 'Failed');
    await addResult(test, 3000, 'Aborted', { result: 'first' });
    const again = await addResult(test, 3000, 'Success', { result: 'second' });
    const all = await results(test);
    expect(all.data.map(({ timestamp }: { timestamp: number }) => timestamp - START)).toEqual([3000, 2000, 1000]);
    expect(all).toMatchObject({ paging: { total: 3 }, data: [{ id: again.id, result: 'second' }, {}, {}] });
    expect(await get(test, 'testCaseResult')).toMatchObject({
      version: 0.1,
      testCaseStatus: 'Success',
      testCaseResult: { timestamp: START + 3000, testCaseFQN: test.fullyQualifiedName },
    });
    const page = await results(test, { limit: '2' });
    const rest = await results(test, { limit: '2', after: page.paging.after });
    expect(rest.data.map(({ timestamp }: { timestamp: number }) => timestamp - START)).toEqual([1000]);
    expect((await results(test, { limit: '2', before: rest.paging.before })).data).toEqual(page.data);
    const inRange = { startTs: String(START + 1500), endTs: String(START + 2500) };
    expect((await results(test, inRange)).data).toHaveLength(1);
    const asFractions = { startTs: `${inRange.startTs}.0`, endTs: `${inRange.endTs}.000` };
    expect((await results(test, asFractions)).data).toHaveLength(1);
    const path = `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`;
    await ok('PATCH', `${path}/${START + 3000}`, [{ op: 'replace', path: '/testCaseStatus', value: 'Failed' }]);
    expect((await get(test)).testCaseStatus).toBe('Failed');
    await ok('DELETE', `${path}/${START + 3000}`);
    expect((await get(test)).testCaseStatus).toBe('Success');
    expect((await refused('DELETE', `${path}/${START + 3000}`)).status).toBe(404);
    expect((await refused('POST', path, { timestamp: 5, testCaseStatus: 'Success' })).status).toBe(400);
    expect((await refused('POST', path, { timestamp: START, testCaseStatus: 'Fine' })).status).toBe(400);
    const suite = await ok('GET', `${SUITES}/${test.testSuite.id}`, undefined, { fields: 'summary' });
    expect(suite).toMatchObject({
      summary: { success: 1, failed: 0, total: 1 },
      testCaseResultSummary: [{ testCaseName: test.fullyQualifiedName, status: 'Success', timestamp: START + 2000 }],
    });
  });

  it('stores what runs found per dimension', async () => {
    const table = await addTable();
    const test = await addCase(table, { dimensionColumns: ['id'] });
    const dimension = (value: string, testCaseStatus: string) => ({
      dimensionValues: [{ name: 'id', value }],
      testCaseStatus,
    });
    const result = await addResult(test, 0, 'Failed', {
      dimensionResults: [dimension('1', 'Failed'), dimension('2', 'Success')],
    });
    expect(result.dimensionResults).toBeUndefined();
    const path = `${CASES}/dimensionResults/${encodeURIComponent(test.fullyQualifiedName)}`;
    const range = { startTs: String(START), endTs: String(START + 10) };
    const { data } = await ok('GET', path, undefined, range);
    expect(data).toMatchObject([
      { dimensionKey: 'id=1', testCaseStatus: 'Failed', timestamp: START },
      { dimensionKey: 'id=2', testCaseStatus: 'Success' },
    ]);
    expect((await ok('GET', path, undefined, { ...range, dimensionKey: 'id=2' })).data).toHaveLength(1);
    expect(await ok('GET', `${path}/dimensions`, undefined, range)).toEqual({ id: ['1', '2'] });
  });

  it('keeps what a run found per dimension when its result is patched', async () => {
    const table = await addTable();
    const test = await addCase(table, { dimensionColumns: ['id'] });
    const dimension = (value: string) => ({ dimensionValues: [{ name: 'id', value }], testCaseStatus: 'Failed' });
    const { id } = await addResult(test, 0, 'Failed', { dimensionResults: [dimension('1'), dimension('2')] });
    const fqn = encodeURIComponent(test.fullyQualifiedName);
    const path = `${CASES}/testCaseResults/${fqn}/${START}`;
    const found = async () => {
      const range = { startTs: String(START), endTs: String(START + 10) };
      return (await ok('GET', `${CASES}/dimensionResults/${fqn}`, undefined, range)).data;
    };
    const before = await found();
    expect(before).toMatchObject([
      { dimensionKey: 'id=1', testCaseResultId: id },
      { dimensionKey: 'id=2', testCaseResultId: id },
    ]);
    await ok('PATCH', path, [{ op: 'add', path: '/result', value: 'seen' }]);
    expect(await found()).toEqual(before);
    const set = (value: unknown) => [{ op: 'add', path: '/dimensionResults', value }];
    const twice = await refused('PATCH', path, set([dimension('3'), dimension('3')]));
    expect(twice).toMatchObject({ status: 400, message: expect.stringMatching(/id=3 occurs twice/) });
    expect((await refused('PATCH', path, set([{ testCaseStatus: 'Failed' }]))).status).toBe(400);
    expect(await found()).toEqual(before);
    expect((await ok('PATCH', path, set([dimension('3')]))).dimensionResults).toBeUndefined();
    expect(await found()).toMatchObject([{ dimensionKey: 'id=3', testCaseResultId: id, timestamp: START }]);
    expect((await results(test)).data).toMatchObject([{ id, result: 'seen' }]);
    await ok('PATCH', path, set([]));
    expect(await found()).toEqual([]);
  });

  it('opens an incident on a failure and follows it to its end', async () => {
    const table = await addTable();
    const test = await addCase(table);
    const first = await addResult(test, 0, 'Failed');
    const second = await addResult(test, 1, 'Failed');
    expect(second.incidentId).toBe(first.incidentId);
    expect((await get(test, 'incidentId')).incidentId).toBe(first.incidentId);
    const path = `${CASES}/testCaseIncidentStatus`;
    const add = (testCaseResolutionStatusType: string, more: object = {}) =>
      ok('POST', path, { testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType, ...more });
    const ack = await add('Ack', { severity: 'Severity2' });
    expect(ack).toMatchObject({
      stateId: first.incidentId,
      severity: 'Severity2',
      metrics: [{ name: 'timeToResponse' }],
      testCaseReference: { id: test.id },
    });
    const admin = await ok('GET', '/v1/users/name/admin');
    const assigned = await add('Assigned', {
      testCaseResolutionStatusDetails: { assignee: { id: admin.id, type: 'user' } },
    });
    expect(assigned).toMatchObject({
      severity: 'Severity2',
      testCaseResolutionStatusDetails: { assignee: { name: 'admin' } },
    });
    expect((await states({ assignee: 'admin', testCaseFQN: test.fullyQualifiedName })).data).toHaveLength(1);
    const patch = (field: string, value: unknown) =>
      app.request('PATCH', `${path}/${assigned.id}`, { body: [{ op: 'replace', path: `/${field}`, value }] });
    expect((await patch('severity', 'Severity4')).json.severity).toBe('Severity4');
    expect((await patch('testCaseResolutionStatusType', 'New')).status).toBe(400);
    const resolved = await add('Resolved', {
      testCaseResolutionStatusDetails: { testCaseFailureReason: 'MissingData', testCaseFailureComment: 'late' },
    });
    expect(resolved).toMatchObject({ severity: 'Severity4', metrics: [{ name: 'timeToResolution' }] });
    expect((await get(test, 'incidentId')).incidentId).toBeUndefined();
    const { data } = await ok('GET', `${path}/stateId/${first.incidentId}`);
    expect(data.map((state: { testCaseResolutionStatusType: string }) => state.testCaseResolutionStatusType)).toEqual([
      'Resolved',
      'Assigned',
      'Ack',
      'New',
    ]);
    const latest = await states({ latest: 'true', originEntityFQN: table.fullyQualifiedName });
    expect(latest).toMatchObject({ paging: { total: 1 }, data: [{ id: resolved.id }] });
    expect((await addResult(test, 2, 'Failed')).incidentId).not.toBe(first.incidentId);
    const wrong = { testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Resolved' };
    expect((await refused('POST', path, wrong)).status).toBe(400);
    const groups = await ok('GET', `${path}/incidentGroups`, undefined, { originEntityFQN: table.fullyQualifiedName });
    expect(groups.data).toMatchObject([{ name: table.fullyQualifiedName, incidentCount: 1 }]);
    const bulk = await ok('PUT', `${path}/bulk`, [
      { testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Ack' },
      { testCaseReference: 'no.such.test.case.x', testCaseResolutionStatusType: 'Ack' },
    ]);
    expect(bulk).toMatchObject({ numberOfRowsPassed: 1, numberOfRowsFailed: 1, status: 'partialSuccess' });
  });

  it('keeps failed rows until the next success', async () => {
    const test = await addCase(await addTable());
    const path = `${CASES}/${test.id}/failedRowsSample`;
    const sample = { columns: ['id'], rows: [[1], [2]] };
    expect((await refused('PUT', path, sample)).status).toBe(400);
    await addResult(test, 0, 'Failed');
    expect((await refused('PUT', path, { columns: ['nosuch'], rows: [] })).status).toBe(400);
    expect((await refused('PUT', path, { columns: ['id'], rows: [[1, 2]] })).status).toBe(400);
    await ok('PUT', path, sample);
    expect(await ok('GET', path)).toEqual(sample);
    await addResult(test, 1, 'Success');
    expect((await refused('GET', path)).status).toBe(404);
  });

  it('groups tests of several tables in a logical suite', async () => {
    const [one, two] = [await addCase(await addTable()), await addCase(await addTable())];
    const suite = await ok('POST', SUITES, { name: `logical ${++count}` });
    await ok('PUT', `${CASES}/logicalTestCases`, { testSuiteId: suite.id, testCaseIds: [one.id, two.id] });
    await addResult(one, 0, 'Failed');
    await addResult(two, 0, 'Success');
    const read = () => ok('GET', `${SUITES}/${suite.id}`, undefined, { fields: 'tests,summary' });
    expect(await read()).toMatchObject({ basic: false, summary: { failed: 1, success: 1, total: 2 } });
    const summary = await ok('GET', `${SUITES}/executionSummary`, undefined, { testSuiteId: suite.id });
    expect(summary).toMatchObject({ failed: 1, success: 1 });
    const { testSuites } = await get(one, 'testSuites');
    expect(testSuites.map(({ id }: { id: string }) => id).sort()).toEqual([suite.id, one.testSuite.id].sort());
    await ok('DELETE', `${CASES}/logicalTestCases/${suite.id}/${one.id}`);
    expect((await read()).tests.map(({ id }: { id: string }) => id)).toEqual([two.id]);
    const all = { testSuiteId: suite.id, mode: 'all', selection: { filter: { entityLink: one.entityLink } } };
    await ok('PUT', `${CASES}/logicalTestCases/bulk`, all);
    expect((await read()).tests).toHaveLength(2);
    const basic = { testSuiteId: one.testSuite.id, testCaseIds: [two.id] };
    expect((await refused('PUT', `${CASES}/logicalTestCases`, basic)).status).toBe(400);
    const unknown = { testSuiteId: suite.id, testCaseIds: ['00000000-0000-4000-8000-000000000000'] };
    expect((await refused('PUT', `${CASES}/logicalTestCases`, unknown)).status).toBe(400);
    const found = await ok('GET', `${CASES}/search/list`, undefined, {
      testSuiteId: suite.id,
      testCaseStatus: 'Failed',
    });
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([one.id]);
    const sorted = { testSuiteId: suite.id, sortField: 'testCaseResult.timestamp', sortType: 'desc', limit: '1' };
    expect(await ok('GET', `${CASES}/search/list`, undefined, sorted)).toMatchObject({ paging: { total: 2 } });
    const listed = { testSuiteId: suite.id, latest: 'true' };
    expect((await ok('GET', `${CASES}/testCaseResults/search/list`, undefined, listed)).data).toHaveLength(2);
    const suites = await ok('GET', `${SUITES}/search/list`, undefined, { q: suite.name, testSuiteType: 'logical' });
    expect(suites.data.map(({ id }: { id: string }) => id)).toEqual([suite.id]);
    expect((await refused('DELETE', `${SUITES}/${one.testSuite.id}`)).status).toBe(400);
    await ok('DELETE', `${SUITES}/${suite.id}?hardDelete=true`);
    expect((await get(one)).id).toBe(one.id);
  });

  it('deletes a logical suite with the pipelines that run it', async () => {
    const PIPELINES = '/v1/services/ingestionPipelines';
    const test = await addCase(await addTable());
    const suite = await ok('POST', SUITES, { name: `piped ${++count}` });
    await ok('PUT', `${CASES}/logicalTestCases`, { testSuiteId: suite.id, testCaseIds: [test.id] });
    const { id } = await ok('POST', PIPELINES, {
      name: 'runs',
      service: { id: suite.id, type: 'testSuite' },
      pipelineType: 'TestSuite',
      sourceConfig: { config: {} },
      airflowConfig: {},
    });
    await ok('DELETE', `${SUITES}/${suite.id}`);
    expect((await refused('GET', `${PIPELINES}/${id}`)).status).toBe(404);
    await ok('PUT', `${SUITES}/restore`, { id: suite.id });
    expect((await ok('GET', `${PIPELINES}/${id}`)).id).toBe(id);
    await ok('DELETE', `${SUITES}/name/${encodeURIComponent(suite.fullyQualifiedName)}?hardDelete=true`);
    expect((await refused('GET', `${PIPELINES}/${id}?include=all`)).status).toBe(404);
    expect((await get(test)).id).toBe(test.id);
  });

  it('answers under the older names of suites with headers that say so', async () => {
    const table = await addTable();
    const body = { name: table.fullyQualifiedName, executableEntityReference: table.fullyQualifiedName };
    const made = await app.request('POST', `${SUITES}/executable`, { body });
    expect(made.status).toBe(201);
    expect(made.headers).toMatchObject({
      deprecation: 'true',
      sunset: expect.any(String),
      link: expect.stringContaining('/v1/dataQuality/testSuites/base>; rel="successor-version"'),
    });
    const again = await app.request('PUT', `${SUITES}/basic`, { body: { ...body, description: 'more' } });
    expect(again).toMatchObject({ status: 200, json: { id: made.json.id, description: 'more' } });
    expect(again.headers.deprecation).toBeUndefined();
    const gone = await app.request('DELETE', `${SUITES}/executable/${made.json.id}?hardDelete=true`);
    expect(gone.headers.link).toContain(`/base/${made.json.id}>`);
  });

  it('takes tests, results and incidents along when a table is deleted', async () => {
    const table = await addTable();
    const test = await addCase(table);
    const { incidentId } = await addResult(test, 0, 'Failed');
    expect((await refused('DELETE', `/v1/tables/${table.id}`)).status).toBe(400);
    await ok('DELETE', `/v1/tables/${table.id}?recursive=true`);
    expect((await refused('GET', `${CASES}/${test.id}`)).status).toBe(404);
    await ok('PUT', '/v1/tables/restore', { id: table.id });
    expect((await get(test)).testCaseStatus).toBe('Failed');
    await ok('DELETE', `/v1/tables/${table.id}?recursive=true&hardDelete=true`);
    expect((await ok('GET', `${CASES}/testCaseIncidentStatus/stateId/${incidentId}`)).data).toEqual([]);
    const made = await addTable(table.name);
    const same = await addCase(made, { name: test.name });
    expect((await results(same)).data).toEqual([]);
  });

  it('stores every result of two writers at once', async () => {
    const test = await addCase(await addTable());
    await Promise.all(Array.from({ length: 20 }, (_, i) => addResult(test, i, i % 2 === 0 ? 'Failed' : 'Success')));
    expect((await results(test)).paging.total).toBe(20);
    expect((await get(test)).testCaseStatus).toBe('Success');
    const { data } = await states({ testCaseFQN: test.fullyQualifiedName, limit: '100' });
    expect(data).toHaveLength(1);
  });

  it('reports by dimension and status', async () => {
    const table = await addTable();
    const test = await addCase(table);
    await addResult(test, 0, 'Failed');
    const ask = (query: Record<string, string>) => ok('GET', `${SUITES}/dataQualityReport`, undefined, query);
    const aggregationQuery =
      'bucketName=dimension:aggType=terms:field=dataQualityDimension,bucketName=status:aggType=terms:field=testCaseResult.testCaseStatus';
    const q = JSON.stringify({ query: { bool: { must: [{ term: { originEntityFQN: table.fullyQualifiedName } }] } } });
    expect(await ask({ index: 'testCase', aggregationQuery, q })).toEqual({
      metadata: {
        keys: ['dataQualityDimension', 'testCaseResult.testCaseStatus', 'document_count'],
        dimensions: ['dataQualityDimension', 'testCaseResult.testCaseStatus'],
        metrics: ['document_count'],
      },
      data: [{ dataQualityDimension: 'Integrity', 'testCaseResult.testCaseStatus': 'Failed', document_count: '1' }],
    });
    const batch = await ok('POST', `${SUITES}/dataQualityReport/batch`, {
      requests: [
        {
          key: 'a',
          index: 'testCaseResult',
          q: '',
          aggregationQuery: 'bucketName=n:aggType=cardinality:field=testCaseFQN',
        },
        { key: 'b', index: 'nosuch', aggregationQuery },
      ],
    });
    expect(batch.results).toMatchObject([
      { key: 'a', report: { data: [{}] } },
      { key: 'b', error: expect.any(String) },
    ]);
    const none = await app.request('POST', `${SUITES}/dataQualityReport/batch`, { body: { requests: [] } });
    expect(none.status).toBe(400);
    expect(
      (
        await app.request('GET', `${SUITES}/dataQualityReport`, {
          query: { q: '{"query":{"script":{}}}', aggregationQuery },
        })
      ).status,
    ).toBe(400);
  });

  it('shows tests to those who may see them on the table, and hides them with it', async () => {
    const table = await addTable();
    const test = await addCase(table);
    await addResult(test, 0, 'Failed');
    await ok('PUT', `${CASES}/${test.id}/failedRowsSample`, { columns: ['id'], rows: [[1]] });
    const name = `reader${++count}`;
    const rule = (effect: string, resources: string[], operations: string[]) => ({
      name: `${effect} ${operations.join()} ${resources.join()}`,
      effect,
      resources,
      operations,
      condition: `matchAnyTag('${tagName}')`,
    });
    const tagName = `Seen${count}.Yes`;
    await ok('POST', '/v1/classifications', { name: `Seen${count}`, description: 'd' });
    await ok('POST', '/v1/tags', { name: 'Yes', classification: `Seen${count}`, description: 'd' });
    await ok('PATCH', `/v1/tables/${table.id}`, [
      {
        op: 'add',
        path: '/tags',
        value: [{ tagFQN: tagName, source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
      },
    ]);
    const other = await addCase(await addTable());
    const roleWith = async (word: string, rules: object[]) => {
      const policy = await ok('POST', '/v1/policies', { name: `${word}${count}`, rules });
      const role = await ok('POST', '/v1/roles', { name: `${word}${count}`, policies: [policy.fullyQualifiedName] });
      return role.id as string;
    };
    const denied = await roleWith('denied', [rule('deny', ['all'], ['ViewAll'])]);
    const user = await ok('POST', '/v1/users', { name, email: `${name}@example.com`, roles: [denied] });
    const token = await app.tokenFor(name);
    const status = async (path: string) => (await app.request('GET', path, { token })).status;
    const incident = (await states({ testCaseFQN: test.fullyQualifiedName })).data[0];
    const fqn = encodeURIComponent(test.fullyQualifiedName);
    for (const path of [
      `${CASES}/${test.id}`,
      `${CASES}/testCaseResults/${fqn}`,
      `${CASES}/testCaseIncidentStatus/${incident.id}`,
      `${CASES}/${test.id}/failedRowsSample`,
    ])
      expect(await status(path), path).toBe(403);
    expect(await status(`${CASES}/${other.id}`)).toBe(200);
    const listed = await ok('GET', CASES, undefined, { limit: '1000' }, token);
    const ids = listed.data.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(test.id);
    expect(ids).toContain(other.id);
    const incidents = await ok(
      'GET',
      `${CASES}/testCaseIncidentStatus`,
      undefined,
      { limit: '1000', testCaseFQN: test.fullyQualifiedName },
      token,
    );
    expect(incidents).toMatchObject({ data: [], paging: { total: 0 } });
    const shown = await ok(
      'GET',
      `${CASES}/testCaseResults/search/list`,
      undefined,
      { testCaseFQN: test.fullyQualifiedName },
      token,
    );
    expect(shown).toMatchObject({ data: [], paging: { total: 0 } });
    const found = await ok('GET', '/v1/search/query', undefined, { q: '*', index: 'testCase', size: '1000' }, token);
    expect(found.hits.hits.map(({ _id }: { _id: string }) => _id)).not.toContain(test.id);
    expect(user.id).toBeTruthy();
  });
});
