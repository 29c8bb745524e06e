// Mail over real connections: what arrives, how it is encrypted, and what happens with servers that misbehave.
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressPolicy, createMailEgress, type MailServer, type OutgoingMail } from '../../src/egress/index.js';
import { CERTIFICATE, smtpError, startMailServer, startRawServer } from './mail-server.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(...options: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...options);
  closers.push(server.close);
  return server;
}

async function talk(...how: Parameters<typeof startRawServer>) {
  const server = await startRawServer(...how);
  closers.push(server.close);
  return server;
}

const policy = createAddressPolicy(['127.0.0.0/8'], 'CAIRN_SMTP_ALLOW');
const egress = createMailEgress({ policy, ca: CERTIFICATE });
const limits = { connectTimeout: 1000, sendTimeout: 2000 };
const at = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'optional',
  ...more,
});
const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: 'mail-1',
  from: { name: 'Cairn', address: 'cairn@example.com' },
  to: 'ann@example.com',
  subject: 'Grüße – 日本',
  text: 'Plain: größer\n.\nline after a dot',
  html: '<p>HTML: <b>größer</b></p>',
  at: 1_700_000_000_000,
  ...more,
});

describe('a mail', () => {
  it('arrives with both parts, readable, and a stable id', async () => {
    const server = await start();
    expect(await egress.send(at(server.port), mail(), limits)).toContain('250');
    const [got] = server.received;
    expect(got).toMatchObject({ from: 'cairn@example.com', to: ['ann@example.com'], secure: true });
    expect(got?.mail).toMatchObject({
      subject: 'Grüße – 日本',
      messageId: '<mail-1@example.com>',
      date: new Date(1_700_000_000_000),
    });
    expect(got?.mail.from?.text).toBe('"Cairn" <cairn@example.com>');
    expect(got?.mail.text?.trim()).toBe('Plain: größer\n.\nline after a dot');
    expect(got?.mail.html).toContain('<p>HTML: <b>größer</b></p>');
    expect(got?.mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('cannot get headers or receivers from its texts', async () => {
    const server = await start();
    const evil = 'x\r\nBcc: eve@example.com\r\n\r\nbody\u2028y';
    const from = { name: evil, address: 'cairn@example.com' };
    await egress.send(at(server.port), mail({ subject: evil, from }), limits);
    expect(server.received[0]?.to).toEqual(['ann@example.com']);
    expect(server.received[0]?.mail.bcc).toBeUndefined();
    expect(server.received[0]?.mail.headers.has('bcc')).toBe(false);
    expect(server.received[0]?.raw).not.toMatch(/^bcc:/im);
    for (const to of ['a@b.c\r\nRCPT TO:<eve@x.y>', 'a@b.c, eve@x.y', 'Ann <a@b.c>', 'a b@c.d', '', 'no-at', '<a@b.c>'])
      await expect(egress.send(at(server.port), mail({ to }), limits)).rejects.toMatchObject({ failure: 'invalid' });
    expect(server.received).toHaveLength(1);
  });

  it('is sent encrypted, after a log-in', async () => {
    const login = { user: 'cairn', password: 'pässword' };
    const server = await start({ login });
    await egress.send(at(server.port, { security: 'starttls', login }), mail(), limits);
    expect(server.received[0]).toMatchObject({ secure: true, user: 'cairn' });
    const direct = await start({ login, secure: true });
    await egress.send(at(direct.port, { security: 'tls', login }), mail(), limits);
    expect(direct.received[0]).toMatchObject({ secure: true, user: 'cairn' });
  });

  it('is not sent where encryption is required and missing, or not to be trusted', async () => {
    const plain = await start({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const required = at(plain.port, { security: 'starttls' });
    await expect(egress.send(required, mail(), limits)).rejects.toMatchObject({ failure: 'failed' });
    await egress.send(at(plain.port), mail(), limits);
    expect(plain.received.map(({ secure }) => secure)).toEqual([false]);
    const encrypted = await start();
    const wary = createMailEgress({ policy }); // does not know the certificate
    const { port } = encrypted;
    await expect(wary.send(at(port, { security: 'starttls' }), mail(), limits)).rejects.toThrow(/TLS/);
    await wary.send(at(port), mail(), limits);
    expect(encrypted.received).toHaveLength(1);
  });

  it('says what the server refused, and whether for good', async () => {
    const login = { user: 'cairn', password: 'right' };
    const guarded = await start({ login });
    const wrong = at(guarded.port, { login: { user: 'cairn', password: 'hush-hush' } });
    const refused = await egress.send(wrong, mail(), limits).catch((error: Error) => error);
    expect(refused).toMatchObject({ name: 'MailRefused', code: 535, permanent: false });
    expect(String(refused)).not.toContain('hush');
    const full = await start({ refuse: () => smtpError(452, '4.2.2 mailbox full') });
    await expect(egress.send(at(full.port), mail(), limits)).rejects.toMatchObject({ code: 452, permanent: false });
    const unknown = await start({ onRcptTo: (_, __, done) => done(smtpError(550, '5.1.1 no such user')) });
    await expect(egress.send(at(unknown.port), mail(), limits)).rejects.toMatchObject({
      code: 550,
      permanent: true,
      message: expect.stringContaining('no such user'),
    });
  });
});

describe('a mail server', () => {
  const failing = (port: number, more = {}) =>
    egress.send(at(port, more), mail(), { connectTimeout: 300, sendTimeout: 300 });

  it('that hangs is given up in time, and leaves no connection', async () => {
    const silent = await talk(() => {});
    const began = performance.now();
    await expect(failing(silent.port)).rejects.toMatchObject({ failure: 'timeout' });
    expect(performance.now() - began).toBeLessThan(2000);
    await expect.poll(() => silent.open.size).toBe(0);
  });

  it('that answers byte by byte is given up in time', async () => {
    const slow = await talk((socket) => {
      const timer = setInterval(() => socket.write('2'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(failing(slow.port)).rejects.toMatchObject({ failure: 'timeout' });
    await expect.poll(() => slow.open.size).toBe(0);
  });

  it('that ends in the middle, talks nonsense or is not there makes an error with a reason', async () => {
    const rude = await talk((socket) =>
      socket.write('220 hello\r\n', () => socket.once('data', () => socket.destroy())),
    );
    await expect(failing(rude.port)).rejects.toMatchObject({ name: 'EgressError', failure: 'broken' });
    const web = await talk((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(failing(web.port)).rejects.toMatchObject({ name: expect.stringMatching(/Egress|Refused/) });
    const gone = await talk(() => {});
    gone.close();
    await expect(failing(gone.port)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  it('is left when the caller gives up', async () => {
    const silent = await talk(() => {});
    const giveUp = new AbortController();
    const sending = egress.send(at(silent.port), mail(), { ...limits, signal: giveUp.signal });
    sending.catch(() => {});
    await expect.poll(() => silent.open.size).toBe(1);
    giveUp.abort();
    await expect(sending).rejects.toThrow();
    await expect.poll(() => silent.open.size).toBe(0);
  });

  it('at a private address is refused unless its range is allowed', async () => {
    const server = await start();
    const closed = createMailEgress({ policy: createAddressPolicy([], 'CAIRN_SMTP_ALLOW') });
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      await expect(closed.send(at(server.port, { host }), mail(), limits)).rejects.toThrow(/CAIRN_SMTP_ALLOW/);
    expect(server.received).toEqual([]);
  });
});
