// The routes about the server, over a real store: every answer fits its schema.
import { expect, it } from 'vitest';
import { createAccess } from '../../src/access/index.js';
import { createRegistry, createSealer } from '../../src/catalog/index.js';
import { entityTypes, glossaryFeature } from '../../src/entities/index.js';
import { combineFeatures } from '../../src/feature/index.js';
import { createMail } from '../../src/mail/index.js';
import { createSearchIndex, searchFeature } from '../../src/search/index.js';
import { systemFeature } from '../../src/system/index.js';
import { bot, createEngine, type Engine } from '../support/engine.js';
import { placeAll } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

const release = { version: '2.0.5', revision: 'abc', builtAt: 1_690_000_000_000 };
const reader = { id: '7d2a1c2e-0000-4000-8000-000000000001', name: 'rita', isAdmin: false, isBot: false };

forEachStore('system', (use) => {
  let made: Engine | undefined;
  const engine = () => {
    const sealer = createSealer(Buffer.alloc(32, 7));
    const access = createAccess({ sealer, tokenLifetime: 3_600_000 });
    const mail = createMail({ sealer, smtpUrl: '', mailSender: '', smtpAllow: [] });
    const index = createSearchIndex({ registry: createRegistry(entityTypes) });
    const system = systemFeature({ release, principalDomain: 'cairn.example', settings: () => parts.settings });
    const parts = combineFeatures([system, access.feature, mail.feature, glossaryFeature, searchFeature({ index })]);
    made ??= createEngine(use().store, entityTypes, system.routes);
    return made;
  };
  const get = (path: string, query: Record<string, string> = {}, actor = bot) =>
    engine().send('GET', path, undefined, { query, actor });
  const fits = (schema: string, value: unknown) => {
    const result = engine().catalog.contract.validator(schema)(value);
    expect(result.ok ? [] : result.errors).toEqual([]);
  };
  const createDatabase = async () => {
    const service = await engine().send('POST', '/v1/services/databaseServices', {
      name: 'warehouse',
      serviceType: 'CustomDatabase',
      connection: { config: { type: 'CustomDatabase' } },
    });
    expect(service.status, JSON.stringify(service.json)).toBe(201);
    const made = await engine().send('POST', '/v1/databases', { name: 'sales', service: 'warehouse' });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    const schema = await engine().send('POST', '/v1/databaseSchemas', { name: 'eu', database: 'warehouse.sales' });
    expect(schema.status).toBe(201);
    return schema.json.id as string;
  };
  let schemaId = '';

  it('tells what it is', async () => {
    const version = await get('/v1/system/version');
    expect(version.json).toEqual({ version: '2.0.5', revision: 'abc', timestamp: release.builtAt });
    fits('api/openMetadataServerVersion', version.json);
    const status = await get('/v1/system/status');
    fits('system/validationResponse', status.json);
    expect(status.json.migrations.passed).toBe(true);
    expect((await get('/v1/system/search/nlq')).json).toBe(false);
    expect((await get('/v1/system/diagnostics')).json.process.resident_bytes).toBeGreaterThan(0);
    expect((await get('/v1/system/diagnostics', {}, reader)).status).toBe(403);
    expect((await get('/v1/limits')).json).toEqual({ enable: false });
  });

  it('answers the configuration of a log-in page', async () => {
    fits('configuration/authenticationConfiguration', (await get('/v1/system/config/auth', {}, reader)).json);
    fits('configuration/uiThemePreference', (await get('/v1/system/config/customUiThemePreference', {}, reader)).json);
    fits('configuration/loginConfiguration', (await get('/v1/system/config/loginConfig', {}, reader)).json);
    expect((await get('/v1/system/config/authorizer')).json).toEqual({ principalDomain: 'cairn.example' });
    expect((await get('/v1/system/config/rdf')).json.rdfEnabled).toBe(false);
    fits('configuration/securityConfiguration', (await get('/v1/system/security/config')).json);
    expect((await get('/v1/system/security/config', {}, reader)).status).toBe(403);
  });

  it('has a sound default for every setting', async () => {
    const list = await get('/v1/system/settings');
    expect(list.json.data.length).toBe(list.json.paging.total);
    for (const { config_type: name, config_value: value } of list.json.data) {
      const one = await get(`/v1/system/settings/${name}`);
      expect(one.json).toEqual({ config_type: name, config_value: value });
      const put = await engine().send('PUT', '/v1/system/settings', one.json);
      expect(put.status, `${name}: ${JSON.stringify(put.json)}`).toBe(200);
      expect(put.json).toEqual(one.json);
    }
    expect(list.json.data.map((setting: { config_type: string }) => setting.config_type)).toContain('searchSettings');
    expect((await get('/v1/system/settings/slackAppConfiguration')).status).toBe(204);
    expect((await get('/v1/system/settings/none')).status).toBe(404);
    expect((await get('/v1/system/settings/searchSettings', {}, reader)).status).toBe(403);
    expect((await get('/v1/system/settings/lineageSettings', {}, reader)).status).toBe(200);
    expect((await get('/v1/system/settings/profilerConfiguration', {}, reader)).json).toEqual({
      config_type: 'profilerConfiguration',
      config_value: { metricConfiguration: [] },
    });
  });

  it('changes, checks and resets settings', async () => {
    const path = '/v1/system/settings/lineageSettings';
    const patched = await engine().send('PATCH', path, [{ op: 'replace', path: '/upstreamDepth', value: 4 }]);
    expect(patched.json.config_value.upstreamDepth).toBe(4);
    expect((await get(path)).json.config_value.upstreamDepth).toBe(4);
    const wrong = await engine().send('PATCH', path, [{ op: 'replace', path: '/upstreamDepth', value: 99 }]);
    expect(wrong.status).toBe(400);
    const refused = await engine().send('PATCH', path, [], { actor: reader });
    expect(refused.status).toBe(403);
    const reset = await engine().send('PUT', '/v1/system/settings/reset/lineageSettings');
    expect(reset.json.upstreamDepth).toBe(2);
    expect((await get(path)).json.config_value.upstreamDepth).toBe(2);
    const start = await engine().send('PUT', '/v1/system/settings', {
      config_type: 'authenticationConfiguration',
      config_value: {},
    });
    expect(start.status).toBe(400);
    const unknown = await engine().send('PUT', '/v1/system/settings', {
      config_type: 'loginConfiguration',
      config_value: { attempts: 3 },
    });
    expect(unknown.status).toBe(400);
    expect(unknown.json.message).toContain('attempts');
  });

  it('changes kinds of relations one at a time', async () => {
    const path = '/v1/system/settings/glossaryTermRelationSettings/relationTypes';
    const before = (await get(path, { limit: '2', offset: '1' })).json;
    expect(before).toMatchObject({ data: [{ name: 'synonym' }, { name: 'antonym' }], paging: { limit: 2, offset: 1 } });
    const given = { name: 'dependsOn', displayName: 'Depends on', category: 'associative', isSystemDefined: true };
    const added = await engine().send('POST', path, given);
    expect([added.status, added.json]).toMatchObject([201, { name: 'dependsOn', isSystemDefined: false }]);
    fits('configuration/glossaryTermRelationSettings#glossaryTermRelationType', added.json);
    expect((await engine().send('POST', path, given)).json.errorType).toBe('ENTITY_ALREADY_EXISTS');
    expect((await engine().send('POST', path, { name: '1', displayName: 'x', category: 'associative' })).status).toBe(
      400,
    );
    const changed = await engine().send('PUT', `${path}/dependsOn`, { ...given, displayName: 'Needs' });
    expect(changed.json).toMatchObject({ displayName: 'Needs', isSystemDefined: false });
    expect((await engine().send('PUT', `${path}/dependsOn`, { ...given, name: 'other' })).status).toBe(400);
    expect((await engine().send('PUT', `${path}/nothing`, given)).status).toBe(404);
    expect((await engine().send('DELETE', `${path}/synonym`)).status).toBe(400);
    expect((await engine().send('DELETE', `${path}/dependsOn`)).status).toBe(200);
    expect((await engine().send('DELETE', `${path}/dependsOn`)).status).toBe(404);
    expect((await get(path)).json.paging.total).toBe(before.paging.total);
    expect((await engine().send('POST', path, given, { actor: reader })).status).toBe(403);
    expect((await engine().send('GET', path, undefined, { actor: reader })).json.paging).toMatchObject({
      total: before.paging.total,
    });
  });

  it('has the kinds of relations that clients know', async () => {
    const { config_value: value } = (await get('/v1/system/settings/glossaryTermRelationSettings')).json;
    const colors = Object.fromEntries(
      value.relationTypes.map((type: { name: string; color: string }) => [type.name, type.color]),
    );
    expect(colors).toEqual({
      relatedTo: '#1570ef',
      synonym: '#b42318',
      antonym: '#b54708',
      broader: '#067647',
      narrower: '#4e5ba6',
      partOf: '#026aa2',
      hasPart: '#155eef',
      calculatedFrom: '#6938ef',
      usedToCalculate: '#ba24d5',
      seeAlso: '#c11574',
    });
    for (const type of value.relationTypes)
      expect(type).toMatchObject({ isSystemDefined: true, description: expect.any(String) });
    expect(value.relationTypes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'calculatedFrom', inverseRelation: 'usedToCalculate', isSymmetric: false }),
        expect.objectContaining({ name: 'seeAlso', isSymmetric: true }),
        expect.objectContaining({ name: 'broader', isTransitive: true }),
        expect.objectContaining({ name: 'synonym', isTransitive: false }),
      ]),
    );
  });

  it('keeps kinds of relations of the system in all writes of the setting', async () => {
    const name = 'glossaryTermRelationSettings';
    const { relationTypes: all } = (await get(`/v1/system/settings/${name}`)).json.config_value;
    const put = (relationTypes: object[]) =>
      engine().send('PUT', '/v1/system/settings', { config_type: name, config_value: { relationTypes } });
    const [first, ...rest] = all;
    const gone = await put(rest);
    expect([gone.status, gone.json.message]).toEqual([400, expect.stringContaining(first.name)]);
    const steps = [{ op: 'remove', path: '/relationTypes/0' }];
    expect((await engine().send('PATCH', `/v1/system/settings/${name}`, steps)).status).toBe(400);
    expect((await put([{ ...first, isSystemDefined: false }, ...rest])).status).toBe(400);
    const mine = { name: 'feeds', displayName: 'Feeds', category: 'associative' };
    expect((await put([...all, { ...mine, isSystemDefined: true }])).status).toBe(400);
    expect((await put([...all, mine, { ...mine, name: 'FEEDS' }])).status).toBe(400);
    expect((await put([...all, mine])).status).toBe(200);
    const again = await engine().send('POST', `/v1/system/settings/${name}/relationTypes`, { ...mine, name: 'Feeds' });
    expect(again.status).toBe(409);
    expect((await put(all)).status).toBe(200);
  });

  it('tells whether it could work with a security configuration', async () => {
    const path = '/v1/system/security';
    const now = (await get(`${path}/config`)).json;
    const validate = async (body: unknown) => {
      const { status, json } = await engine().send('POST', `${path}/validate`, body);
      expect(status, JSON.stringify(json)).toBe(200);
      fits('system/securityValidationResponse', json);
      return json;
    };
    expect(await validate(now)).toEqual({ status: 'success', errors: [] });
    const other = { ...now, authenticationConfiguration: { ...now.authenticationConfiguration, provider: 'google' } };
    expect(await validate(other)).toMatchObject({
      status: 'failed',
      errors: [{ field: 'authenticationConfiguration.provider' }],
    });
    expect((await engine().send('POST', `${path}/validate`, {})).status).toBe(400);
    expect((await engine().send('PUT', `${path}/config`, now)).json).toEqual(now);
    expect((await engine().send('PUT', `${path}/config`, other)).status).toBe(400);
    const replace = { op: 'replace', path: '/authenticationConfiguration/provider' };
    expect((await engine().send('PATCH', `${path}/config`, [{ ...replace, value: 'basic' }])).json).toEqual(now);
    expect((await engine().send('PATCH', `${path}/config`, [{ ...replace, value: 'google' }])).status).toBe(400);
    const tried = await engine().send('POST', `${path}/test-login/validate-token`, {
      securityConfiguration: now,
      idToken: 'x',
    });
    expect(tried.json).toMatchObject({ status: 'failed', stage: 'configuration' });
    fits('system/testLoginResult', tried.json);
    expect((await engine().send('POST', `${path}/validate`, now, { actor: reader })).status).toBe(403);
  });

  it('keeps secrets of settings unreadable', async () => {
    const value = { enableSmtpServer: true, senderMail: 'c@example.com', username: 'c', password: 'hush-hush' };
    const put = await engine().send('PUT', '/v1/system/settings', {
      config_type: 'emailConfiguration',
      config_value: value,
    });
    expect(put.json.config_value.password).toBe('*********');
    const again = await engine().send('PUT', '/v1/system/settings', put.json);
    expect(again.json).toEqual(put.json);
    const stored = await use().store.read((sql) =>
      sql.get<{ doc: string }>("select doc from setting where name = 'emailConfiguration'"),
    );
    expect(stored?.doc).not.toContain('hush-hush');
    const { secrets } = JSON.parse(stored?.doc ?? '{}');
    expect(engine().catalog.sealer.open(secrets.password)).toBe('hush-hush');
  });

  it('counts entities and services', async () => {
    schemaId = await createDatabase();
    const entities = await get('/v1/system/entities/count');
    fits('entity/utils/entitiesCount', entities.json);
    expect(entities.json).toMatchObject({ servicesCount: 1, tableCount: 0 });
    const services = await get('/v1/system/services/count', { include: 'all' });
    fits('entity/utils/servicesCount', services.json);
    expect(services.json.databaseServiceCount).toBe(1);
    expect((await get('/v1/system/entities/count', { include: 'some' })).status).toBe(400);
  });

  it('reports every count that a type declares', async () => {
    for (const counted of ['entities', 'services'] as const) {
      const { json } = await get(`/v1/system/${counted}/count`);
      const declared = entityTypes.flatMap(({ countedAs }) => countedAs?.[counted] ?? []);
      expect(declared.length).toBeGreaterThan(0);
      expect(Object.keys(json)).toEqual(expect.arrayContaining(declared));
    }
  });

  it('lists events in their order, page by page', async () => {
    await placeAll(use().store);
    const all = await get('/v1/events', { limit: '1000' });
    for (const event of all.json.data) fits('type/changeEvent', event);
    const ids = all.json.data.map((event: { id: string }) => event.id);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await get('/v1/events', { limit: '2', ...(after ? { after } : {}) });
      if (page.json.data.length === 0) break;
      seen.push(...page.json.data.map((event: { id: string }) => event.id));
      after = page.json.paging.after;
    }
    expect(seen).toEqual(ids);
    const created = await get('/v1/events', { entityCreated: 'database,databaseSchema', entityUpdated: 'user' });
    expect(created.json.data.map((event: { entityType: string }) => event.entityType)).toEqual([
      'database',
      'databaseSchema',
    ]);
    expect((await get('/v1/events', { entityDeleted: '*' })).json.data).toEqual([]);
    expect((await get('/v1/events', { timestamp: String(engine().clock.now + 1) })).json.data).toEqual([]);
    expect((await get('/v1/events', { after: 'nonsense' })).status).toBe(400);
    expect((await get('/v1/events', { limit: '0' })).status).toBe(400);
  });

  it('returns every event where no limit is given', async () => {
    const rows = Array.from({ length: 1100 }, (_, i) => ({ name: `many_${i}`, service: 'warehouse' }));
    for (const some of [rows.slice(0, 600), rows.slice(600)])
      expect((await engine().send('PUT', '/v1/databases/bulk', some)).json.numberOfRowsFailed).toBe(0);
    await placeAll(use().store);
    const all = await get('/v1/events');
    expect(all.json.data.length).toBeGreaterThan(1100);
    expect(all.json.paging.total).toBe(all.json.data.length);
    const ids = all.json.data.map((event: { id: string }) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    const paged: string[] = [];
    for (let after = ''; ; ) {
      const page = await get('/v1/events', { limit: '500', ...(after ? { after } : {}) });
      if (page.json.data.length === 0) break;
      paged.push(...page.json.data.map((event: { id: string }) => event.id));
      after = page.json.paging.after;
    }
    expect(paged).toEqual(ids);
    const { after } = (await get('/v1/events', { limit: '1000' })).json.paging;
    const rest = await get('/v1/events', { after });
    expect(rest.json.data.map((event: { id: string }) => event.id)).toEqual(ids.slice(1000));
    expect(rest.json.paging).toEqual({ after: all.json.paging.after, total: ids.length - 1000 });
    expect((await get('/v1/events', { after: all.json.paging.after })).json).toEqual({
      data: [],
      paging: { total: 0 },
    });
    const databases = await get('/v1/events', { entityCreated: 'database' });
    expect(databases.json.paging.total).toBeGreaterThanOrEqual(1101);
    expect(new Set(databases.json.data.map((event: { eventType: string }) => event.eventType))).toEqual(
      new Set(['entityCreated']),
    );
  });

  it('shows events of entities that the reader may view only', async () => {
    await placeAll(use().store);
    const { authorizer } = engine().catalog;
    engine().catalog.authorizer = {
      ...authorizer,
      filter: (_actor, _operation, type) =>
        type === 'database' ? { kind: 'all' } : type === 'databaseSchema' ? { kind: 'noOwner' } : { kind: 'none' },
    };
    const shown = await get('/v1/events', { limit: '100' }, reader);
    expect(new Set(shown.json.data.map((event: { entityType: string }) => event.entityType))).toEqual(
      new Set(['database', 'databaseSchema']),
    );
    const streamed = await get('/v1/events', {}, reader);
    expect(streamed.json.paging.total).toBe(streamed.json.data.length);
    expect(streamed.json.data.length).toBeGreaterThan(1000);
    expect(new Set(streamed.json.data.map((event: { entityType: string }) => event.entityType))).toEqual(
      new Set(['database', 'databaseSchema']),
    );
    engine().catalog.authorizer = authorizer;
  });

  it('counts use of an entity and of what holds it', async () => {
    const date = '2025-01-31';
    const path = `/v1/usage/databaseSchema/${schemaId}`;
    const post = await engine().send('POST', path, { date, count: 5 });
    expect(post.status).toBe(201);
    fits('type/changeEvent', post.json);
    await engine().send('PUT', `/v1/usage/databaseSchema/name/warehouse.sales.eu`, { date, count: 2 });
    const used = await get(path, { date });
    fits('type/entityUsage', used.json);
    expect(used.json.usage[0]).toMatchObject({ date, dailyStats: { count: 7 }, weeklyStats: { count: 7 } });
    await engine().send('POST', path, { date, count: 3 });
    const above = await get('/v1/usage/database/name/warehouse.sales', { date });
    expect(above.json.usage[0].dailyStats.count).toBe(3);
    expect((await engine().send('POST', `/v1/usage/compute.percentile/databaseSchema/${date}`)).status).toBe(201);
    expect((await get(path, { date: '2025-02-01', days: '2' })).json.usage).toHaveLength(1);
    expect((await engine().send('POST', path, { date: 'today', count: 1 })).status).toBe(400);
    expect((await engine().send('POST', path, { date, count: -1 })).status).toBe(400);
    expect((await get('/v1/usage/nothing/name/x')).status).toBe(404);
    expect((await get('/v1/usage/databaseService/name/warehouse')).status).toBe(400);
  });

  it('sums up who changed which field last', async () => {
    await engine().send('PATCH', `/v1/databaseSchemas/${schemaId}`, [
      { op: 'add', path: '/description', value: 'Europe' },
    ]);
    const answer = await get(`/v1/changeSummary/databaseSchema/${schemaId}`);
    expect(answer.json.totalEntries).toBe(1);
    expect(answer.json.changeSummary).toEqual({
      description: { changeSource: 'Manual', changedBy: 'ann', changedAt: engine().clock.now },
    });
    fits('type/changeSummaryMap', answer.json.changeSummary);
    const as = (source: string, path: string, value: string) =>
      engine().send('PATCH', `/v1/databaseSchemas/${schemaId}`, [{ op: 'add', path, value }], {
        query: { changeSource: source },
      });
    const sources = async () => {
      const { json: body } = await get(`/v1/changeSummary/databaseSchema/${schemaId}`);
      const summary: Record<string, { changeSource: string }> = body.changeSummary;
      return Object.fromEntries(Object.entries(summary).map(([name, one]) => [name, one.changeSource]));
    };
    const suggested = await as('Suggested', '/description', 'Of Europe');
    expect(suggested.json.changeDescription.changeSummary).toEqual({
      description: { changeSource: 'Suggested', changedBy: 'ann', changedAt: engine().clock.now },
    });
    expect(await sources()).toEqual({ description: 'Suggested' });
    await as('Derived', '/displayName', 'EU');
    expect(await sources()).toEqual({ description: 'Suggested', displayName: 'Derived' });
    await engine().send('PATCH', `/v1/databaseSchemas/${schemaId}`, [
      { op: 'add', path: '/description', value: 'By hand' },
    ]);
    expect(await sources()).toEqual({ description: 'Manual', displayName: 'Derived' });
    expect((await as('Guessed', '/description', 'x')).status).toBe(400);
    const named = await get('/v1/changeSummary/databaseSchema/name/warehouse.sales.eu', { fieldPrefix: 'columns.' });
    expect(named.json).toMatchObject({ changeSummary: {}, totalEntries: 0 });
    expect((await get('/v1/changeSummary/nothing/name/x')).status).toBe(404);
  });
});
