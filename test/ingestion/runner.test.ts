// The operations of ingestion pipelines against a small runner, also one that hangs, refuses or answers rubbish.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ingestionFeature } from '../../src/ingestion/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { ended, fresh, type Heard, listen, makeTest, say, separateApp, workflows } from './support.js';

const NOTHING_ITSELF = { refusal: () => Promise.resolve(''), commands: { start: '', stop: '' } };

const path = '/v1/services/ingestionPipelines';
const SECRET = 'hunter2-secret';
const TOKEN = 'runner-token';

forEachSeededStore('a runner', (use, kind) => {
  let app: TestApp;
  let alone: TestApp;
  let runner: Awaited<ReturnType<typeof listen>>;
  let answer: (request: Heard, response: ServerResponse) => unknown;
  let service: Body;

  beforeAll(async () => {
    runner = await listen((request, response) => answer(request, response));
    const flags = { runnerUrl: `${runner.url}/base/`, runnerToken: TOKEN };
    app = await createTestApp({ store: use(), flags });
    alone = await separateApp(kind);
    service = await makeService(app);
  });
  beforeEach(() => {
    runner.heard.length = 0;
    answer = (_, response) => say(response, 200, { reason: 'done', version: '1.2', runId: 'r1' });
  });
  afterAll(async () => {
    runner.close();
    await app.close();
    await alone.close();
  });

  const make = async (on: TestApp, collection: string, body: object): Promise<Body> => {
    const made = await on.request('POST', collection, { body });
    expect(made.status, made.text).toBe(201);
    return made.json;
  };
  const makeService = (on: TestApp) =>
    make(on, '/v1/services/databaseServices', {
      name: 'shop',
      serviceType: 'Mysql',
      connection: {
        config: { type: 'Mysql', username: 'reader', authType: { password: SECRET }, hostPort: 'localhost:3306' },
      },
    });
  const pipeline = (on = app, inside = service) =>
    make(on, path, {
      name: fresh('nightly'),
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: { scheduleInterval: '0 1 * * *' },
      service: { id: inside.id, type: 'databaseService' },
    });
  const person = async (operations: string[]) => {
    const name = fresh('person');
    const rules = [{ name: 'rule', effect: 'allow', resources: ['ingestionPipeline'], operations }];
    const policy = await make(app, '/v1/policies', { name, rules });
    const role = await make(app, '/v1/roles', { name, policies: [policy.name] });
    await make(app, '/v1/users', { name, email: `${name}@example.com`, roles: [role.id] });
    return app.tokenFor(name);
  };

  it('gets a deployed pipeline with the secrets of its service, over this channel only', async () => {
    const made = await pipeline();
    expect(made.deployed).toBe(false);
    const deployed = await app.request('POST', `${path}/deploy/${made.id}`);
    expect([deployed.status, deployed.json]).toEqual([
      200,
      { code: 200, platform: 'Runner', reason: 'done', version: '1.2', runId: 'r1' },
    ]);
    expect(runner.heard).toMatchObject([
      {
        method: 'POST',
        path: '/base/pipelines/deploy',
        authorization: `Bearer ${TOKEN}`,
        body: {
          pipeline: {
            id: made.id,
            sourceConfig: { config: { type: 'DatabaseMetadata' } },
            service: { id: service.id },
          },
          service: { id: service.id, connection: { config: { authType: { password: SECRET } } } },
          server: { hostPort: 'http://cairn.test/api' },
        },
      },
    ]);
    const after = await app.request('GET', `${path}/${made.id}`);
    expect(after.json).toMatchObject({ deployed: true });
    expect(after.text + deployed.text).not.toContain('hunter2');
    const [read] = (await app.request('GET', '/v1/system/secretReads')).json.data;
    expect(read).toMatchObject({ service: 'shop', bot: 'runner', requestedBy: 'admin', from: runner.url.slice(7) });
  });

  it('starts, stops and switches by name, without secrets', async () => {
    const made = await pipeline();
    await app.request('POST', `${path}/deploy/${made.id}`);
    runner.heard.length = 0;
    for (const verb of ['trigger', 'kill'])
      expect((await app.request('POST', `${path}/${verb}/${made.id}`)).json).toMatchObject({ code: 200, runId: 'r1' });
    const off = await app.request('POST', `${path}/toggleIngestion/${made.id}`);
    expect([off.status, off.json.enabled]).toEqual([200, false]);
    const named = { id: made.id, fullyQualifiedName: made.fullyQualifiedName };
    expect(runner.heard.map(({ path: way, body }) => [way, body])).toEqual([
      ['/base/pipelines/trigger', named],
      ['/base/pipelines/kill', named],
      ['/base/pipelines/toggle', { ...named, enabled: false }],
    ]);
    expect((await app.request('GET', `${path}/status`)).json).toMatchObject({ code: 200, version: '1.2' });
    answer = (_, response) => say(response, 200, { ip: '10.0.0.7' });
    expect((await app.request('GET', `${path}/ip`)).json).toMatchObject({ code: 200, reason: '10.0.0.7' });
  });

  it('deploys several, with a result for each', async () => {
    const [first, second] = [await pipeline(), await pipeline()];
    answer = ({ body }, response) =>
      body.pipeline.id === first.id ? say(response, 422, { reason: 'no such source' }) : say(response, 200, {});
    const nobody = '5f6f4a8e-0000-4000-8000-000000000001';
    const answered = await app.request('POST', `${path}/bulk/deploy`, { body: [first.id, second.id, nobody] });
    expect(answered.json).toMatchObject([
      { code: 400, reason: expect.stringContaining('no such source') },
      { code: 200 },
      { code: 404 },
    ]);
    const stored = async ({ id }: Body) => (await app.request('GET', `${path}/${id}`)).json.deployed;
    expect([await stored(first), await stored(second)]).toEqual([false, true]);
    expect((await app.request('POST', `${path}/bulk/deploy`, { body: { no: 'list' } })).status).toBe(400);
  });

  it('that refuses, fails, answers rubbish, redirects or is gone is reported', async () => {
    const made = await pipeline();
    const outcomes: [typeof answer, number, string][] = [
      [(_, response) => say(response, 409, { reason: 'it is running' }), 400, 'answered 409: it is running'],
      [(_, response) => say(response, 401, {}), 503, 'answered 401'],
      [(_, response) => say(response, 500, { reason: 'no space' }), 503, 'answered 500: no space'],
      [(_, response) => response.writeHead(200).end('<html>'), 503, 'not with a JSON object'],
      [(_, response) => response.writeHead(200).end('[]'), 503, 'not with a JSON object'],
      [(_, response) => response.writeHead(302, { location: runner.url }).end(), 503, 'answered 302'],
      [(_, response) => response.destroy(), 503, 'the connection to'],
      [(_, response) => response.writeHead(200).end(`{"reason":"${'x'.repeat(100_000)}"}`), 503, 'JSON object'],
    ];
    for (const [how, status, message] of outcomes) {
      answer = how;
      const answered = await app.request('POST', `${path}/trigger/${made.id}`);
      expect([answered.status, answered.json.message], message).toEqual([status, expect.stringContaining(message)]);
      expect((await app.request('POST', `${path}/deploy/${made.id}`)).status).toBe(status);
    }
    expect((await app.request('GET', `${path}/${made.id}`)).json.deployed).toBe(false);
  });

  it('that hangs is given up, and delays nobody else', async () => {
    const options = { sourceAllow: [], sourceFolder: '', data: '', runnerUrl: runner.url, runnerToken: '' };
    const runnerTimeouts = { connect: 300, read: 300 };
    const sourceReader = new URL('file:///nowhere');
    const routes = ingestionFeature({ ...options, sourceReader, runnerTimeouts }, NOTHING_ITSELF).routes ?? [];
    const status = routes.find((route) => route.path.endsWith('/status'));
    answer = () => {};
    const waits = status?.handle({} as never, {} as never);
    await expect(waits).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('did not answer in time'),
    });
    answer = (_, response) => response.writeHead(200, { 'content-length': '100' }).write('{');
    await expect(status?.handle({} as never, {} as never)).rejects.toMatchObject({ status: 503 });
    expect(runner.heard[0]?.authorization).toBeUndefined();
  });

  it('is asked only by those who may', async () => {
    const made = await pipeline();
    const rights: [string, string][] = [
      ['deploy', 'Deploy'],
      ['trigger', 'Trigger'],
      ['kill', 'Kill'],
      ['toggleIngestion', 'EditAll'],
    ];
    for (const [verb, operation] of rights) {
      const others = rights.map(([, other]) => other).filter((other) => other !== operation);
      const may = await person([operation]);
      const mayNot = await person(others.concat('ViewAll'));
      expect((await app.request('POST', `${path}/${verb}/${made.id}`, { token: mayNot })).status, verb).toBe(403);
      expect((await app.request('POST', `${path}/${verb}/${made.id}`, { token: may })).status, verb).toBe(200);
    }
    const all = await app.request('POST', `${path}/bulk/deploy`, { body: [made.id], token: await person(['ViewAll']) });
    expect(all.status).toBe(403);
    // Who deploys need not see the service, and does not get to.
    const sent = runner.heard.find(({ path: way }) => way.endsWith('/deploy'));
    expect(sent?.body.service.connection.config.authType.password).toBe(SECRET);
  });

  it('runs the workflows that the server cannot', async () => {
    const config = { type: 'Kafka', bootstrapServers: 'localhost:9092', saslPassword: SECRET };
    const made = await makeTest(app, 'Messaging', config);
    await app.request('POST', `${workflows}/trigger/${made.id}`);
    await expect.poll(() => runner.heard.length).toBe(1);
    expect(runner.heard).toMatchObject([
      {
        path: '/base/workflows/run',
        body: {
          workflow: { id: made.id, request: { connection: { config } } },
          server: { hostPort: 'http://cairn.test/api' },
        },
      },
    ]);
    expect(JSON.stringify(runner.heard[0]?.body)).not.toContain('v1.'); // nothing sealed is sent
    expect((await app.request('GET', `${workflows}/${made.id}`)).json).toMatchObject({ status: 'Running' });
    // What it reports back, as the client of the interface does.
    const response = { status: 'Successful', steps: [{ name: 'GetTopics', mandatory: true, passed: true }] };
    const put = {
      name: made.name,
      workflowType: made.workflowType,
      request: made.request,
      status: 'Successful',
      response,
    };
    const body = (await app.request('PUT', workflows, { body: put })).json;
    expect(body).toMatchObject({ status: 'Successful', response, version: 0.1 });
    answer = (_, reply) => say(reply, 500, { reason: 'no space' });
    await app.request('POST', `${workflows}/trigger/${made.id}`);
    const failed = await ended(app, made.id);
    expect(failed.response.steps[0].message).toContain('answered 500: no space');
  });

  it('that is not configured is a clear 400, and pipelines can still be switched off', async () => {
    const made = await pipeline(alone, await makeService(alone));
    for (const verb of ['deploy', 'trigger', 'kill']) {
      const answered = await alone.request('POST', `${path}/${verb}/${made.id}`);
      expect([answered.status, answered.json.message]).toEqual([
        400,
        'there is no runner of ingestion pipelines: set CAIRN_RUNNER_URL to the URL of one',
      ]);
      const nobody = '5f6f4a8e-0000-4000-8000-000000000001';
      expect((await alone.request('POST', `${path}/${verb}/${nobody}`)).status).toBe(404);
    }
    expect((await alone.request('POST', `${path}/bulk/deploy`, { body: [made.id] })).status).toBe(400);
    for (const name of ['status', 'ip'])
      expect((await alone.request('GET', `${path}/${name}`)).json).toMatchObject({ platform: 'Disabled' });
    for (const enabled of [false, true])
      expect((await alone.request('POST', `${path}/toggleIngestion/${made.id}`)).json.enabled).toBe(enabled);
    expect(runner.heard).toEqual([]);
  });
});
