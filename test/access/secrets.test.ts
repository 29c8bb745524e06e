// Secrets of connections: nowhere in answers, events, logs or the database file; in clear only for bots that an option names.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { createTestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People } from './support/catalog-of-people.js';

const path = '/v1/services/databaseServices';
const SECRET = 'hunter2-UPPER_lower.0';
const mask = '*********';

forEachSeededStore('secrets', (use, kind) => {
  let people: People;
  let service: Body;
  const mysql = (password: string, hostPort = 'db.example.com:3306') => ({
    config: { type: 'Mysql', username: 'reader', authType: { password }, hostPort },
  });
  const make = (more: object = {}) =>
    people.make(path, {
      name: people.world.unique('guarded'),
      serviceType: 'Mysql',
      connection: mysql(SECRET),
      ...more,
    });

  beforeAll(async () => {
    people = await openPeople(use());
    service = await make();
  });
  afterAll(() => people.app.close());

  it('are in no answer, event, version or error', async () => {
    const at = `${path}/${service.id}`;
    await people.send('PATCH', at, [{ op: 'add', path: '/description', value: 'Described' }]);
    await people.send('PUT', path, { name: service.name, serviceType: 'Mysql', connection: mysql(`${SECRET}-2`) });
    const bad = { config: { ...mysql(SECRET).config, colour: 'red' } };
    const answers = [
      await people.send('GET', at),
      await people.send('GET', `${at}?fields=*`),
      await people.send('GET', `${path}/name/${service.name}?fields=*`),
      await people.send('GET', `${path}?fields=*&limit=100&include=all`),
      await people.send('GET', `${at}/versions`),
      await people.send('GET', `${at}/versions/0.1`),
      await people.send('GET', '/v1/events?limit=1000'),
      await people.send('GET', `/v1/changeSummary/databaseService/${service.id}`),
      await people.send('POST', path, { name: 'bad', serviceType: 'Mysql', connection: bad }),
      await people.send('POST', path, { name: 'bad', serviceType: 'Postgres', connection: mysql(SECRET) }),
      await people.send('PATCH', at, [{ op: 'test', path: '/connection/config/authType/password', value: SECRET }]),
      await people.send('PATCH', at, [{ op: 'add', path: '/connection/config/authType/pass', value: SECRET }]),
    ];
    for (const [i, { text }] of answers.entries()) expect(text, String(i)).not.toContain('hunter2');
    expect(answers.slice(8).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const gone = await people.send('DELETE', at);
    expect(gone.text).not.toContain('hunter2');
    await people.send('PUT', `${path}/restore`, { id: service.id });
  });

  it('are sealed at rest', async () => {
    const { store } = use();
    for (const table of ['entity', 'history', 'change_event', 'series', 'setting']) {
      const rows = await store.read((sql) => sql.all(`select * from ${table}`));
      const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      expect(text, table).not.toContain('hunter2');
    }
    if (kind !== 'sqlite') return;
    const files = await store.read((sql) => sql.all<{ file: string }>('select file from pragma_database_list'));
    const [{ file }] = files as [{ file: string }];
    for (const part of [file, `${file}-wal`]) expect(readFileSync(part).includes('hunter2'), part).toBe(false);
  });

  it('stay where they are when the mask comes back', async () => {
    const mine = await make();
    const put = (connection: object) => people.send('PUT', path, { name: mine.name, serviceType: 'Mysql', connection });
    expect((await put(mysql(mask))).body.version).toBe(0.1);
    expect(await plain(mine)).toBe(SECRET);
  });

  it('do not follow a connection to another address behind a mask', async () => {
    const mine = await make();
    const editor = await people.person([{ operations: ['ViewAll', 'EditAll'] }]);
    const at = `${path}/${mine.id}`;
    const moved = mysql(mask, 'attacker.example.com:3306');
    const put = await editor.send('PUT', path, { name: mine.name, serviceType: 'Mysql', connection: moved });
    expect(put.status, put.text).toBe(400);
    expect(put.text).toContain('authType.password');
    const steps = [{ op: 'replace', path: '/connection/config/hostPort', value: 'attacker.example.com:3306' }];
    expect((await editor.send('PATCH', at, steps)).status).toBe(400);
    const options = [{ op: 'add', path: '/connection/config/connectionOptions', value: { host: 'attacker' } }];
    expect((await editor.send('PATCH', at, options)).status).toBe(400);
    const both = [...steps, { op: 'replace', path: '/connection/config/authType/password', value: 'of the new place' }];
    expect((await editor.send('PATCH', at, both)).status).toBe(200);
    expect(await plain(mine)).toBe('of the new place');
    expect((await people.send('PATCH', at, [{ ...steps[0], value: 'moved.example.com:3306' }])).status).toBe(200);
    const other = [{ op: 'replace', path: '/connection/config/username', value: 'writer' }];
    expect((await editor.send('PATCH', at, other)).status).toBe(200);
    expect(await plain(mine)).toBe('of the new place');
  });

  it('are shown in clear only to the bot that the option names, each time on record', async () => {
    const password = async (who: { token: string }, way = `${path}/${service.id}`) =>
      (await people.app.send('GET', way, { token: who.token })).body.connection.config.authType.password;
    const reads = async () => (await people.send('GET', '/v1/system/secretReads')).body.data as Body[];
    const before = (await reads()).length;
    const all = { operations: ['All'] };
    expect((await people.send('GET', `${path}/${service.id}`)).body.connection.config.authType.password).toBe(mask);
    expect(await password(await people.person([all]))).toBe(mask);
    expect(await password(await people.person([all], { isBot: true }))).toBe(mask);
    expect(await password(await people.person([all], { isBot: true, isAdmin: true }))).toBe(mask);
    expect(await reads()).toHaveLength(before);
    const bot = await seededBot();
    const seen = await password(bot);
    expect(seen).toBe(`${SECRET}-2`);
    expect(await password(bot, `${path}/name/${service.name}`)).toBe(seen);
    expect((await bot.send('GET', `${path}?limit=100&fields=*`)).text).not.toContain('hunter2');
    expect((await bot.send('GET', `${path}/${service.id}/versions`)).text).not.toContain('hunter2');
    expect((await bot.send('GET', '/v1/events?limit=1000')).text).not.toContain('hunter2');
    expect((await reads()).slice(0, 2)).toMatchObject([
      { service: service.name, serviceId: service.id, bot: 'ingestion-bot' },
      { service: service.name, serviceId: service.id, bot: 'ingestion-bot' },
    ]);
    expect(await reads()).toHaveLength(before + 2);
    expect((await bot.send('GET', '/v1/system/secretReads')).status).toBe(403);
    // What is read in clear and sent back changes nothing.
    const { body } = await bot.send('GET', `${path}/${service.id}`);
    const put = { name: service.name, serviceType: 'Mysql', connection: body.connection };
    const again = await people.send('PUT', path, put);
    expect(again.body.version).toBe(body.version);
    expect(again.text).not.toContain('hunter2');
  });

  it('are masked for the bot too where a rule denies it the view of everything', async () => {
    const rules = [
      {
        name: 'deny',
        effect: 'deny',
        operations: ['ViewUsage', 'ViewAll'],
        resources: ['databaseService'],
        condition: 'isOwner()',
      },
    ];
    const policy = await people.make('/v1/policies', { name: 'not the own ones', rules });
    const role = await people.make('/v1/roles', { name: 'not the own ones', policies: [policy.name] });
    const bot = await seededBot();
    const guarded = await make({ owners: [{ id: bot.id, type: 'user' }] });
    expect(await plain(guarded)).toBe(SECRET);
    const roles = { op: 'add', path: '/roles/-', value: { id: role.id, type: 'role' } };
    await people.send('PATCH', `/v1/users/${bot.id}`, [roles]);
    const { status, text } = await bot.send('GET', `${path}/${guarded.id}`);
    expect([200, 403]).toContain(status);
    expect(text).not.toContain('hunter2');
    expect(await plain(service)).toBe(`${SECRET}-2`);
    await people.send('DELETE', `/v1/roles/${role.id}?hardDelete=true`);
  });

  it('are masked for everybody when the option is empty', async () => {
    const app = await createTestApp({ store: use(), flags: { connectionReaders: '' } });
    const token = await app.tokenFor('ingestion-bot');
    const { status, json } = await app.request('GET', `${path}/${service.id}`, { token });
    expect([status, json.connection.config.authType.password]).toEqual([200, mask]);
    await app.close();
  });

  it('cannot be given by a rule, as clients refuse a policy with an operation they do not know', async () => {
    const rules = [{ name: 'r', effect: 'allow', operations: ['ViewSecrets'], resources: ['databaseService'] }];
    expect((await people.send('POST', '/v1/policies', { name: 'own', rules })).status).toBe(400);
    expect((await people.send('GET', '/v1/policies/resources')).text).not.toContain('ViewSecrets');
    expect((await people.send('GET', '/v1/permissions/databaseService')).text).not.toContain('ViewSecrets');
  });

  async function seededBot() {
    const { id } = (await people.send('GET', '/v1/users/name/ingestion-bot')).body as Body;
    const token = await people.app.tokenOf('ingestion-bot');
    return { id, token, send: (method: string, way: string) => people.app.send(method, way, { token }) };
  }

  async function plain(of: Body): Promise<string> {
    return (await (await seededBot()).send('GET', `${path}/${of.id}`)).body.connection.config.authType.password;
  }
});
