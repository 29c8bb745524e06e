import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { addSchema, CONTRACTS, columns, createCalls } from './support.js';

forEachSeededStore('rights to data contracts', (use, kind) => {
  let app: TestApp;
  let token: string;
  const contracts: { id: string; fullyQualifiedName: string; hidden: boolean; table: string }[] = [];
  const { ok } = createCalls(() => app);
  const status = async (method: string, path: string, more: object = {}) =>
    (await app.request(method, path, { token, ...more })).status;

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    const schema = await addSchema(ok, `contract-rights-${kind}`);
    await ok('POST', '/v1/classifications', { name: 'Hush', description: 'd' });
    await ok('POST', '/v1/tags', { name: 'Secret', classification: 'Hush', description: 'd' });
    const policy = await ok('POST', '/v1/policies', {
      name: 'hush',
      rules: [
        { name: 'all', resources: ['All'], operations: ['All'], effect: 'allow' },
        {
          name: 'no',
          resources: ['table'],
          operations: ['All'],
          effect: 'deny',
          condition: "matchAnyTag('Hush.Secret')",
        },
      ],
    });
    const role = await ok('POST', '/v1/roles', { name: 'hushed', policies: [policy.name] });
    const reader = await ok('POST', '/v1/users', { name: 'reader', email: 'reader@example.com', roles: [role.id] });
    token = await app.tokenFor('reader');
    for (const hidden of [true, false]) {
      const labels = [{ tagFQN: 'Hush.Secret', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
      const table = await ok('POST', '/v1/tables', {
        name: `t${hidden}`,
        databaseSchema: schema,
        columns,
        ...(hidden ? { tags: labels } : {}),
      });
      const made = await ok('POST', CONTRACTS, {
        name: 'c',
        entity: { id: table.id, type: 'table' },
        entityStatus: 'In Review',
        reviewers: [{ id: reader.id, type: 'user' }],
      });
      await ok('POST', `${CONTRACTS}/${made.id}/validate`);
      contracts.push({ ...made, hidden, table: table.id });
    }
  });
  afterAll(() => app.close());

  it('follow the rights to the asset, on every route', async () => {
    for (const { id, fullyQualifiedName, hidden, table } of contracts) {
      const wanted = (found: number) => (hidden ? [403, 404].includes(found) : found < 300);
      const name = encodeURIComponent(fullyQualifiedName);
      const query = { entityId: table, entityType: 'table' };
      const { id: resultId } = await ok('GET', `${CONTRACTS}/${id}/results/latest`);
      const odcs = await ok('GET', `${CONTRACTS}/${id}/odcs`);
      for (const path of [
        '',
        '/versions',
        '/versions/0.1',
        '/context',
        '/odcs',
        '/odcs/yaml',
        '/results',
        '/results/latest',
        `/results/${resultId}`,
      ])
        expect(wanted(await status('GET', `${CONTRACTS}/${id}${path}`)), `${path} ${hidden}`).toBe(true);
      for (const path of ['', '/odcs', '/odcs/yaml', '/context'])
        expect(wanted(await status('GET', `${CONTRACTS}/name/${name}${path}`)), `name ${path} ${hidden}`).toBe(true);
      expect(wanted(await status('GET', `${CONTRACTS}/entity`, { query }))).toBe(true);
      expect(wanted(await status('POST', `${CONTRACTS}/${id}/validate`))).toBe(true);
      expect(wanted(await status('POST', `${CONTRACTS}/entity/validate`, { query }))).toBe(true);
      expect(wanted(await status('POST', `${CONTRACTS}/odcs/test`, { query, body: odcs }))).toBe(true);
      expect(wanted(await status('PUT', `${CONTRACTS}/odcs`, { query, body: odcs }))).toBe(true);
      const results = { timestamp: 1_760_000_000_000, contractExecutionStatus: 'Success' };
      expect(wanted(await status('PUT', `${CONTRACTS}/${id}/results`, { body: results }))).toBe(true);
      expect(
        wanted(await status('POST', CONTRACTS, { body: { name: 'x', entity: { id: table, type: 'table' } } })) ||
          !hidden,
      ).toBe(true);
    }
  });

  it('decide lists, counts, searches, events and tasks', async () => {
    const shown = contracts.filter(({ hidden }) => !hidden).map(({ id }) => id);
    const get = (path: string, query: Record<string, string> = {}) => ok('GET', path, undefined, { token, query });
    const list = await get(CONTRACTS, { limit: '50' });
    expect([list.data.map(({ id }: { id: string }) => id), list.paging.total]).toEqual([shown, 1]);
    expect((await get(`${CONTRACTS}/search`)).data.map(({ id }: { id: string }) => id)).toEqual(shown);
    const hits = await get('/v1/search/query', { q: '*', index: 'data_contract_search_index' });
    expect([hits.hits.total.value, hits.hits.hits.map(({ _id }: { _id: string }) => _id)]).toEqual([1, shown]);
    const tasks = (await get('/v1/tasks', { fields: 'about', limit: '50' })).data.filter(
      ({ type }: { type: string }) => type === 'RequestApproval',
    );
    expect(tasks.map(({ about }: { about: { id: string } }) => about.id)).toEqual(shown);
    const { data } = await get('/v1/events', {
      entityCreated: 'dataContract',
      entityUpdated: 'dataContract',
      timestamp: '0',
    });
    expect([...new Set(data.map(({ entityId }: { entityId: string }) => entityId))]).toEqual(shown);
    const hidden = contracts.find((one) => one.hidden);
    const about = `<#E::dataContract::${hidden?.fullyQualifiedName}>`;
    expect([403, 404]).toContain(await status('POST', '/v1/feed', { body: { message: 'hi', about } }));
  });

  it('store nothing about what the author of a rule may not view', async () => {
    const policy = await ok('POST', '/v1/policies', {
      name: 'no-profiles',
      rules: [
        { name: 'all', resources: ['All'], operations: ['All'], effect: 'allow' },
        { name: 'no', resources: ['table'], operations: ['ViewDataProfile', 'ViewCustomFields'], effect: 'deny' },
      ],
    });
    const role = await ok('POST', '/v1/roles', { name: 'no-profiles', policies: [policy.name] });
    await ok('POST', '/v1/users', { name: 'author', email: 'author@example.com', roles: [role.id] });
    const author = await app.tokenFor('author');
    const { id, table } = contracts.find(({ hidden }) => !hidden) ?? { id: '', table: '' };
    const rowCount = 987_654;
    await ok('PUT', `/v1/tables/${table}/tableProfile`, { tableProfile: { timestamp: Date.now(), rowCount } });

    const write = (rule: object) =>
      app.request('PATCH', `${CONTRACTS}/${id}`, {
        token: author,
        body: [
          {
            op: 'add',
            path: '/semantics',
            value: [{ name: 'r', description: 'd', enabled: true, rule: JSON.stringify(rule) }],
          },
        ],
        headers: { 'content-type': 'application/json-patch+json' },
      });
    for (const rule of [{ '==': [{ var: 'extension.salary' }, 1] }, { '!!': [{ var: '' }] }])
      expect((await write(rule)).status, JSON.stringify(rule)).toBe(403);
    expect((await write({ '==': [{ var: 'name' }, 'x'] })).status).toBe(200);

    const document = {
      ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'a', version: '1', status: 'active' },
      schema: [{ name: 'tfalse', quality: [{ metric: 'rowCount', mustBe: 1 }] }],
    };
    const query = { entityId: table, entityType: 'table' };
    expect((await app.request('PUT', `${CONTRACTS}/odcs`, { token: author, query, body: document })).status).toBe(403);
    const tried = await app.request('POST', `${CONTRACTS}/odcs/test`, { token: author, query, body: document });
    expect([tried.status, tried.json.contractExecutionStatus]).toEqual([200, 'Aborted']);
    expect(tried.json.result).toMatch(/the caller may not view profiles/);

    await ok('PUT', `${CONTRACTS}/odcs`, document, { query });
    const stored = await ok('POST', `${CONTRACTS}/${id}/validate`);
    expect(stored.contractExecutionStatus).toBe('Failed');
    for (const path of ['', '/results', '/results/latest'])
      expect((await app.request('GET', `${CONTRACTS}/${id}${path}`, { token: author })).text).not.toContain(
        `${rowCount}`,
      );
  });

  it('follow rules about domains, which contracts have from their assets', async () => {
    const policy = await ok('POST', '/v1/policies', {
      name: 'domains-only',
      rules: [
        { name: 'no', resources: ['dataContract'], operations: ['All'], effect: 'deny', condition: 'noDomain()' },
      ],
    });
    const role = await ok('POST', '/v1/roles', { name: 'domains-only', policies: [policy.name] });
    await ok('POST', '/v1/users', { name: 'bound', email: 'bound@example.com', roles: [role.id] });
    await ok('POST', '/v1/domains', { name: 'Sales', domainType: 'Aggregate', description: 'd' });
    const bound = await app.tokenFor('bound');
    const schema = await addSchema(ok, `domains-${kind}`);
    const made = new Map<string, string>();
    for (const [name, domains] of [
      ['inside', ['Sales']],
      ['outside', []],
    ] as const) {
      const table = await ok('POST', '/v1/tables', { name, databaseSchema: schema, columns, domains });
      made.set(name, (await ok('POST', CONTRACTS, { name, entity: { id: table.id, type: 'table' } })).id);
    }
    const list = await app.request('GET', `${CONTRACTS}?limit=1000`, { token: bound });
    const listed = list.json.data.map(({ id }: { id: string }) => id);
    for (const [name, id] of made) {
      const { status: found } = await app.request('GET', `${CONTRACTS}/${id}`, { token: bound });
      expect([name, found, listed.includes(id)]).toEqual([name, name === 'inside' ? 200 : 403, name === 'inside']);
    }
  });
});
