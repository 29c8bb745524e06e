// Approvals, operations of pipelines, applications, exports and KPIs on three servers behind a round robin: nothing is done
// twice, lost, or shown later on another server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const PASSWORD = 'Correct-horse-7';
const patience = { timeout: 60_000, interval: 50 };
const long = { timeout: 180_000 };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Stands in for a runner: agrees to everything. */
async function startRunner() {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    heard.push(`${request.url} ${JSON.parse(text || '{}').id ?? ''}`.trim());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"reason":"done"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, close: () => server.close() };
}

describe.skipIf(!forSeveral)('governance on three servers', () => {
  let three: ThreeServers;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  beforeAll(async () => {
    runner = await startRunner();
    three = await startThree({ CAIRN_RUNNER_URL: runner.url });
  }, 180_000);
  afterAll(async () => {
    await three?.close();
    runner?.close();
  });

  const join = async (name: string, more: object = {}) => {
    const password = { password: PASSWORD, confirmPassword: PASSWORD, createPasswordType: 'ADMIN_CREATE' };
    const { id } = await three.ok('POST', '/v1/users', { name, email: `${name}@example.com`, ...password, ...more });
    const login = { email: `${name}@example.com`, password: PASSWORD };
    const { accessToken } = await three.ok('POST', '/v1/users/login', login);
    return { id: id as string, headers: bearer(accessToken) };
  };
  const bodies = async (path: string) => (await three.everywhere(path)).map(({ json }): Body => json);

  it('decides a term once, whoever decides where at the same time', long, async () => {
    const [first, second] = [await join('rita'), await join('rob', { isAdmin: true })];
    const reviewers = [first, second].map(({ id }) => ({ id, type: 'user' }));
    await three.ok('POST', '/v1/glossaries', { name: 'words', description: 'x', reviewers });
    for (let round = 0; round < 6; round++) {
      const term = await three.ok('POST', '/v1/glossaryTerms', {
        ...{ name: `term${round}`, description: 'x', glossary: 'words' },
      });
      expect(term.entityStatus).toBe('In Review');
      const { data } = await three.ok('GET', `/v1/tasks?aboutEntity=${encodeURIComponent(term.fullyQualifiedName)}`);
      expect(data).toHaveLength(1);
      const [task] = data;
      const byTask = (headers: Record<string, string>, resolutionType: string) =>
        three.send('POST', `/v1/tasks/${task.id}/resolve`, { resolutionType }, headers);
      const byStatus = (headers: Record<string, string>, value: string) =>
        three.send('PATCH', `/v1/glossaryTerms/${term.id}`, [{ op: 'replace', path: '/entityStatus', value }], headers);
      const answers = await Promise.all([
        byTask(first.headers, 'Approved'),
        round % 2 ? byTask(second.headers, 'Rejected') : byStatus(second.headers, 'Rejected'),
      ]);
      const statuses = answers.map(({ status }) => status);
      for (const { status, json } of answers) expect([200, 400, 409], JSON.stringify(json)).toContain(status);
      expect(statuses).toContain(200);
      const terms = await bodies(`/v1/glossaryTerms/${term.id}`);
      const tasks = await bodies(`/v1/tasks/${task.id}`);
      const outcomes = new Set(terms.map(({ entityStatus }) => entityStatus));
      expect(outcomes.size).toBe(1);
      expect(['Approved', 'Rejected']).toContain([...outcomes][0]);
      expect(new Set(tasks.map(({ status }) => status)).size).toBe(1);
      if (round % 2) {
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(tasks[0]?.status).toBe([...outcomes][0]);
      } else expect(['Open', 'InProgress']).not.toContain(tasks[0]?.status);
    }
  });

  it('shows what the runner did on every server', long, async () => {
    const service = await three.ok('POST', '/v1/services/databaseServices', {
      ...{ name: 'shop', serviceType: 'CustomDatabase' },
    });
    const path = '/v1/services/ingestionPipelines';
    const pipeline = await three.ok('POST', path, {
      name: 'nightly',
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
      service: { id: service.id, type: 'databaseService' },
    });
    const at = `${path}/${pipeline.id}`;
    const all = <T>(value: T) => [value, value, value];
    await three.ok('POST', `${path}/deploy/${pipeline.id}`);
    expect((await bodies(at)).map(({ deployed }) => deployed)).toEqual(all(true));
    for (const enabled of [false, true, false]) {
      expect((await three.ok('POST', `${path}/toggleIngestion/${pipeline.id}`)).enabled).toBe(enabled);
      expect((await bodies(at)).map((body) => body.enabled)).toEqual(all(enabled));
    }
    const runs = [1, 2, 3, 4, 5, 6].map((i) => `00000000-0000-4000-8000-00000000000${i}`);
    await Promise.all(
      runs.map((runId, i) =>
        three.ok('PUT', `${path}/${encodeURIComponent(pipeline.fullyQualifiedName)}/pipelineStatus`, {
          ...{ runId, pipelineState: 'success', startDate: 1000 + i, timestamp: 1000 + i, endDate: 2000 + i },
        }),
      ),
    );
    const shown = await bodies(
      `${path}/${encodeURIComponent(pipeline.fullyQualifiedName)}/pipelineStatus?startTs=0&endTs=9999999999999`,
    );
    for (const { data } of shown) expect(data.map(({ runId }: Body) => runId).sort()).toEqual(runs);
    await three.ok('POST', `${path}/trigger/${pipeline.id}`);
    await three.ok('POST', `${path}/kill/${pipeline.id}`);
    expect(runner.heard).toEqual([
      `/pipelines/deploy`,
      ...[1, 2, 3].map(() => `/pipelines/toggle ${pipeline.id}`),
      `/pipelines/trigger ${pipeline.id}`,
      `/pipelines/kill ${pipeline.id}`,
    ]);
  });

  it('runs an application once, though all servers are asked', long, async () => {
    const app = '/v1/apps/trigger/SearchIndexingApplication';
    const answers = await Promise.all(three.servers.map(() => three.send('POST', app, {})));
    for (const { status, json } of answers) expect([200, 400, 409], JSON.stringify(json)).toContain(status);
    const latest = '/v1/apps/name/SearchIndexingApplication/runs/latest';
    await expect
      .poll(async () => new Set((await bodies(latest)).map(({ status }) => status)), patience)
      .toEqual(new Set(['success']));
    const { data } = await three.ok('GET', '/v1/jobs?limit=100');
    const runs = data.filter(({ kind }: Body) => /reindex|rebuild/i.test(kind));
    expect(runs.length).toBeLessThanOrEqual(answers.filter(({ status }) => status === 200).length);
    for (const { hits } of await bodies('/v1/search/query?q=admin&index=user'))
      expect(hits.total.value).toBeGreaterThan(0);
  });

  it('exports the audit log on another server than asked, with refusals of all', long, async () => {
    const { headers } = await join('mallory');
    for (const _ of three.servers)
      expect((await three.send('POST', '/v1/policies', { name: 'p', rules: [] }, headers)).status).toBe(403);
    const refused = async () => {
      const { data } = await three.ok('GET', '/v1/audit/logs?userName=mallory&limit=200');
      return data
        .filter((one: Body) => JSON.stringify(one).includes('/v1/policies'))
        .reduce((sum: number, one: Body) => sum + (one.count ?? 1), 0);
    };
    await expect.poll(refused, patience).toBe(three.servers.length);
    const { jobId } = await three.ok('GET', '/v1/audit/logs/export?entityType=glossaryTerm');
    for (const { status } of await three.everywhere(`/v1/audit/logs/export/${jobId}`)) expect(status).toBe(200);
    const answers = await three.everywhere(`/v1/audit/logs/export/${jobId}/result`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('shows a KPI and its result on every server', long, async () => {
    const kpi = await three.ok('POST', '/v1/kpi', {
      ...{ name: 'owned', description: 'x', dataInsightChart: 'number_of_data_asset_with_owner_kpi' },
      ...{ startDate: 1_700_000_000_000, endDate: 1_900_000_000_000, targetValue: 10, metricType: 'NUMBER' },
    });
    const results = await bodies(`/v1/kpi/${kpi.name}/latestKpiResult`);
    expect(new Set(results.map((one) => JSON.stringify(one.targetResult))).size).toBe(1);
  });
});
