import { expect, it } from 'vitest';
import { getEntityById } from '../../src/storage/index.js';
import { bot } from '../support/engine.js';
import { forEachStore } from '../support/stores.js';
import { createTestCatalog, freshName, mysql, type TestCatalog } from './support/catalog.js';

const path = '/v1/services/databaseServices';
const mask = '*********';

forEachStore('services', (use) => {
  const stored = async (id: string) => {
    const row = await use().store.read((sql) => getEntityById(sql, id));
    return JSON.stringify(row);
  };
  const sealed = async (id: string) => {
    const row = await use().store.read((sql) => getEntityById(sql, id));
    return (JSON.parse(row?.extra ?? '{}') as { $connection?: Record<string, string> }).$connection ?? {};
  };
  const add = (catalog: TestCatalog, connection: object = mysql(), serviceType = 'Mysql') =>
    catalog.expect(201, 'POST', path, { name: freshName('s'), serviceType, connection });

  it('seal secrets, show a mask, fill defaults', async () => {
    const catalog = createTestCatalog(use());
    const service = await add(catalog);
    expect(service.connection.config).toMatchObject({
      authType: { password: mask },
      scheme: 'mysql+pymysql',
      supportsProfiler: true,
    });
    expect(service).not.toHaveProperty('$connection');
    expect(await stored(service.id)).not.toContain('secret');
    expect(catalog.catalog.sealer.open((await sealed(service.id))['authType.password'] as string)).toBe('secret');
    const versions = await catalog.expect(200, 'GET', `${path}/${service.id}/versions`);
    expect(JSON.stringify(versions)).not.toContain('$connection');
  });

  it('keep the secret when the mask comes back, and its version when the same secret does', async () => {
    const catalog = createTestCatalog(use());
    const service = await add(catalog);
    const before = await sealed(service.id);
    const put = (connection: object) =>
      catalog.expect(200, 'PUT', path, { name: service.name, serviceType: 'Mysql', connection });
    expect((await put(mysql(mask))).version).toBe(0.1);
    expect((await put(mysql('secret'))).version).toBe(0.1);
    expect(await sealed(service.id)).toEqual(before);
    const changed = await put(mysql('other'));
    expect(changed.version).toBe(0.2);
    expect(JSON.stringify(changed)).not.toContain('other');
    expect(catalog.catalog.sealer.open((await sealed(service.id))['authType.password'] as string)).toBe('other');
    const replace = { op: 'replace', path: '/connection/config/authType/password', value: 'third' };
    await catalog.expect(200, 'PATCH', `${path}/${service.id}`, [replace]);
    expect(catalog.catalog.sealer.open((await sealed(service.id))['authType.password'] as string)).toBe('third');
    const events = await stored(service.id);
    expect(events).not.toContain('third');
  });

  it('check the connection by its serviceType', async () => {
    const catalog = createTestCatalog(use());
    const refuse = async (serviceType: string, config: object, message: RegExp) => {
      const answer = await catalog.send('POST', path, { name: freshName('s'), serviceType, connection: { config } });
      expect(answer.json).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    };
    await refuse('Mysql', { type: 'Mysql' }, /username|hostPort/);
    await refuse('Mysql', { ...mysql().config, colour: 'red' }, /colour/);
    await refuse('Nonsense', mysql().config, /serviceType/);
    await refuse(
      'CustomDatabase',
      { type: 'CustomDatabase', connectionOptions: { driverClass: 'a.B', connectionUrl: 'jdbc:x', extra: '1' } },
      /connectionOptions/,
    );
  });

  it('mask the password of a JDBC connection, also in its URL', async () => {
    const catalog = createTestCatalog(use());
    const connectionOptions = {
      driverClass: 'org.x.Driver',
      connectionUrl: 'jdbc:x://me:hidden@host:1/db',
      userName: 'me',
      password: 'hidden',
    };
    const service = await add(catalog, { config: { type: 'CustomDatabase', connectionOptions } }, 'CustomDatabase');
    expect(service.connection.config.connectionOptions).toMatchObject({
      password: mask,
      connectionUrl: `jdbc:x://me:${mask}@host:1/db`,
    });
    expect(await stored(service.id)).not.toContain('hidden');
  });

  it('keep the result of a connection test and never lose the type', async () => {
    const catalog = createTestCatalog(use());
    const service = await add(catalog);
    const result = { status: 'Successful', steps: [{ name: 'CheckAccess', mandatory: true, passed: true }] };
    const answer = await catalog.expect(200, 'PUT', `${path}/${service.id}/testConnectionResult`, result);
    expect(answer).toMatchObject({ version: 0.1, testConnectionResult: result });
    await catalog.expect(400, 'PUT', `${path}/${service.id}/testConnectionResult`, { status: 'Perhaps', steps: [] });
    const patched = await catalog.expect(200, 'PATCH', `${path}/${service.id}`, [
      { op: 'replace', path: '/serviceType', value: 'Postgres' },
    ]);
    expect(patched.serviceType).toBe('Mysql');
    await catalog.expect(400, 'PUT', path, { name: service.name, serviceType: 'Postgres' });
    expect(await catalog.expect(200, 'GET', `${path}/${service.id}`)).toMatchObject({
      serviceType: 'Mysql',
      version: 0.1,
    });
  });

  it('take a PUT of a bot without losing what people wrote', async () => {
    const catalog = createTestCatalog(use());
    const service = await add(catalog);
    await catalog.expect(200, 'PATCH', `${path}/${service.id}`, [
      { op: 'add', path: '/description', value: 'By hand' },
    ]);
    const put = { name: service.name, serviceType: 'Mysql', description: 'By a bot' };
    const kept = await catalog.expect(200, 'PUT', path, put, { actor: bot });
    expect(kept).toMatchObject({ description: 'By hand', connection: { config: { type: 'Mysql' } } });
    const replaced = await catalog.expect(200, 'PUT', path, put, { actor: bot, query: { overrideMetadata: 'true' } });
    expect(replaced.description).toBe('By a bot');
  });

  it('are listed by domain, and show who made them', async () => {
    const catalog = createTestCatalog(use());
    const domain = freshName('domain');
    await catalog.expect(201, 'POST', '/v1/domains', { name: domain, domainType: 'Aggregate', description: 'd' });
    for (const [family, serviceType] of [
      ['databaseServices', 'Mysql'],
      ['metadataServices', 'Amundsen'],
    ] as const) {
      const create = (more: object) => ({ name: freshName('s'), serviceType, ...more });
      const inside = await catalog.expect(201, 'POST', `/v1/services/${family}`, create({ domains: [domain] }));
      await catalog.expect(201, 'POST', `/v1/services/${family}`, create({}));
      const list = await catalog.expect(200, 'GET', `/v1/services/${family}`, undefined, { query: { domain } });
      expect(list.data.map(({ id }: { id: string }) => id)).toEqual([inside.id]);
      expect(inside.provider).toBe(family === 'metadataServices' ? 'user' : undefined);
    }
  });

  it('pass on profiler configuration of databases and schemas', async () => {
    const catalog = createTestCatalog(use());
    const service = await add(catalog);
    const database = await catalog.expect(201, 'POST', '/v1/databases', { name: 'd', service: service.name });
    const config = { sampleDataCount: 7 };
    const put = await catalog.expect(200, 'PUT', `/v1/databases/${database.id}/databaseProfilerConfig`, config);
    expect(put).toMatchObject({ version: 0.1, databaseProfilerConfig: config });
    expect(await catalog.expect(200, 'GET', `/v1/databases/${database.id}`)).not.toHaveProperty(
      'databaseProfilerConfig',
    );
    await catalog.expect(400, 'PUT', `/v1/databases/${database.id}/databaseProfilerConfig`, {
      sampleDataCount: 'many',
    });
  });
});
