// The server as it is built and run: what it loads only for outgoing connections works there, too.
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places, type ServerProcess, startServer } from '../crash/server-process.js';
import { listen, say, workflows } from './support.js';

const place = places()[0];

describe.skipIf(!place)('a built server', () => {
  let server: ServerProcess;
  let outside: Awaited<ReturnType<typeof listen>>;
  let garbage: Server;
  let port = 0;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    outside = await listen((_, response) => say(response, 200, { reason: 'done' }));
    garbage = createServer((socket) => socket.end('\u0004\u0000\u0000\u0000nope'));
    await new Promise<void>((done) => garbage.listen(0, '127.0.0.1', done));
    const address = garbage.address();
    port = typeof address === 'object' && address ? address.port : 0;
    const made = await place?.make();
    if (!made) return;
    server = await startServer(made, { CAIRN_RUNNER_URL: outside.url, CAIRN_SOURCE_ALLOW: '127.0.0.0/8' });
    closers.push(
      () => server.kill(),
      () => made.remove(),
    );
  }, 120_000);
  afterAll(async () => {
    for (const close of closers) await close();
    outside.close();
    garbage.close();
  });

  const make = async (path: string, body: object) => {
    const { status, json } = await server.send('POST', path, body);
    expect(status, JSON.stringify(json)).toBe(201);
    return json;
  };
  const tested = async (serviceType: string, config: { type: string; [field: string]: unknown }) => {
    const request = { connection: { config }, serviceType, connectionType: config.type };
    const { id } = await make(workflows, { name: `test of ${config.type}`, workflowType: 'TEST_CONNECTION', request });
    await server.send('POST', `${workflows}/trigger/${id}`);
    const result = async () => (await server.send('GET', `${workflows}/${id}`)).json;
    await expect.poll(async () => (await result()).status, { timeout: 30_000 }).toMatch(/Successful|Failed/);
    return result();
  };

  it('reaches its runner', async () => {
    const service = await make('/v1/services/databaseServices', { name: 'shop', serviceType: 'CustomDatabase' });
    const { id } = await make('/v1/services/ingestionPipelines', {
      ...{ name: 'nightly', pipelineType: 'metadata', airflowConfig: {} },
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      service: { id: service.id, type: 'databaseService' },
    });
    const { status, json } = await server.send('POST', `/v1/services/ingestionPipelines/deploy/${id}`);
    expect([status, json]).toEqual([200, expect.objectContaining({ code: 200, reason: 'done' })]);
  });

  it('reaches a source over HTTP', async () => {
    const { response } = await tested('Dashboard', { type: 'Grafana', hostPort: outside.url, apiKey: 'k' });
    expect(outside.heard.map(({ path }) => path).join()).toContain('/api/');
    expect(JSON.stringify(response)).not.toMatch(/TypeError|not a function/);
  });

  it('speaks to MySQL', async () => {
    const { status, response } = await tested('Database', {
      ...{ type: 'Mysql', username: 'reader', authType: { password: 'x' } },
      hostPort: `127.0.0.1:${port}`,
    });
    expect(status).toBe('Failed');
    expect(JSON.stringify(response)).toContain('127.0.0.1');
    expect(JSON.stringify(response)).not.toMatch(/TypeError|not a function/);
  });
});
