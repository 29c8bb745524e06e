// Attempts of ordinary and slightly privileged users at glossaries, web analytics, connection tests and AI assets.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { declareJob, enqueueJob } from '../../src/jobs/index.js';
import type { Sql } from '../../src/storage/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

let last = 0;
const fresh = (word: string) => `${word}${++last}`;

forEachSeededStore('features beyond tables', (use) => {
  let app: TestApp;
  const users = new Map<string, string>();
  const tokens = new Map<string, string>();

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  const send = async (who: string, method: string, path: string, body?: unknown): Promise<any> => {
    const token = who === 'admin' ? app.adminToken : (tokens.get(who) ?? '');
    const { status, json, text } = await app.request(method, path, { token, ...(body === undefined ? {} : { body }) });
    return { status, json, text };
  };
  const make = async (path: string, body: object, who = 'admin') => {
    const { status, json, text } = await send(who, 'POST', path, body);
    expect(status, text).toBe(201);
    return json;
  };
  const join = async (name: string, rules: object[] = []) => {
    const policies = rules.length > 0 ? [(await make('/v1/policies', { name: `${name}-policy`, rules })).name] : [];
    const roles = policies.length > 0 ? [(await make('/v1/roles', { name: `${name}-role`, policies })).id] : [];
    users.set(name, (await make('/v1/users', { name, email: `${name}@example.com`, roles })).id);
    tokens.set(name, await app.tokenFor(name));
  };
  const addTerm = (glossary: string, more: object = {}, who = 'admin') =>
    make('/v1/glossaryTerms', { name: fresh('term'), glossary, description: 'd', ...more }, who);
  const addTable = async (more: object = {}) => {
    const service = fresh('svc');
    await make('/v1/services/databaseServices', { name: service, serviceType: 'CustomDatabase' });
    await make('/v1/databases', { name: 'db', service });
    await make('/v1/databaseSchemas', { name: 's', database: `${service}.db` });
    const columns = [{ name: 'id', dataType: 'INT' }];
    return make('/v1/tables', { name: fresh('table'), databaseSchema: `${service}.db.s`, columns, ...more });
  };
  const user = (name: string) => ({ id: users.get(name), type: 'user' });

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    await join('rita');
    await join('olga');
    await join('tom', [
      { name: 'terms', effect: 'allow', resources: ['glossaryTerm'], operations: ['Create', 'EditAll'] },
    ]);
    await make('/v1/classifications', { name: 'Eyes', description: 'd' });
    await make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'd' });
    await join('ned', [
      {
        name: 'eyes',
        effect: 'deny',
        resources: ['all'],
        operations: ['All'],
        condition: "matchAnyTag('Eyes.Only')",
      },
      { name: 'terms', effect: 'allow', resources: ['glossaryTerm'], operations: ['EditAll'] },
    ]);
  });
  afterAll(() => app.close());

  const reviewed = () => make('/v1/glossaries', { name: fresh('G'), description: 'd', reviewers: [user('rita')] });
  const statusOf = async (id: string) => (await send('admin', 'GET', `/v1/glossaryTerms/${id}`)).json.entityStatus;
  const approve = { op: 'replace', path: '/entityStatus', value: 'Approved' };
  const claim = { op: 'add', path: '/reviewers', value: [{ id: '', type: 'user' }] };

  it('nobody approves own terms by choosing the reviewers', async () => {
    const { name } = await reviewed();
    const create = { name: 'mine', glossary: name, description: 'd', reviewers: [user('tom')] };
    expect((await send('tom', 'POST', '/v1/glossaryTerms', create)).status).toBe(403);
    expect((await send('tom', 'PUT', '/v1/glossaryTerms', create)).status).toBe(403);
    const many = await send('tom', 'POST', '/v1/glossaryTerms/createMany', [create]);
    expect(many.status, many.text).toBe(403);
    const elsewhere = await make('/v1/glossaries', { name: fresh('G'), description: 'd' });
    const moved = await addTerm(elsewhere.name, { reviewers: [user('tom')] }, 'tom');
    expect(moved.entityStatus).toBe('Approved');
    const { id } = (await send('admin', 'GET', `/v1/glossaries/name/${name}`)).json;
    const move = { op: 'replace', path: '/glossary', value: { id, type: 'glossary' } };
    expect((await send('tom', 'PATCH', `/v1/glossaryTerms/${moved.id}`, [move])).status).toBe(403);

    const term = await addTerm(name, { owners: [user('olga')] });
    const self = { ...claim, value: [user('olga')] };
    await send('olga', 'PATCH', `/v1/glossaryTerms/${term.id}`, [self]);
    await send('olga', 'PATCH', `/v1/glossaryTerms/${term.id}`, [approve]);
    await send('olga', 'PATCH', `/v1/glossaryTerms/${term.id}`, [self, approve]);
    expect(await statusOf(term.id)).toBe('In Review');

    const open = await make('/v1/glossaries', { name: fresh('G'), description: 'd' });
    const own = await addTerm(open.name, { reviewers: [user('rita')], owners: [user('olga')] });
    expect(own.entityStatus).toBe('In Review');
    await send('olga', 'PATCH', `/v1/glossaryTerms/${own.id}`, [{ op: 'remove', path: '/reviewers' }]);
    await send('olga', 'PATCH', `/v1/glossaryTerms/${own.id}`, [approve]);
    const put = { name: own.name, glossary: open.name, description: 'd', reviewers: [user('olga')] };
    await send('olga', 'PUT', '/v1/glossaryTerms', put);
    await send('olga', 'PATCH', `/v1/glossaryTerms/${own.id}`, [approve]);
    expect(await statusOf(own.id)).toBe('In Review');
    await send('rita', 'PATCH', `/v1/glossaryTerms/${own.id}`, [approve]);
  });

  it('a check of tags says nothing of assets that the caller may not see', async () => {
    const { name } = await make('/v1/glossaries', { name: fresh('G'), description: 'd' });
    const term = await addTerm(name);
    const label = { tagFQN: `${name}.${term.name}`, source: 'Glossary', labelType: 'Manual', state: 'Confirmed' };
    const secret = { tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await make('/v1/classifications', { name: fresh('Excl'), description: 'd', mutuallyExclusive: true });
    const excl = `Excl${last}`;
    for (const tag of ['a', 'b']) await make('/v1/tags', { name: tag, classification: excl, description: 'd' });
    const tag = (one: string) => ({ ...secret, tagFQN: `${excl}.${one}` });
    const seen = await addTable({ tags: [label] });
    await addTable({ tags: [label, secret, tag('a')] });
    const { status, json, text } = await send('ned', 'PUT', `/v1/glossaryTerms/${term.id}/tags/validate`, {
      dryRun: true,
      glossaryTags: [tag('b')],
    });
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ numberOfRowsProcessed: 1, numberOfRowsPassed: 1, numberOfRowsFailed: 0 });
    expect(text).toContain(seen.id);
  });

  it('relations do not name terms that the caller may not see', async () => {
    const secret = { tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const glossary = await make('/v1/glossaries', { name: fresh('G'), description: 'd' });
    const [mine, hidden] = [
      await addTerm(glossary.name),
      await addTerm(glossary.name, { name: 'sesame', tags: [secret] }),
    ];
    const term = { id: hidden.id, type: 'glossaryTerm' };
    for (const relationType of ['broader', 'narrower', 'relatedTo']) {
      const { text } = await send('ned', 'POST', `/v1/glossaryTerms/${mine.id}/relations`, { relationType, term });
      expect(text, relationType).not.toContain('sesame');
    }
    for (const path of ['', '?fields=relatedTerms', '/relationsGraph?depth=5', '/versions'])
      expect((await send('ned', 'GET', `/v1/glossaryTerms/${mine.id}${path}`)).text, path).not.toContain('sesame');
  });

  it('one person stores a bounded number of web events, whatever times they name', async () => {
    const now = Date.now();
    const collect = async (n: number) => {
      const body = { eventType: 'PageView', timestamp: now - 86_400_000 + n * 100_000, eventData: { url: '/' } };
      return (await send('rita', 'PUT', '/v1/analytics/web/events/collect', body)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 320 }, (_, n) => collect(n)));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('no response, version, event or hit shows a secret of an MCP server', async () => {
    const name = fresh('mcp');
    await make('/v1/services/mcpServices', { name: `${name}s`, serviceType: 'Mcp' });
    const secrets = ['GITHUB_PAT', 'OPENAI_KEY', 'DB_PASS', 'API_TOKEN'];
    const env = (word: string) => Object.fromEntries(secrets.map((key) => [key, `hush-${word}-${key}`]));
    const args = (word: string) => ['serve', '--api-key', `hush-${word}-1`, '--token=hush-2', '-v'];
    const config = (word: string) => ({ command: 'run', env: { ...env(word), REGION: 'north' }, args: args(word) });
    const body = { name, service: `${name}s`, serverType: 'Database' };
    const path = '/v1/mcpServers';
    const made = await make(path, { ...body, connectionConfig: config('a') });
    expect(made.connectionConfig.env.REGION).toBe('north');
    const change = [{ op: 'replace', path: '/connectionConfig', value: config('b') }];
    const texts = [JSON.stringify(made)];
    const tell = async (...asked: Parameters<typeof send>) => texts.push((await send(...asked)).text);
    await tell('admin', 'PATCH', `${path}/${made.id}`, change);
    await tell('admin', 'PUT', path, { ...body, connectionConfig: config('c') });
    const shown = (await send('admin', 'GET', `${path}/${made.id}`)).json;
    const kept = { ...shown.connectionConfig, timeout: 5 };
    await tell('admin', 'PATCH', `${path}/${made.id}`, [{ op: 'replace', path: '/connectionConfig', value: kept }]);
    for (const who of ['admin', 'rita'])
      for (const at of [
        ...['', '?fields=*', '/versions', '/versions/0.1', '/versions/0.2', '/context', '/history'].map(
          (more) => `${path}/${made.id}${more}`,
        ),
        ...['/v1/events?entityCreated=mcpServer&entityUpdated=mcpServer&timestamp=0', '/v1/audit/logs?limit=200'],
        ...['/v1/search/query?q=hush*&index=all', '/v1/search/export?q=*&index=all', `${path}?fields=*&limit=100`],
      ])
        await tell(who, 'GET', at);
    for (const text of texts) expect(text).not.toContain('hush-');
  });

  it('one person cannot fill the queue of jobs', async () => {
    const kind = declareJob({ name: 'test.never' });
    const scope = (sql: Sql, id: string) => ({
      ...{ sql, actor: { id, name: id }, invalidate: () => {} },
      context: { now: Date.now, id: randomUUID, log: { debug() {}, info() {}, warn() {}, error() {} } },
    });
    await use().store.write(async (sql) => {
      for (let n = 0; n < 100; n++) await enqueueJob(kind, null, scope(sql, 'busy'));
      await expect(enqueueJob(kind, null, scope(sql, 'busy'))).rejects.toMatchObject({ status: 429 });
      await enqueueJob(kind, null, scope(sql, 'other'));
      await enqueueJob(kind, null, scope(sql, 'busy'), { key: 'once' });
      await enqueueJob(kind, null, scope(sql, 'busy'), { completed: true });
    });
  });

  it('whoever may change a workflow cannot send its secrets elsewhere', async () => {
    const storageConfig = { awsRegion: 'eu-1', awsSecretAccessKey: 'hush-key', endPointURL: 'https://own.example.com' };
    const { id } = await make('/v1/automations/workflows', {
      name: fresh('workflow'),
      workflowType: 'QUERY_RUNNER',
      request: { ingestionRunner: 'own' },
      owners: [user('olga')],
    });
    const path = `/v1/automations/workflows/${id}`;
    const value = { query: 'select 1', storageConfig: { bucketName: 'own', storageConfig } };
    const asked = await send('admin', 'PATCH', path, [{ op: 'replace', path: '/request', value }]);
    expect([asked.status, asked.text]).toEqual([200, expect.not.stringContaining('hush')]);
    const at = '/request/storageConfig/storageConfig';
    const moved = { op: 'replace', path: `${at}/endPointURL`, value: 'https://other.example.com' };
    const { status, text } = await send('olga', 'PATCH', path, [moved]);
    expect([status, text]).toEqual([400, expect.stringContaining('must be provided again')]);
    const given = { op: 'replace', path: `${at}/awsSecretAccessKey`, value: 'own' };
    expect((await send('olga', 'PATCH', path, [moved, given])).status).toBe(200);
  });
});
