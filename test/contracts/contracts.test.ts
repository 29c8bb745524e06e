import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { addSchema, CONTRACTS, columns, createCalls } from './support.js';

forEachSeededStore('data contracts', (use, kind) => {
  let app: TestApp;
  let schema: string;
  let count = 0;
  let time = Date.now();
  const { ok, refused } = createCalls(() => app);
  const addTable = (more: object = {}) =>
    ok('POST', '/v1/tables', { name: `t${++count}`, databaseSchema: schema, columns, ...more });
  const on = ({ id }: { id: string }, type = 'table') => ({ entity: { id, type } });
  const add = (table: { id: string }, more: object = {}) =>
    ok('POST', CONTRACTS, { name: `c${++count}`, ...on(table), ...more });
  const addCase = (table: { fullyQualifiedName: string }) =>
    ok('POST', '/v1/dataQuality/testCases', {
      name: `case${++count}`,
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '5' }],
    });
  const addResult = (test: { fullyQualifiedName: string }, testCaseStatus: string, at = time) =>
    ok('POST', `/v1/dataQuality/testCases/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`, {
      timestamp: at,
      testCaseStatus,
      testResultValue: [],
    });
  const validate = ({ id }: { id: string }) => ok('POST', `${CONTRACTS}/${id}/validate`);
  const rule = (name: string, logic: unknown, more: object = {}) => ({
    name,
    description: `${name} must hold`,
    rule: JSON.stringify(logic),
    enabled: true,
    ...more,
  });

  beforeAll(async () => {
    app = await createTestApp({ store: use(), now: () => time++ });
    schema = await addSchema(ok, `contracts-${kind}`);
  });
  afterAll(() => app.close());

  it('are made once, and soon, of those who make one of the same asset at once', async () => {
    const table = await addTable();
    const made = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const { status } = await app.request('POST', CONTRACTS, { body: { name: `together${i}`, ...on(table) } });
        return status;
      }),
    );
    expect(made.sort()).toEqual([201, ...Array.from({ length: 11 }, () => 400)]);
  });

  it('belong to an asset, which has one at most, and go with it', async () => {
    const table = await addTable();
    const contract = await add(table, { termsOfUse: 'Be kind', schema: [columns[0]] });
    expect(contract).toMatchObject({
      fullyQualifiedName: `${table.fullyQualifiedName}.dataContract_${contract.name}`,
      entity: { id: table.id, type: 'table', fullyQualifiedName: table.fullyQualifiedName },
      entityStatus: 'Draft',
      termsOfUse: { content: 'Be kind' },
      createdBy: 'admin',
      inherited: false,
    });
    expect(await refused('POST', CONTRACTS, { name: 'second', ...on(table) })).toMatchObject({
      status: 400,
      message: expect.stringContaining('already exists for entity'),
    });
    expect(
      (await ok('GET', `/v1/tables/${table.id}`, undefined, { query: { fields: 'dataContract' } })).dataContract.id,
    ).toBe(contract.id);
    expect(
      await ok('GET', `${CONTRACTS}/entity`, undefined, { query: { entityId: table.id, entityType: 'table' } }),
    ).toMatchObject({
      id: contract.id,
      inherited: false,
    });
    const put = await ok('PUT', CONTRACTS, { name: contract.name, ...on(table), description: 'Other' });
    expect(put).toMatchObject({ id: contract.id, description: 'Other', createdBy: 'admin' });
    expect(put.termsOfUse).toBeUndefined();
    await ok('DELETE', `/v1/tables/${table.id}`, undefined, { query: { hardDelete: 'true', recursive: 'true' } });
    expect((await refused('GET', `${CONTRACTS}/${contract.id}`)).status).toBe(404);
  });

  it('promise only what the asset can have', async () => {
    const table = await addTable();
    const chart = { type: 'chart', id: table.id };
    for (const [more, message] of [
      [{ schema: [{ name: 'nosuch', dataType: 'INT' }] }, 'do not exist in the table: nosuch'],
      [{ schema: [columns[0], columns[0]] }, 'Duplicate column names in contract schema: id'],
      [{ semantics: [rule('r', { shout: 1 })] }, 'unknown operator "shout"'],
      [{ semantics: [{ ...rule('r', 1), rule: '{' }] }, 'must be JsonLogic'],
      [{ semantics: [rule('r', true), rule('r', true)] }, 'occurs twice'],
      [{ sla: { columnName: 'nosuch', maxLatency: { value: 1, unit: 'day' } } }, 'columnName nosuch'],
      [{ effectiveFrom: '2026-02-01T00:00:00Z', effectiveUntil: '2026-01-01T00:00:00Z' }, 'effectiveFrom'],
    ] as const)
      expect(await refused('POST', CONTRACTS, { name: 'x', ...on(table), ...more })).toMatchObject({
        status: 400,
        message: expect.stringContaining(message),
      });
    expect((await refused('POST', CONTRACTS, { name: 'x', entity: chart })).status).toBeGreaterThanOrEqual(400);
    expect(await refused('POST', CONTRACTS, { name: 'x', entity: { id: table.id, type: 'user' } })).toMatchObject({
      status: 404,
    });
    expect(
      await ok('POST', `${CONTRACTS}/validate`, {
        name: 'x',
        ...on(table),
        schema: [
          { name: 'nosuch', dataType: 'INT' },
          { name: 'id', dataType: 'STRING' },
        ],
      }),
    ).toMatchObject({
      valid: false,
      schemaValidation: {
        total: 2,
        failed: 2,
        passed: 0,
        failedFields: ['nosuch'],
        typeMismatchFields: ['id: expected STRING, got BIGINT'],
      },
      constraintErrors: [expect.stringContaining('nosuch')],
    });
    expect(await ok('POST', `${CONTRACTS}/validate`, { name: 'x', ...on(table), schema: columns })).toMatchObject({
      valid: true,
      schemaValidation: { total: 6, passed: 6, failed: 0 },
    });
  });

  it('are accepted as YAML', async () => {
    const table = await addTable();
    const raw = `name: yaml${++count}\nentity:\n  id: ${table.id}\n  type: table\nsemantics:\n  - name: owned\n    description: d\n    rule: '{"!!":{"var":"owners"}}'\n    enabled: true\n`;
    const headers = { 'content-type': 'application/yaml' };
    const made = await ok('POST', CONTRACTS, undefined, { raw, headers });
    expect(made.semantics).toHaveLength(1);
    expect(
      (await ok('PUT', CONTRACTS, undefined, { raw: `${raw}description: |\n  two\n  lines\n`, headers })).description,
    ).toBe('two\nlines\n');
    expect(await refused('POST', CONTRACTS, undefined, { raw: 'a: [', headers })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Invalid YAML'),
    });
    expect(
      (await refused('POST', CONTRACTS, undefined, { raw, headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
    expect(await ok('POST', `${CONTRACTS}/validate/yaml`, undefined, { raw, headers })).toMatchObject({ valid: true });
  });

  it('are checked: schema, rules, quality and service level, and never succeed unchecked', async () => {
    const table = await addTable({ description: 'Orders' });
    const [first, second] = [await addCase(table), await addCase(table)];
    const contract = await add(table, {
      schema: columns.slice(0, 3),
      semantics: [
        rule('described', { '!!': { var: 'description' } }),
        rule('owned', { '>': [{ length: { var: 'owners' } }, 0] }),
        rule('off', false, { enabled: false }),
        rule('elsewhere', false, { entityType: 'topic' }),
      ],
      qualityExpectations: [first, second].map(({ id }) => ({ id, type: 'testCase' })),
    });
    expect(contract.testSuite).toMatchObject({ type: 'testSuite' });
    const suite = await ok('GET', `/v1/dataQuality/testSuites/${contract.testSuite.id}`, undefined, {
      query: { fields: 'tests' },
    });
    expect(suite).toMatchObject({ basic: false, dataContract: { id: contract.id } });
    expect(suite.tests.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort());
    await addResult(first, 'Success');

    const failed = await validate(contract);
    expect(failed).toMatchObject({
      dataContractFQN: contract.fullyQualifiedName,
      contractExecutionStatus: 'Failed',
      schemaValidation: { passed: 3, failed: 0, total: 3 },
      semanticsValidation: {
        passed: 1,
        failed: 1,
        total: 2,
        failedRules: [{ ruleName: 'owned', reason: 'owned must hold' }],
      },
      qualityValidation: { passed: 1, failed: 0, total: 2, qualityScore: 50 },
      result: expect.stringContaining(`Could not be checked (1): test case ${second.name}: it has no result`),
    });
    const { id } = await ok('GET', '/v1/users/name/admin');
    await ok('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/owners', value: [{ id, type: 'user' }] }]);
    expect(await validate(contract)).toMatchObject({ contractExecutionStatus: 'PartialSuccess' });
    await addResult(second, 'Aborted');
    expect(await validate(contract)).toMatchObject({
      contractExecutionStatus: 'Failed',
      qualityValidation: { failed: 1 },
    });
    await addResult(second, 'Success', time + 5);
    const good = await validate(contract);
    expect(good).toMatchObject({ contractExecutionStatus: 'Success', qualityValidation: { qualityScore: 100 } });
    const { latestResult, version } = await ok('GET', `${CONTRACTS}/${contract.id}`);
    expect(latestResult).toMatchObject({ status: 'Success', resultId: good.id, timestamp: good.timestamp });
    expect(version).toBe(0.1);

    await ok('PATCH', `/v1/tables/${table.id}`, [
      { op: 'remove', path: '/columns/1' },
      { op: 'replace', path: '/columns/0/dataType', value: 'STRING' },
    ]);
    expect((await validate(contract)).schemaValidation).toEqual({
      passed: 1,
      failed: 2,
      total: 3,
      failedFields: ['email'],
      typeMismatchFields: ['id: expected BIGINT, got STRING'],
    });
    await ok('PATCH', `${CONTRACTS}/${contract.id}`, [{ op: 'remove', path: '/qualityExpectations' }]);
    expect((await refused('GET', `/v1/dataQuality/testSuites/${contract.testSuite.id}`)).status).toBe(404);
  });

  it('check freshness, latency and time of day by what is known of the data', async () => {
    const now = time;
    const hour = 3_600_000;
    const table = await addTable();
    const sla = {
      refreshFrequency: { interval: 1, unit: 'day' },
      maxLatency: { value: 2, unit: 'hour' },
      columnName: 'created_at',
    };
    const contract = await add(table, { sla });
    expect(await validate(contract)).toMatchObject({ contractExecutionStatus: 'Aborted', slaValidation: {} });
    const profile = (max: number, at = now) =>
      ok('PUT', `/v1/tables/${table.id}/tableProfile`, {
        tableProfile: { timestamp: at, rowCount: 3 },
        columnProfile: [{ name: 'created_at', timestamp: at, max: new Date(max).toISOString().replace('Z', '') }],
        systemProfile: [{ timestamp: at - hour, operation: 'INSERT', rowsAffected: 3 }],
      });
    await profile(now - hour);
    expect(await validate(contract)).toMatchObject({
      contractExecutionStatus: 'Success',
      slaValidation: { refreshFrequencyMet: true, latencyMet: true, actualLatency: hour },
    });
    await profile(now - 5 * hour, now + 1);
    expect(await validate(contract)).toMatchObject({
      contractExecutionStatus: 'Failed',
      slaValidation: { latencyMet: false, actualLatency: 5 * hour + 1 },
    });
    const due = new Date(now - hour / 2).toISOString().slice(11, 16);
    const late = await add(await addTable(), { sla: { availabilityTime: due, timezone: 'GMT+00:00 (Europe/London)' } });
    expect(await validate(late)).toMatchObject({
      contractExecutionStatus: 'Aborted',
      result: expect.stringContaining('availabilityTime'),
    });
  });

  it('keep results as time series', async () => {
    const contract = await add(await addTable());
    const at = (timestamp: number, contractExecutionStatus = 'Success', more: object = {}) =>
      ok('PUT', `${CONTRACTS}/${contract.id}/results`, { timestamp, contractExecutionStatus, ...more });
    const first = await at(1_760_000_000_000);
    const second = await at(1_760_000_000_005, 'Running');
    expect(second.dataContractFQN).toBe(contract.fullyQualifiedName);
    const results = (query = {}) => ok('GET', `${CONTRACTS}/${contract.id}/results`, undefined, { query });
    expect((await results()).data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(await results({ limit: '1' })).toMatchObject({ data: [{ id: second.id }], paging: { total: 2 } });
    expect((await results({ endTs: '1760000000000' })).data).toHaveLength(1);
    expect((await ok('GET', `${CONTRACTS}/${contract.id}`)).latestResult.status).toBe('Running');
    await validate(contract);
    expect(await ok('GET', `${CONTRACTS}/${contract.id}/results/${second.id}`)).toMatchObject({
      contractExecutionStatus: 'Aborted',
    });
    await at(1_760_000_000_009, 'Failed', { id: first.id, result: 'x'.repeat(100) });
    expect(await ok('GET', `${CONTRACTS}/${contract.id}/results/${first.id}`)).toMatchObject({
      timestamp: 1_760_000_000_009,
    });
    await ok('DELETE', `${CONTRACTS}/${contract.id}/results/before/${time + 1000}`);
    expect((await results()).data).toEqual([]);
    expect((await refused('GET', `${CONTRACTS}/${contract.id}/results/latest`)).status).toBe(404);
    expect((await ok('GET', `${CONTRACTS}/${contract.id}`)).latestResult).toBeUndefined();
    for (const body of [{ timestamp: 1, contractExecutionStatus: 'Success' }, { timestamp: 1_760_000_000_000 }, []])
      expect((await refused('PUT', `${CONTRACTS}/${contract.id}/results`, body)).status).toBe(400);
    expect((await refused('DELETE', `${CONTRACTS}/${contract.id}/results/yesterday`)).status).toBe(400);
  });

  it('inherit from the approved contract of the only data product', async () => {
    const domain = await ok('POST', '/v1/domains', { name: `d${++count}`, domainType: 'Aggregate', description: 'd' });
    const product = await ok('POST', '/v1/dataProducts', {
      name: `p${++count}`,
      domains: [domain.fullyQualifiedName],
      description: 'd',
    });
    const table = await addTable();
    await ok('PATCH', `/v1/tables/${table.id}`, [
      { op: 'add', path: '/domains', value: [{ id: domain.id, type: 'domain' }] },
      { op: 'add', path: '/dataProducts', value: [{ id: product.id, type: 'dataProduct' }] },
    ]);
    const above = await add(product, {
      ...on(product, 'dataProduct'),
      termsOfUse: 'Of the product',
      semantics: [rule('described', { '!!': { var: 'description' } })],
      sla: { retention: { period: 1, unit: 'year' } },
    });
    const query = { entityId: table.id, entityType: 'table' };
    expect((await refused('GET', `${CONTRACTS}/entity`, undefined, { query })).status).toBe(404);
    await ok('PATCH', `${CONTRACTS}/${above.id}`, [{ op: 'add', path: '/entityStatus', value: 'Approved' }]);
    expect(await ok('GET', `${CONTRACTS}/entity`, undefined, { query })).toMatchObject({
      inherited: true,
      entityStatus: 'Draft',
      entity: { id: table.id },
      termsOfUse: { content: 'Of the product', inherited: true },
      semantics: [{ name: 'described', inherited: true }],
      sla: { inherited: true },
    });
    expect((await ok('GET', `/v1/dataProducts/${product.id}/dataContract`)).id).toBe(above.id);
    const result = await ok('POST', `${CONTRACTS}/entity/validate`, undefined, { query });
    expect(result).toMatchObject({ contractExecutionStatus: 'Failed', semanticsValidation: { failed: 1 } });
    const own = await ok('GET', `${CONTRACTS}/entity`, undefined, { query });
    expect(own).toMatchObject({
      inherited: false,
      latestResult: { status: 'Failed' },
      semantics: [{ inherited: true }],
    });
    expect((await ok('GET', `${CONTRACTS}/${own.id}`)).semantics).toBeUndefined();
  });

  it('are approved by their reviewers', async () => {
    const person = async () => {
      const name = `person${++count}`;
      const { id } = await ok('POST', '/v1/users', { name, email: `${name}@example.com`, roles: [steward.id] });
      return { id, name, token: await app.tokenFor(name) };
    };
    const steward = await ok('GET', '/v1/roles/name/DataSteward');
    const policy = await ok('POST', '/v1/policies', {
      name: `contracts${++count}`,
      rules: [{ name: 'r', resources: ['dataContract'], operations: ['All'], effect: 'allow' }],
    });
    await ok('PATCH', `/v1/roles/${steward.id}`, [
      { op: 'add', path: '/policies/-', value: { id: policy.id, type: 'policy' } },
    ]);
    const [reviewer, writer] = [await person(), await person()];
    const contract = await ok(
      'POST',
      CONTRACTS,
      {
        name: `c${++count}`,
        ...on(await addTable()),
        entityStatus: 'Approved',
        reviewers: [{ id: reviewer.id, type: 'user' }],
      },
      { token: writer.token },
    );
    expect(contract.entityStatus).toBe('In Review');
    const approve = (token: string) =>
      app.request('PATCH', `${CONTRACTS}/${contract.id}`, {
        body: [{ op: 'replace', path: '/entityStatus', value: 'Approved' }],
        token,
      });
    expect((await approve(writer.token)).status).toBe(403);
    const tasks = await ok('GET', '/v1/tasks', undefined, {
      query: { assignee: reviewer.name, fields: 'about,assignees' },
      token: reviewer.token,
    });
    const task = tasks.data.find(({ about }: { about: { id: string } }) => about?.id === contract.id);
    expect(task).toMatchObject({ type: 'RequestApproval', status: 'Open', assignees: [{ id: reviewer.id }] });
    await ok('POST', `/v1/tasks/${task.id}/resolve`, { resolutionType: 'Approved' }, { token: reviewer.token });
    expect((await ok('GET', `${CONTRACTS}/${contract.id}`)).entityStatus).toBe('Approved');
    expect((await ok('GET', `/v1/tasks/${task.id}`)).status).toBe('Approved');
  });
});
