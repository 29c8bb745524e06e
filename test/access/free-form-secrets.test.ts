// Secrets that no schema calls so: keys that look like them anywhere in a connection, and passwords inside texts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People } from './support/catalog-of-people.js';

const path = '/v1/services/databaseServices';
const mask = '*********';

const mysql = (word: string) => ({
  type: 'Mysql',
  username: 'reader',
  authType: { password: `${word}-declared` },
  hostPort: `ana:${word}@p@db.example.com:3306`,
  connectionOptions: { password: `${word}-option`, sslmode: 'require', tokenUrl: 'https://example.com/token' },
  connectionArguments: {
    passwd: `${word}-argument`,
    pwd: 4_711_001,
    retries: 5,
    usePassword: true,
    nested: [{ api_key: `${word}-key`, url: `https://u:${word}@h/x?token=${word}&page=2` }],
    env: [{ name: 'PGPASSWORD', value: `${word}-env` }],
  },
});
const masked = {
  ...mysql('x'),
  authType: { password: mask },
  hostPort: `ana:${mask}@db.example.com:3306`,
  connectionOptions: { password: mask, sslmode: 'require', tokenUrl: 'https://example.com/token' },
  connectionArguments: {
    passwd: mask,
    pwd: mask,
    retries: 5,
    usePassword: true,
    nested: [{ api_key: mask, url: `https://u:${mask}@h/x?token=${mask}&page=2` }],
    env: [{ name: 'PGPASSWORD', value: mask }],
  },
};
/** As drivers get it: a number comes as text. */
const revealed = (word: string) => {
  const config = mysql(word);
  return { ...config, connectionArguments: { ...config.connectionArguments, pwd: '4711001' } };
};

forEachSeededStore('secrets in free-form properties', (use) => {
  let people: People;
  let service: Body;
  /** Of a bot that reads connections in clear. */
  let token: string;
  const at = () => `${path}/${service.id}`;
  const plain = async () => (await people.app.send('GET', at(), { token })).body.connection.config;

  beforeAll(async () => {
    people = await openPeople(use());
    service = await people.make(path, {
      name: 'free',
      serviceType: 'Mysql',
      connection: { config: mysql('hunter2') },
    });
    token = await people.app.tokenOf('ingestion-bot');
  });
  afterAll(() => people.app.close());

  it('are masked in every answer, and readable for whom connections are', async () => {
    expect(service.connection.config).toMatchObject(masked);
    expect((await people.send('GET', at())).body.connection.config).toMatchObject(masked);
    expect(await plain()).toMatchObject(revealed('hunter2'));
    for (const more of ['/versions', '/versions/0.1', '?fields=*'])
      expect((await people.send('GET', at() + more)).text, more).not.toMatch(/hunter2|4711001/);
    for (const other of [
      `${path}?limit=100`,
      `${path}/history?startTs=0&endTs=${Date.now() + 1e9}`,
      '/v1/events?limit=1000',
      '/v1/search/query?q=*&index=all&size=100',
      '/v1/search/export?q=*&index=all',
    ])
      expect((await people.send('GET', other)).text, other).not.toMatch(/hunter2|4711001/);
    const athena = await people.make(path, {
      name: 'athena',
      serviceType: 'Athena',
      connection: {
        config: {
          type: 'Athena',
          awsConfig: { awsRegion: 'eu', awsAccessKeyId: 'AKIA', awsSecretAccessKey: 'k', awsSessionToken: 'hunter2' },
          s3StagingDir: 's3://bucket/x',
          workgroup: 'primary',
        },
      },
    });
    expect(athena.connection.config.awsConfig).toMatchObject({ awsRegion: 'eu', awsSessionToken: mask });
  });

  it('are sealed at rest', async () => {
    const { store } = use();
    for (const table of ['entity', 'history', 'change_event', 'search_doc_a', 'search_doc']) {
      const rows = await store.read((sql) => sql.all(`select * from ${table}`)).catch(() => []);
      const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      expect(text, table).not.toMatch(/hunter2|4711001/);
    }
  });

  it('stay behind their masks in PUT and PATCH, and change where they are given', async () => {
    const put = (config: object) =>
      people.send('PUT', path, { name: 'free', serviceType: 'Mysql', connection: { config } });
    const { version, connection } = (await people.send('GET', at())).body;
    expect((await put(connection.config)).body.version).toBe(version);
    // What is read in clear and sent back changes nothing.
    expect((await put(await plain())).body.version).toBe(version);
    const steps = [{ op: 'replace', path: '/connection/config/username', value: 'writer' }];
    const patched = await people.send('PATCH', at(), steps);
    expect([patched.status, patched.text.includes('hunter2')]).toEqual([200, false]);
    expect(await plain()).toMatchObject({ ...revealed('hunter2'), username: 'writer' });
    const other = [
      { op: 'replace', path: '/connection/config/hostPort', value: `ana:${mask}@other.example.com:3306` },
      { op: 'replace', path: '/connection/config/connectionOptions/password', value: 'hunter3' },
    ];
    const moved = await people.send('PATCH', at(), other);
    expect([moved.status, moved.text.includes('hunter')], moved.text).toEqual([200, false]);
    const config = await plain();
    expect(config.hostPort).toBe('ana:hunter2@p@other.example.com:3306');
    expect(config.connectionOptions.password).toBe('hunter3');
    expect(config.connectionArguments).toEqual(revealed('hunter2').connectionArguments);
  });

  it('do not go to another address behind a mask', async () => {
    const editor = await people.person([{ operations: ['ViewAll', 'EditAll'] }]);
    const value = `ana:${mask}@attacker.example.com:3306`;
    const steps = [{ op: 'replace', path: '/connection/config/hostPort', value }];
    expect((await editor.send('PATCH', at(), steps)).status).toBe(400);
  });
});

forEachSeededStore('secrets that were stored in clear', (use) => {
  let app: ContractApp | undefined;
  afterAll(() => app?.close());

  it('are sealed when a newer server starts, also in versions and events', async () => {
    const first = await openApp(use());
    const config = {
      type: 'Mysql',
      username: 'reader',
      authType: { password: 'declared' },
      hostPort: 'h:1',
      connectionOptions: { password: 'was-hunter2' },
    };
    const create = { name: 'old', serviceType: 'Mysql', connection: { config } };
    const { body: service } = await first.send('POST', path, { body: create });
    const changed = { ...config, connectionOptions: { password: 'was-hunter2', more: 'x' } };
    const headers = { 'content-type': 'application/json' };
    await first.send('PUT', path, { body: { ...create, connection: { config: changed } }, headers });
    await first.close();
    const { store } = use();
    // An older server kept what no schema calls a secret as it came.
    for (const [table, columns] of [
      ['entity', ['doc']],
      ['history', ['doc']],
      ['change_event', ['doc', 'change', 'entity']],
    ] as const)
      for (const column of columns) {
        const rows = await store.read((sql) =>
          sql.all<{ text: string | null }>(`select distinct ${column} as text from ${table}`),
        );
        for (const { text } of rows) {
          const old = text?.replace(/(connectionOptions\\*":\{\\*"password\\*":\\*")\*{9}/g, '$1was-hunter2');
          if (old === undefined || old === text) continue;
          await store.write((sql) =>
            sql.run(`update ${table} set ${column} = $2 where ${column} = $1`, [text ?? null, old]),
          );
        }
      }
    await store.write(async (sql) => {
      const row = await sql.get<{ extra: string }>('select extra from entity where id = $1', [service.id]);
      const extra = JSON.parse(row?.extra ?? '{}');
      delete extra.$connection['connectionOptions.password'];
      await sql.run('update entity set extra = $2 where id = $1', [service.id, JSON.stringify(extra)]);
      await sql.run(`delete from setting where name = 'services.sealed'`);
    });
    const found = async () => {
      const texts = await Promise.all(
        ['entity', 'history', 'change_event'].map((table) => store.read((sql) => sql.all(`select * from ${table}`))),
      );
      const text = JSON.stringify(texts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      return text.split('was-hunter2').length - 1;
    };
    expect(await found()).toBeGreaterThan(4);
    app = await openApp(use());
    expect(await found()).toBe(0);
    const shown = (await app.send('GET', `${path}/${service.id}`)).body;
    expect(shown).toMatchObject({ version: 0.2, connection: { config: { connectionOptions: { password: mask } } } });
    const versions = await app.send('GET', `${path}/${service.id}/versions`);
    expect(versions.body.versions).toHaveLength(2);
    const row = await store.read((sql) =>
      sql.get<{ extra: string }>('select extra from entity where id = $1', [service.id]),
    );
    expect(Object.keys(JSON.parse(row?.extra ?? '{}').$connection).sort()).toEqual([
      'authType.password',
      'connectionOptions.password',
    ]);
  });
});
