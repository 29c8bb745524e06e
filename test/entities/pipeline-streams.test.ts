import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { mysql } from './support/catalog.js';

let app: TestApp;
let fqn: string;
const path = '/v1/services/ingestionPipelines';

beforeAll(async () => {
  app = await createTestApp();
  const connection = mysql();
  const service = await app.request('POST', '/v1/services/databaseServices', {
    body: { name: 'shop', serviceType: 'Mysql', connection },
  });
  const pipeline = await app.request('POST', path, {
    body: {
      name: 'run',
      pipelineType: 'metadata',
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
      service: { id: service.json.id, type: 'databaseService' },
    },
  });
  fqn = pipeline.json.fullyQualifiedName;
});
afterAll(() => app.close());

/** Events of a `text/event-stream`: name and data. */
function eventsIn(text: string): { name: string; data: { [key: string]: unknown } }[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { name, data: JSON.parse(data) };
    });
}

it('the log of a run is streamed until it is complete', async () => {
  const logs = `${path}/logs/${fqn}/r1`;
  for (const text of ['one\n', 'two\n']) await app.request('POST', logs, { body: { logs: text } });
  await app.request('POST', `${logs}/close`, { body: {} });
  const answer = await app.request('GET', `${path}/logs/${fqn}/stream/r1`);
  expect(answer.headers['content-type']).toBe('text/event-stream');
  expect(eventsIn(answer.text)).toMatchObject([
    { name: 'logs', data: { eventType: 'logs', logs: 'one\ntwo\n' } },
    { name: 'complete', data: { eventType: 'complete', reason: 'runFinished' } },
  ]);
});

it('progress is streamed until the run is over', async () => {
  const progress = { runId: 'r1', timestamp: 1, updateType: 'PIPELINE_COMPLETE', totalAssetsIngested: 3 };
  await app.request('PUT', `${path}/progress/${fqn}/r1`, { body: progress });
  const answer = await app.request('GET', `${path}/progress/${fqn}/stream/r1`);
  expect(eventsIn(answer.text)).toEqual([{ name: 'progress', data: progress }]);
  const latest = await app.request('GET', `${path}/progress/${fqn}/r1`);
  expect([latest.status, latest.json]).toEqual([200, progress]);
  expect((await app.request('GET', `${path}/progress/${fqn}/none`)).status).toBe(404);
});

it('the newest log can be kept as a file', async () => {
  const pipeline = await app.request('GET', `${path}/name/${fqn}`);
  const answer = await app.request('GET', `${path}/logs/${pipeline.json.id}/last/download`);
  expect(answer.headers['content-disposition']).toContain('.log');
  expect(answer.text).toBe('one\ntwo\n');
});

it('a run that nobody reported is an answer without a body', async () => {
  const answer = await app.request('GET', `${path}/${fqn}/pipelineStatus/unknown`);
  expect([answer.status, answer.text]).toEqual([204, '']);
});

it('routes ask for rights before they look at the body', async () => {
  const name = 'plain';
  await app.request('POST', '/v1/users', { body: { name, email: 'plain@example.com' } });
  const token = await app.tokenFor(name);
  for (const [method, route] of [
    ['PUT', `${path}/${fqn}/pipelineStatus`],
    ['POST', `${path}/logs/${fqn}/r1`],
    ['PUT', `${path}/progress/${fqn}/r1`],
    ['POST', `${path}/bulk/deploy`],
  ] as const) {
    const answer = await app.request(method, route, { body: { no: 'sense' }, token });
    expect([route, answer.status]).toEqual([route, 403]);
  }
});
