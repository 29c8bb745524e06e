// The e-mail settings, as administrators enter them, tried with the test mail.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { smtpError, startMailServer, startRawServer } from './mail-server.js';

forEachSeededStore('e-mail settings', (use) => {
  let app: TestApp;
  const closers: (() => unknown)[] = [];

  beforeAll(async () => {
    app = await createTestApp({ store: use(), flags: { smtpAllow: '127.0.0.0/8' } });
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await app.request('PUT', '/v1/system/settings/reset/emailConfiguration');
  });
  afterAll(() => app.close());

  const start = async (...options: Parameters<typeof startMailServer>) => {
    const server = await startMailServer(...options);
    closers.push(server.close);
    return server;
  };
  const configure = async (more: object) => {
    const config_value = {
      enableSmtpServer: true,
      senderMail: 'cairn@example.com',
      serverEndpoint: '127.0.0.1',
      ...more,
    };
    return app.request('PUT', '/v1/system/settings', { body: { config_type: 'emailConfiguration', config_value } });
  };
  const sendTest = (by = app) => by.request('PUT', '/v1/system/email/test', { body: { email: 'ann@example.com' } });

  it('send a test mail, with a password that nobody can read', async () => {
    const server = await start({ login: { user: 'cairn', password: 'hush-hush' } });
    const set = await configure({
      serverPort: server.port,
      username: 'cairn',
      password: 'hush-hush',
      emailingEntity: 'Data <Team>',
      supportUrl: 'https://help.example.com',
    });
    expect(set.json.config_value.password).toBe('*********');
    expect((await sendTest()).status).toBe(200);
    const again = await app.request('PUT', '/v1/system/settings', { body: set.json });
    expect(again.json).toEqual(set.json);
    expect((await sendTest()).status).toBe(200);
    expect(server.received).toHaveLength(2);
    const [got] = server.received;
    expect(got).toMatchObject({ to: ['ann@example.com'], user: 'cairn' });
    expect(got?.mail.from?.text).toBe('"Data <Team>" <cairn@example.com>');
    expect(got?.mail.text).toContain('Sent by Data <Team>. Help: https://help.example.com');
    expect(got?.mail.html).toContain('Sent by Data &lt;Team&gt;.');
  });

  it('say what is wrong when no mail can be sent', async () => {
    expect((await sendTest()).json.message).toContain('No mail server');
    const refusing = await start({ onMailFrom: (_, __, done) => done(smtpError(550, 'sender not allowed')) });
    await configure({ serverPort: refusing.port });
    expect(await sendTest()).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('sender not allowed') },
    });
    await configure({ serverPort: refusing.port, transportationStrategy: 'SMTPS' });
    expect((await sendTest()).status).toBe(400);
    const rude = await startRawServer((socket) => socket.end('421 go away\r\n'));
    closers.push(rude.close);
    await configure({ serverPort: rude.port });
    expect(await sendTest()).toMatchObject({ status: 400, json: { message: expect.stringContaining('go away') } });
    await configure({ serverPort: rude.port, enableSmtpServer: false });
    expect((await sendTest()).json.message).toContain('No mail server');
  });

  it('are checked', async () => {
    const wrong = [
      { senderMail: 'a@b.c\r\nBcc: x@y.z' },
      { senderMail: 'Ann <a@b.c>' },
      { serverEndpoint: 'mail.example.com/x' },
      { serverEndpoint: 'user:password@mail' },
      { serverPort: 0 },
      { serverPort: 70_000 },
      { emailingEntity: 'a\nb' },
      { transportationStrategy: 'PIGEON' },
    ];
    for (const more of wrong) expect((await configure(more)).status, JSON.stringify(more)).toBe(400);
    expect(
      (await app.request('GET', '/v1/system/settings/emailConfiguration')).json.config_value.enableSmtpServer,
    ).toBe(false);
  });

  it('reach no private address that the operator did not allow', async () => {
    const server = await start();
    const strict = await createTestApp({ store: use() });
    closers.push(() => strict.close());
    await configure({ serverPort: server.port });
    expect(await sendTest(strict)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('CAIRN_SMTP_ALLOW can allow its range') },
    });
    expect(server.received).toEqual([]);
  });

  it('are for administrators', async () => {
    await app.request('POST', '/v1/users', { body: { name: 'reader', email: 'reader@example.com' } });
    const token = await app.tokenFor('reader');
    const body = { email: 'ann@example.com' };
    expect((await app.request('PUT', '/v1/system/email/test', { body, token })).status).toBe(403);
    expect((await app.request('PUT', '/v1/system/email/test', { body, token: null })).status).toBe(401);
    expect((await app.request('GET', '/v1/system/settings/emailConfiguration', { token })).status).toBe(403);
  });

  it('allow neither registration nor resets without a mail server', async () => {
    const ask = (path: string, body: object) => app.request('POST', path, { body, token: null });
    const reset = await ask('/v1/users/generatePasswordResetLink', { email: 'admin@cairn.example' });
    expect(reset).toMatchObject({ status: 400, json: { message: expect.stringContaining('No mail server') } });
    const person = { firstName: 'A', lastName: 'B', email: 'ann@example.com', password: 'Correct-horse-7' };
    expect((await ask('/v1/users/signup', person)).status).toBe(403);
    expect((await app.request('GET', '/v1/system/config/auth')).json.enableSelfSignup).toBe(false);
  });
});
