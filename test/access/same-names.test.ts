// Rights on what lies below a service do not depend on a service of another family with the same name.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { PIPELINES, pipelineBody, SERVICE_PATHS, serviceBody } from '../support/messaging-service.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('rights with two services of one name', (use) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ store: use() });
  });
  afterAll(() => app.close());

  const make = async (path: string, body: object) => {
    const { status, text, json } = await app.request('POST', path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const person = async (name: string, rules: object[]) => {
    const named = rules.map((rule, i) => ({ name: `rule${i}`, effect: 'allow', resources: ['all'], ...rule }));
    await make('/v1/policies', { name: `policy of ${name}`, rules: named });
    const role = await make('/v1/roles', { name: `role of ${name}`, policies: [`policy of ${name}`] });
    await make('/v1/users', { name, email: `${name}@example.com`, roles: [role.id], isBot: true });
    const token = await app.tokenFor(name);
    return (method: string, path: string, more: object = {}) => app.request(method, path, { token, ...more });
  };
  const domain = (name: string) =>
    make('/v1/domains', { name, description: 'An area', domainType: 'Aggregate' }).then((made) => [
      made.fullyQualifiedName as string,
    ]);
  const twice = async (name: string, more: object = {}, moreOfMessaging: object = {}) => {
    const database = await make(SERVICE_PATHS.databaseService, serviceBody('databaseService', name, more));
    const messaging = await make(
      SERVICE_PATHS.messagingService,
      serviceBody('messagingService', name, moreOfMessaging),
    );
    await make(PIPELINES, pipelineBody('own', database, 'databaseService'));
    return { database, messaging };
  };

  it('a delete asks for the rights to what is below, not to what is named alike', async () => {
    const { database, messaging } = await twice('depot');
    const [tag] = await domain('Depot');
    await make(PIPELINES, pipelineBody('foreign', messaging, 'messagingService', { domains: [tag] }));
    const send = await person('depot-keeper', [
      { operations: ['All'] },
      {
        effect: 'deny',
        operations: ['Delete'],
        resources: ['ingestionPipeline'],
        condition: '!noDomain()',
      },
    ]);
    const remove = (path: string, { id }: { id: string }) =>
      send('DELETE', `${path}/${id}`, { query: { recursive: 'true', hardDelete: 'true' } });
    expect((await remove(SERVICE_PATHS.messagingService, messaging)).json.message).toContain(
      'not allowed on some entities',
    );
    const removed = await remove(SERVICE_PATHS.databaseService, database);
    expect(removed.status, removed.text).toBe(200);
    expect((await send('GET', `${PIPELINES}/name/depot.foreign`)).status).toBe(200);
    expect((await send('GET', `${PIPELINES}/name/depot.own`, { query: { include: 'all' } })).status).toBe(404);
  });

  it('what a container hands down reaches its own contents in reads, lists and search', async () => {
    const { database, messaging } = await twice('store', { domains: await domain('Store') });
    await make(PIPELINES, pipelineBody('foreign', messaging, 'messagingService'));
    const send = await person('store-reader', [
      { operations: ['ViewAll'], resources: ['databaseService', 'messagingService'] },
      { operations: ['ViewAll'], resources: ['ingestionPipeline'], condition: '!noDomain()' },
    ]);
    const listed = async (service: { id: string }) =>
      (await send('GET', PIPELINES, { query: { service: service.id } })).json.paging.total;
    expect([await listed(database), await listed(messaging)]).toEqual([1, 0]);
    expect((await send('GET', `${PIPELINES}/name/store.own`)).status).toBe(200);
    expect((await send('GET', `${PIPELINES}/name/store.foreign`)).status).toBe(403);
    const query = { q: 'fullyQualifiedName:store.*', index: 'ingestionPipeline' };
    const { json } = await send('GET', '/v1/search/query', { query });
    expect(json.hits.hits.map((hit: { _source: { name: string } }) => hit._source.name)).toEqual(['own']);
  });

  it('a change of one service lifts no deny on what lies in the other', async () => {
    const area = await domain('Yard');
    const { database, messaging } = await twice('yard', { domains: area }, { domains: area });
    await app.request('DELETE', `${PIPELINES}/name/yard.own`, { query: { hardDelete: 'true' } });
    await make(PIPELINES, pipelineBody('foreign', messaging, 'messagingService'));
    const send = await person('yard-hand', [
      { operations: ['All'] },
      { effect: 'deny', operations: ['EditTags'], resources: ['ingestionPipeline'], condition: '!noDomain()' },
    ]);
    const body = [{ op: 'remove', path: '/domains' }];
    const left = await send('PATCH', `${SERVICE_PATHS.databaseService}/${database.id}`, { body });
    expect(left.status, left.text).toBe(200);
  });

  it('a new name given along with the change does not hide what is below', async () => {
    const area = await domain('Pier');
    const pier = await make('/v1/classifications', { name: 'Pier', description: 'x', domains: area });
    await make('/v1/tags', { name: 'held', classification: 'Pier', description: 'x' });
    const send = await person('pier-hand', [
      { operations: ['All'] },
      { effect: 'deny', operations: ['EditDescription'], resources: ['tag'], condition: '!noDomain()' },
    ]);
    const change = (...more: object[]) =>
      send('PATCH', `/v1/classifications/${pier.id}`, { body: [{ op: 'remove', path: '/domains' }, ...more] });
    expect((await change()).status).toBe(403);
    expect((await change({ op: 'replace', path: '/name', value: 'Dock' })).status).toBe(403);
  });
});
