// Registration and new passwords by mail, through a real mail server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { type Received, smtpError, startMailServer } from './mail-server.js';

const PASSWORD = 'Correct-horse-7';
const OTHER = 'Better-horse-8';
const DAY = 86_400_000;

forEachSeededStore('accounts by mail', (use) => {
  let app: TestApp;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let refuse: (count: number) => Error | null = () => null;
  let ahead = 0;
  let address = 0;

  beforeAll(async () => {
    server = await startMailServer({ login: { user: 'cairn', password: 'p@ss' }, refuse: (count) => refuse(count) });
    app = await createTestApp({
      store: use(),
      now: () => Date.now() + ahead,
      flags: {
        smtpUrl: `smtp://cairn:p%40ss@127.0.0.1:${server.port}`,
        mailSender: 'cairn@example.com',
        selfSignup: 'true',
        signupDomains: 'example.com,example.org',
        trustProxy: 'true',
      },
    });
  });
  beforeEach(() => {
    server.received.length = 0;
    ahead = 0;
    refuse = () => null;
  });
  afterEach(async () => {
    await use().store.write((tx) => tx.run('delete from login_try'));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const open = (method: string, path: string, body?: object, from = `10.0.0.${++address % 250}`) =>
    app.request(method, path, { token: null, headers: { 'x-forwarded-for': from }, ...(body ? { body } : {}) });
  const signUp = (email: string, password = PASSWORD, from?: string) =>
    open('POST', '/v1/users/signup', { firstName: 'Ann', lastName: '<b>Lee</b>', email, password }, from);
  const logIn = async (email: string, password = PASSWORD) =>
    (await open('POST', '/v1/users/login', { email, password })).status;
  const askReset = (email: string, from?: string) =>
    open('POST', '/v1/users/generatePasswordResetLink', { email }, from);
  const mails = async (count: number): Promise<Received[]> => {
    await expect.poll(() => server.received.length, { timeout: 8000 }).toBe(count);
    return server.received;
  };
  const linkIn = ({ mail }: Received): URL => {
    const [inText] = /http:\S+/.exec(mail.text ?? '') ?? [''];
    const [, inHtml = ''] = /href="([^"]+)"/.exec(String(mail.html)) ?? [];
    expect(inHtml.replaceAll('&amp;', '&')).toBe(inText);
    return new URL(inText);
  };
  const tokenIn = (one: Received | undefined) => linkIn(one!).searchParams.get('token') ?? '';
  const confirm = (token: string) => open('PUT', `/v1/users/registrationConfirmation?token=${token}`);
  const setPassword = (username: string, token: string, password = OTHER) =>
    open('POST', '/v1/users/password/reset', { username, token, password, confirmPassword: password });
  const person = async (name: string, more = {}) =>
    (
      await app.request('POST', '/v1/users', {
        body: { name, email: `${name}@example.com`, password: PASSWORD, confirmPassword: PASSWORD, ...more },
      })
    ).json;
  /** Until all jobs of mail have ended, so that none that was not expected comes later. */
  const quiet = () =>
    expect
      .poll(
        () =>
          use().store.read((sql) =>
            sql.all("select id from job where kind in ('access.accountMail', 'mail.send') and ended_at is null"),
          ),
        { timeout: 8000 },
      )
      .toEqual([]);

  it('registers whoever owns the address', async () => {
    const asked = await signUp('Ann.Lee@Example.com');
    expect([asked.status, asked.text]).toEqual([201, expect.stringContaining('Check your mail')]);
    expect(await logIn('ann.lee@example.com')).toBe(401);
    const [got] = await mails(1);
    expect(got).toMatchObject({ to: ['ann.lee@example.com'], from: 'cairn@example.com', user: 'cairn' });
    expect(got?.mail.subject).toBe('Confirm your e-mail address');
    expect(got?.raw).not.toContain('Lee</b>');
    expect(linkIn(got!).href).toMatch(/^http:\/\/cairn\.test\/users\/registrationConfirmation\?token=/);
    const token = tokenIn(got);
    expect((await confirm('x')).status).toBe(400);
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await logIn('ann.lee@example.com')).toBe(200);
    const { json: user } = await app.request('GET', '/v1/users/name/%22ann.lee%22');
    expect(user).toMatchObject({ email: 'ann.lee@example.com', displayName: 'Ann <b>Lee</b>', isEmailVerified: true });
    expect(user.isAdmin ?? false).toBe(false);
  });

  it('gives a second person of one name another name', async () => {
    await signUp('twin@example.com');
    await signUp('twin@example.org');
    const [one, two] = await mails(2);
    expect((await confirm(tokenIn(one))).status).toBe(200);
    expect((await confirm(tokenIn(two))).status).toBe(200);
    const emails = await Promise.all(
      ['twin', 'twin-2'].map(async (name) => (await app.request('GET', `/v1/users/name/${name}`)).json.email),
    );
    expect(emails.sort()).toEqual(['twin@example.com', 'twin@example.org']);
  });

  it('refuses what is not allowed', async () => {
    expect((await signUp('ann@elsewhere.com')).json.message).toContain('example.org');
    expect((await signUp('ann@example.com.evil.net')).status).toBe(400);
    expect((await signUp('weak@example.com', 'password')).status).toBe(400);
    for (const email of [
      'no-at',
      'a b@example.com',
      'a@example.com\r\nBcc: x@y.z',
      '"<x>"@example.com',
      'a,b@example.com',
    ])
      expect((await signUp(email)).status, email).toBe(400);
    expect((await askReset('a@example.com\nBcc: x@y.z')).status).toBe(400);
    expect((await setPassword('nobody', 'x')).status).toBe(400);
    const unequal = { username: 'a', token: 'x', password: PASSWORD, confirmPassword: OTHER };
    expect((await open('POST', '/v1/users/password/reset', unequal)).status).toBe(400);
    expect((await open('PUT', '/v1/users/registrationConfirmation')).status).toBe(400);
    expect((await open('PUT', '/v1/users/resendRegistrationToken')).status).toBe(400);
    await quiet();
    expect(server.received).toEqual([]);
  });

  it('says the same whether there is an account or not', async () => {
    await person('known');
    const answers = async (ask: (email: string) => Promise<{ status: number; text: string }>) => {
      const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')];
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      return known.status;
    };
    expect(await answers((email) => askReset(email))).toBe(200);
    expect(await answers((email) => signUp(email))).toBe(201);
    expect(await answers((email) => open('PUT', `/v1/users/resendRegistrationToken?user=${email}`))).toBe(200);
    await mails(5);
    await quiet();
    const subjects = server.received.map(({ to, mail }) => `${to} ${mail.subject}`).sort();
    expect(subjects).toEqual([
      'known@example.com Set a new password',
      'known@example.com You already have an account',
      'known@example.com You already have an account',
      'unknown@example.com Confirm your e-mail address',
      'unknown@example.com Confirm your e-mail address',
    ]);
    expect(await logIn('known@example.com', PASSWORD)).toBe(200);
  });

  it('trusts no password where two registrations wait for one address', async () => {
    await signUp('wanted@example.com', PASSWORD);
    await signUp('wanted@example.com', OTHER);
    const [first] = await mails(2);
    expect((await confirm(tokenIn(first))).status).toBe(200);
    expect([await logIn('wanted@example.com', PASSWORD), await logIn('wanted@example.com', OTHER)]).toEqual([401, 401]);
    const reset = (await mails(3)).at(-1);
    expect(reset?.mail.subject).toBe('Set a new password');
    expect((await setPassword('wanted@example.com', tokenIn(reset), 'Third-horse-9')).status).toBe(200);
    expect(await logIn('wanted@example.com', 'Third-horse-9')).toBe(200);
  });

  it('sets a new password once, ends sessions and other links', async () => {
    await person('reset');
    const { json: session } = await open('POST', '/v1/users/login', { email: 'reset', password: PASSWORD });
    await askReset('reset@example.com');
    await mails(1);
    await askReset('reset@example.com');
    const [one, two] = await mails(2);
    expect(linkIn(one!).searchParams.get('user')).toBe('reset');
    expect((await setPassword('admin', tokenIn(one))).status).toBe(400);
    expect((await setPassword('reset', tokenIn(one), 'weak')).status).toBe(400);
    const [a, b] = await Promise.all([setPassword('reset', tokenIn(one)), setPassword('reset', tokenIn(one))]);
    expect([a.status, b.status].sort()).toEqual([200, 400]);
    expect([await logIn('reset', PASSWORD), await logIn('reset', OTHER)]).toEqual([401, 200]);
    expect((await setPassword('reset', tokenIn(two))).status).toBe(400);
    const { status } = await app.request('GET', '/v1/users/loggedInUser', { token: session.accessToken });
    expect(status).toBe(401);
  });

  it('links to the address that an administrator has set', async () => {
    await person('linked');
    const setting = (openMetadataUrl: string) => ({
      body: { config_type: 'openMetadataBaseUrlConfiguration', config_value: { openMetadataUrl } },
    });
    for (const wrong of ['catalog.test', 'javascript:alert(1)', 'http://u:p@catalog.test', 'http://catalog.test/?a=b'])
      expect((await app.request('PUT', '/v1/system/settings', setting(wrong))).status, wrong).toBe(400);
    expect((await app.request('PUT', '/v1/system/settings', setting('http://catalog.test/inside/'))).status).toBe(200);
    await askReset('linked@example.com');
    const [mail] = await mails(1);
    const { origin, pathname } = linkIn(mail!);
    expect([origin, pathname]).toEqual(['http://catalog.test', '/inside/users/password/reset']);
    expect((await setPassword('linked', tokenIn(mail))).status).toBe(200);
    await app.request('PUT', '/v1/system/settings/reset/openMetadataBaseUrlConfiguration');
  });

  it('ends links with time, with the address and with the account', async () => {
    const moved = await person('moved');
    const gone = await person('gone');
    await person('late');
    for (const name of ['late', 'moved', 'gone']) await askReset(`${name}@example.com`);
    await mails(3);
    const tokenOf = (name: string) => tokenIn(server.received.find(({ to }) => to[0] === `${name}@example.com`));
    await app.request('PATCH', `/v1/users/${moved.id}`, {
      body: [{ op: 'replace', path: '/email', value: 'new@example.com' }],
    });
    await app.request('DELETE', `/v1/users/${gone.id}`);
    expect((await setPassword('moved', tokenOf('moved'))).status).toBe(400);
    expect((await setPassword('gone', tokenOf('gone'))).status).toBe(400);
    ahead = 3_600_001;
    expect((await setPassword('late', tokenOf('late'))).status).toBe(400);
  });

  it('sends no links to bots and deleted users', async () => {
    await person('robot', { isBot: true, password: undefined, confirmPassword: undefined });
    const left = await person('left');
    await app.request('DELETE', `/v1/users/${left.id}`);
    for (const name of ['robot', 'left']) {
      expect((await askReset(`${name}@example.com`)).status).toBe(200);
      expect((await signUp(`${name}@example.com`)).status).toBe(201);
    }
    await quiet();
    expect(server.received).toEqual([]);
  });

  it('ends a registration after a day', async () => {
    await signUp('slow@example.com');
    const [got] = await mails(1);
    ahead = DAY + 1;
    expect((await confirm(tokenIn(got))).status).toBe(400);
    expect(await logIn('slow@example.com')).toBe(401);
  });

  it('fills no mailbox and lets nobody guess links', async () => {
    await person('flooded');
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);
    const flood = await Promise.all(
      Array.from({ length: 12 }, (_, n) => askReset('flooded@example.com', `10.9.0.${n}`)),
    );
    expect(statuses(flood).filter((status) => status === 200)).toHaveLength(5);
    expect(statuses(flood).filter((status) => status === 429)).toHaveLength(7);
    const unknown = await Promise.all(Array.from({ length: 12 }, (_, n) => askReset('no@example.com', `10.9.1.${n}`)));
    expect(statuses(unknown).filter((status) => status === 200)).toHaveLength(5);
    const guesses = [];
    for (let n = 0; n < 32; n++)
      guesses.push(await open('PUT', `/v1/users/registrationConfirmation?token=${n}`, undefined, '10.9.2.1'));
    expect(statuses(guesses).filter((status) => status === 429).length).toBeGreaterThan(0);
    await mails(5);
  });

  it('waits for a mail server that is down, and then sends once', async () => {
    await person('patient');
    refuse = (count) => (server.received.length === 0 && count >= 0 && down ? smtpError(451, 'later') : null);
    let down = true;
    await askReset('patient@example.com');
    const waiting = () =>
      use().store.read((sql) =>
        sql.all<{ error: string }>("select error from job where kind = 'mail.send' and error is not null"),
      );
    await expect.poll(async () => (await waiting()).length, { timeout: 8000 }).toBe(1);
    expect((await waiting())[0]?.error).toContain('451');
    down = false;
    const [got] = await mails(1);
    expect((await setPassword('patient', tokenIn(got))).status).toBe(200);
    await quiet();
    expect(server.received).toHaveLength(1);
  });

  it('stores neither tokens nor mails in clear text', async () => {
    await person('secret');
    await askReset('secret@example.com');
    const [got] = await mails(1);
    const token = tokenIn(got);
    const stored = await use().store.read(async (sql) => [
      ...(await sql.all('select id, doc from token')),
      ...(await sql.all('select * from job')),
      ...(await sql.all('select * from job_data')),
    ]);
    const text = JSON.stringify(stored);
    expect(text).not.toContain(token);
    expect(text).not.toContain('secret@example.com/');
    expect(text).not.toContain('Set a new password');
  });

  it('tells people whether their own address was confirmed', async () => {
    await person('unsure');
    const check = async (email: string, user: string) =>
      app.request('POST', '/v1/users/checkEmailVerified', { body: { email }, token: await app.tokenFor(user) });
    expect((await check('unsure@example.com', 'unsure')).text).toBe('false');
    expect((await check('admin@cairn.example', 'unsure')).status).toBe(403);
    expect((await check('nobody@example.com', 'unsure')).status).toBe(403);
    expect((await check('ann.lee@example.com', 'admin')).text).toBe('true');
    expect((await open('POST', '/v1/users/checkEmailVerified', { email: 'a@b.example' })).status).toBe(401);
    const { json: ann } = await app.request('GET', '/v1/users/name/%22ann.lee%22');
    const body = [{ op: 'replace', path: '/email', value: 'ann2@example.com' }];
    await app.request('PATCH', `/v1/users/${ann.id}`, { body });
    expect((await check('ann2@example.com', 'admin')).text).toBe('false');
  });

  it('shows clients that people may register', async () => {
    expect((await open('GET', '/v1/system/config/auth')).json.enableSelfSignup).toBe(true);
    const { json } = await app.request('GET', '/v1/system/security/config');
    expect(json.authorizerConfiguration.allowedEmailRegistrationDomains).toEqual(['example.com', 'example.org']);
  });
});
