// The overview of the services of all families: pages, counts and health, for those who may see them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachSeededStore } from '../support/stores.js';

const path = '/v1/services/overview';

forEachSeededStore('the services overview', (use) => {
  let app: ContractApp;
  const made = new Map<string, Body>();
  const post = async (collection: string, body: object): Promise<Body> => {
    const answer = await app.send('POST', collection, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const overview = async (query = ''): Promise<Body> => {
    const answer = await app.send('GET', `${path}?${query}`);
    expect(answer.status, answer.text).toBe(200);
    expect(app.contract.validator('api/services/servicesOverview')(answer.body)).toMatchObject({ ok: true });
    return answer.body;
  };
  const names = ({ data }: Body): string[] => data.map(({ name }: Body) => name);

  beforeAll(async () => {
    app = await openApp(use());
    await post('/v1/domains', { name: 'sales', domainType: 'Aggregate', description: 'd' });
    for (const [name, collection, serviceType, more] of [
      ['delta', 'databaseServices', 'Mysql', {}],
      ['alpha', 'databaseServices', 'Postgres', { domains: ['sales'] }],
      ['charlie', 'dashboardServices', 'Superset', { displayName: 'Boards' }],
      ['bravo', 'metadataServices', 'Amundsen', {}],
    ] as const)
      made.set(name, await post(`/v1/services/${collection}`, { name, serviceType, ...more }));
    const pipelines = '/v1/services/ingestionPipelines';
    for (const [name, service, state] of [
      ['one', 'alpha', 'success'],
      ['two', 'alpha', 'failed'],
      ['three', 'delta', 'success'],
    ] as const) {
      const { fullyQualifiedName } = await post(pipelines, {
        name,
        pipelineType: name === 'two' ? 'lineage' : 'metadata',
        sourceConfig: { config: {} },
        airflowConfig: {},
        service: { id: made.get(service)?.id, type: 'databaseService' },
      });
      const body = { runId: 'r', pipelineState: state, timestamp: 1, startDate: 1 };
      expect((await app.send('PUT', `${pipelines}/${fullyQualifiedName}/pipelineStatus`, { body })).status).toBe(201);
    }
  });
  afterAll(() => app.close());

  it('lists all by name, page by page, and counts them', async () => {
    const all = await overview();
    expect(names(all)).toEqual(['alpha', 'bravo', 'charlie', 'delta']);
    expect(all).toMatchObject({
      total: 4,
      counts: { databaseService: 2, dashboardService: 1, metadataService: 1, messagingService: 0 },
      serviceTypeCounts: { databaseService: { Mysql: 1, Postgres: 1 }, messagingService: {} },
      paging: { offset: 0, total: 4 },
    });
    expect(all.data[0]).toMatchObject({
      id: made.get('alpha')?.id,
      entityType: 'databaseService',
      serviceType: 'Postgres',
    });
    const page = await overview('limit=2&offset=1');
    expect([names(page), page.paging]).toEqual([['bravo', 'charlie'], { offset: 1, limit: 2, total: 4 }]);
  });

  it('narrows the counts by some parameters, and only the page by others', async () => {
    for (const [query, found, total] of [
      ['entityType=databaseService', ['alpha', 'delta'], 2],
      ['q=BOARD', ['charlie'], 1],
      ['domain=sales', ['alpha'], 1],
      ['domain=none', [], 0],
      ['excludeProvider=user', [], 0],
      ['listEntityType=dashboardService', ['charlie'], 4],
      ['serviceType=Mysql,Amundsen', ['bravo', 'delta'], 4],
    ] as const) {
      const answer = await overview(query);
      expect([query, names(answer), answer.total]).toEqual([query, found, total]);
    }
  });

  it('has the worst health of the latest runs', async () => {
    const answer = await overview('includeHealth=true');
    expect(answer.data.map(({ name, health }: Body) => [name, health])).toEqual([
      ['alpha', 'failed'],
      ['bravo', 'notRun'],
      ['charlie', 'notRun'],
      ['delta', 'success'],
    ]);
    expect(answer.healthCounts).toMatchObject({
      databaseService: { failed: 1, success: 1 },
      metadataService: { notRun: 1 },
    });
    expect(names(await overview('includeHealth=true&health=failed'))).toEqual(['alpha']);
  });

  it('shows only what one may see, and refuses nonsense', async () => {
    const name = 'viewer';
    const rules = [
      { name: 'no', effect: 'deny', resources: ['databaseService'], operations: ['All'] },
      { name: 'yes', effect: 'allow', resources: ['all'], operations: ['ViewAll'] },
    ];
    const policy = await post('/v1/policies', { name, rules });
    const role = await post('/v1/roles', { name, policies: [policy.name] });
    await post('/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    const token = await app.tokenOf(name);
    const seen = (await app.send('GET', path, { token })).body;
    expect([names(seen), seen.total]).toEqual([['bravo', 'charlie'], 2]);
    expect((await app.send('GET', `${path}?entityType=databaseService`, { token })).status).toBe(403);
    for (const query of [
      'limit=5000',
      'offset=-1',
      'entityType=table',
      'health=failed',
      'include=some',
      'includeHealth=x',
    ])
      expect((await app.send('GET', `${path}?${query}`)).status, query).toBe(400);
  });
});
