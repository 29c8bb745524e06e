// kill -9 while a pipeline waits for its source: the run is not left running, another server ends it with the reason.
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { present } from '../../src/context/index.js';
import { openStore } from '../../src/storage/index.js';
import { type Json, type Place, places, type ServerProcess, startServer } from './server-process.js';

const pipelines = '/v1/services/ingestionPipelines';
const local = { CAIRN_SOURCE_ALLOW: '127.0.0.0/8', CAIRN_SOURCE_TIMEOUT: '60s' };
const columns = [{ name: 'id', dataType: 'INT' }];

describe.each(places())('killed in runs of pipelines ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;
  let source: Server | undefined;
  const sockets = new Set<Socket>();

  afterEach(async () => {
    await server?.kill();
    closeSource();
    await place?.remove();
  });

  function closeSource(): void {
    source?.close();
    for (const socket of sockets) socket.destroy();
  }
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await present(server).send(method, path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.json)}`).toBeLessThan(300);
    return answer.json;
  };
  /** Accepts connections and never says anything. */
  async function openSource(): Promise<number> {
    const listener = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    source = listener;
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    return typeof address === 'object' && address ? address.port : 0;
  }
  const makePipeline = (name: string, type: string, service: { id: string; type: string }) =>
    call('POST', pipelines, {
      ...{ name, pipelineType: type, service, airflowConfig: {} },
      sourceConfig: { config: { type: type === 'profiler' ? 'Profiler' : 'TestSuite' } },
    });

  /** A pipeline of each type, of a service whose database hangs. */
  async function fill(port: number): Promise<Json[]> {
    const config = { type: 'Postgres', username: 'a', authType: { password: 'b' }, hostPort: `127.0.0.1:${port}` };
    const service = { name: 'hangs', serviceType: 'Postgres', connection: { config: { ...config, database: 'db' } } };
    const { id } = await call('POST', '/v1/services/databaseServices', service);
    await call('POST', '/v1/databases', { name: 'db', service: 'hangs' });
    await call('POST', '/v1/databaseSchemas', { name: 'main', database: 'hangs.db' });
    const { fullyQualifiedName: fqn } = await call('POST', '/v1/tables', {
      ...{ name: 'orders', databaseSchema: 'hangs.db.main', columns },
    });
    await call('POST', '/v1/dataQuality/testCases', {
      ...{ name: 'count', entityLink: `<#E::table::${fqn}>`, testDefinition: 'tableRowCountToEqual' },
      parameterValues: [{ name: 'value', value: '5' }],
    });
    const suite = await call('GET', `/v1/dataQuality/testSuites/name/${fqn}.testSuite`);
    return [
      await makePipeline('tests', 'TestSuite', { id: suite.id, type: 'testSuite' }),
      await makePipeline('profiles', 'profiler', { id, type: 'databaseService' }),
    ];
  }
  const runsOf = async ({ fullyQualifiedName }: Json): Promise<Json[]> =>
    (await call('GET', `${pipelines}/${fullyQualifiedName}/pipelineStatus?startTs=0&endTs=9999999999999`)).data;
  const statesOf = async (list: readonly Json[]) =>
    (await Promise.all(list.map(runsOf))).map((runs) => runs.map(({ pipelineState }) => pipelineState));
  /** What 15 seconds would do, too. */
  async function expireLeases({ env }: Place): Promise<void> {
    const path = join(present(env.CAIRN_DATA), 'cairn.db');
    const store = await openStore({ databaseUrl: env.CAIRN_DATABASE_URL ?? null, path });
    await store.write((tx) => tx.run("update job set until_at = 0 where state = 'running'"));
    await store.close();
  }

  it('end them with the reason', { timeout: 120_000 }, async () => {
    place = await make();
    server = await startServer(place, local);
    const list = await fill(await openSource());
    for (const { id } of list) await call('POST', `${pipelines}/trigger/${id}`);
    await vi.waitUntil(async () => sockets.size >= 2, { timeout: 20_000 });
    expect(await statesOf(list)).toEqual([['running'], ['running']]);
    await server.kill();
    closeSource(); // refuses from now on
    await expireLeases(place);
    server = await startServer(place, local);
    await vi.waitUntil(async () => (await statesOf(list)).flat().every((state) => state !== 'running'), {
      ...{ timeout: 30_000, interval: 100 },
    });
    expect(await statesOf(list)).toEqual([['failed'], ['failed']]);
    const results =
      '/v1/dataQuality/testCases/testCaseResults/hangs.db.main.orders.count?startTs=0&endTs=9999999999999';
    expect((await call('GET', results)).data).toMatchObject([{ testCaseStatus: 'Aborted' }]);
  });
});
