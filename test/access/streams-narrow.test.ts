// Streams that go on after their request was authorized: they end with the right or the token that opened them.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { mysql } from '../entities/support/catalog.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

const PATH = '/v1/services/ingestionPipelines';
const soon = { timeout: 10_000, interval: 20 };

interface Client {
  text(): string;
  ended(): boolean;
  close(): void;
}

/** Uses a separate connection, which closes with the stream. */
async function openText(url: string, token: string): Promise<Client> {
  const request = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  let [text, ended] = ['', false];
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
  });
  response.on('end', () => {
    ended = true;
  });
  return { text: () => text, ended: () => ended, close: () => void response.destroy() };
}

forEachSeededStore('streams of runs', (use) => {
  let people: People;
  let address: string;
  let fqn: string;
  let service: string;
  const clients: Client[] = [];

  beforeAll(async () => {
    people = await openPeople(use());
    address = await people.app.listen();
    const { id, fullyQualifiedName } = await people.make('/v1/services/databaseServices', {
      ...{ name: people.world.unique('shop'), serviceType: 'Mysql', connection: mysql() },
    });
    service = fullyQualifiedName;
    const pipeline = await people.make(PATH, {
      ...{ name: 'run', pipelineType: 'metadata', sourceConfig: { config: { type: 'DatabaseMetadata' } } },
      ...{ airflowConfig: {}, service: { id, type: 'databaseService' } },
    });
    fqn = pipeline.fullyQualifiedName;
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => people.app.close());

  const report = async (run: string, word: string) => {
    const sent = await people.send('POST', `${PATH}/logs/${fqn}/${run}`, { logs: `${word}\n` });
    expect(sent.status, sent.text).toBe(200);
    const progress = { runId: run, timestamp: 1, updateType: 'PROCESSING', currentEntity: word };
    const put = await people.send('PUT', `${PATH}/progress/${fqn}/${run}`, progress);
    expect(put.status, put.text).toBe(200);
  };
  const watcher = () =>
    people.person([{ operations: ['ViewBasic', 'ViewAll'], resources: ['ingestionPipeline', 'databaseService'] }], {
      isBot: true,
    });
  const follow = async (run: string, { token }: Person) => {
    const paths = [
      `logs/${fqn}/stream/${run}`,
      `progress/${fqn}/stream/${run}`,
      `progress/service/databaseService/${service}/stream`,
    ];
    const opened = await Promise.all(paths.map((path) => openText(`${address}/api${PATH}/${path}`, token)));
    clients.push(...opened);
    await vi.waitFor(() => {
      for (const client of opened) expect(client.text()).toContain('before');
    }, soon);
    return opened;
  };
  const end = (opened: readonly Client[]) =>
    vi.waitFor(() => expect(opened.map((client) => client.ended())).toEqual([true, true, true]), soon);

  it('end once their reader may no longer see the pipeline', async () => {
    const person = await watcher();
    const staying = await watcher();
    await report('first', 'before');
    const [opened, kept] = [await follow('first', person), await follow('first', staying)];
    const roles = await people.send('PATCH', `/v1/users/${person.id}`, [{ op: 'remove', path: '/roles' }]);
    expect(roles.status, roles.text).toBe(200);
    await report('first', 'later');
    await end(opened);
    for (const client of opened) {
      expect(client.text()).not.toContain('later');
      expect(client.text()).toContain(person.name); // the comment that says what is missing
    }
    await vi.waitFor(() => {
      for (const client of kept)
        expect([client.ended(), client.text()]).toEqual([false, expect.stringContaining('later')]);
    }, soon);
  });

  it('end with the token', async () => {
    const person = await watcher();
    await report('second', 'before');
    const opened = await follow('second', person);
    expect((await people.send('DELETE', `/v1/users/${person.id}?hardDelete=true`)).status).toBe(200);
    await end(opened);
    for (const client of opened) expect(client.text()).toContain(': the token is no longer valid\n\n');
  });

  it('go on when the pipeline is changed, and end when it is deleted', async () => {
    const person = await watcher();
    await report('third', 'before');
    const [log, run] = await follow('third', person);
    const { body } = await people.send('GET', `${PATH}/name/${fqn}`);
    const patched = await people.send('PATCH', `${PATH}/${body.id}`, [
      { op: 'add', path: '/description', value: 'Changed meanwhile.' },
    ]);
    expect(patched.status, patched.text).toBe(200);
    await report('third', 'later');
    await vi.waitFor(() => {
      for (const client of [log, run]) expect(client?.text()).toContain('later');
    }, soon);
    expect((await people.send('DELETE', `${PATH}/${body.id}?hardDelete=true`)).status).toBe(200);
    await vi.waitFor(() => expect([log?.ended(), run?.ended()]).toEqual([true, true]), soon);
  });
});
