// Alerts by mail, through a real mail server.
import { afterEach, expect, it } from 'vitest';
import { createAddressPolicy, createMailEgress } from '../../src/egress/index.js';
import { checkDestination } from '../../src/entities/index.js';
import { renderMail } from '../../src/mail/index.js';
import { smtpError, startMailServer, startRawServer } from '../mail/mail-server.js';
import { message, openDestinations, target } from './receiver.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const egress = createMailEgress({ policy: createAddressPolicy(['127.0.0.0/8'], 'CAIRN_SMTP_ALLOW') });
const signal = new AbortController().signal;

function openFor(port: number) {
  const destinations = openDestinations({
    mailer: ({ id, to, message: text, at }, limits) => {
      const from = { name: 'Cairn', address: 'cairn@example.com' };
      const mail = { id, to, at, from, ...renderMail(text, 'Sent by Cairn.') };
      return egress.send({ host: '127.0.0.1', port, security: 'optional' }, mail, limits);
    },
  });
  closers.push(() => destinations.close());
  return destinations.get('Email')!;
}

it('sends one mail to each receiver, in text and HTML', async () => {
  const server = await startMailServer();
  closers.push(server.close);
  const event = {
    userName: '<i>ann</i>',
    changeDescription: { fieldsUpdated: [{ name: 'description', oldValue: 'a', newValue: '<script>b</script>' }] },
  };
  const receivers = ['ann@example.com', 'bob@example.com', 'ann@example.com'];
  const attempt = await openFor(server.port).send(message(event), target({ receivers }, { readTimeout: 5000 }), signal);
  expect(attempt).toMatchObject({ outcome: 'delivered', answer: expect.stringContaining('250') });
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com'], ['bob@example.com']]);
  const [{ mail } = { mail: null }] = server.received;
  expect(mail?.subject).toBe('[Failed tests] change event update from Cairn');
  expect(mail?.messageId).toBe(`<${message().id}@example.com>`);
  expect(mail?.date?.getTime()).toBe(1_795_246_680_000);
  expect(mail?.text).toContain('<script>b</script>');
  expect(mail?.text).toContain('https://cairn.test/table/shop.sales.public.orders');
  expect(mail?.html).toContain('&lt;script&gt;b&lt;/script&gt;');
  expect(mail?.html).not.toContain('<script');
});

it('says what the mail server answered', async () => {
  const unknown = await startMailServer({ onRcptTo: (_, __, done) => done(smtpError(550, 'no such user')) });
  closers.push(unknown.close);
  const to = target({ receivers: ['ann@example.com'] }, { readTimeout: 5000 });
  expect(await openFor(unknown.port).send(message(), to, signal)).toMatchObject({
    outcome: 'rejected',
    statusCode: 550,
    reason: expect.stringContaining('no such user'),
  });
  const busy = await startMailServer({ refuse: () => smtpError(451, 'try later') });
  closers.push(busy.close);
  expect(await openFor(busy.port).send(message(), to, signal)).toMatchObject({ outcome: 'failed', statusCode: 451 });
  const silent = await startRawServer(() => {});
  closers.push(silent.close);
  const short = { ...to, connectTimeout: 200, readTimeout: 200 };
  expect(await openFor(silent.port).send(message(), short, signal)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('in time'),
  });
});

it('refuses configs without mail addresses', () => {
  const validate = (config: unknown) =>
    checkDestination({ category: 'External', type: 'Email', config }, 'config', { webhookAllow: [] });
  expect(() => validate({ receivers: ['ann@example.com'] })).not.toThrow();
  for (const config of [
    undefined,
    {},
    { receivers: [] },
    { receivers: ['no'] },
    { receivers: ['a@b.c\r\nBcc: x@y.z'] },
    { receivers: [1] },
  ])
    expect(() => validate(config), JSON.stringify(config)).toThrow(/config/);
});
