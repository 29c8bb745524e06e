// `cairn alerts`, beside a server that delivers.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soon } from '../alerts/support/alert-world.js';
import { type Receiver, startReceiver } from '../alerts/support/receiver.js';
import { type Place, places, type ServerProcess, startServer } from '../crash/server-process.js';

const program = join(import.meta.dirname, '../../bin/cairn.js');
const PATH = '/v1/events/subscriptions';

describe.each(places())('cairn alerts ($name)', ({ make }) => {
  let place: Place;
  let server: ServerProcess;
  let receiver: Receiver;
  let accepts = false;

  const alerts = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, ...place.env };
      execFile(process.execPath, [program, 'alerts', ...args], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server.send(method, path, body);
    expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
    return answer.json;
  };

  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer = (_, response) => void response.writeHead(accepts ? 200 : 422).end();
    place = await make();
    server = await startServer(place, { CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8' });
    const destinations = [{ category: 'External', type: 'Webhook', config: { endpoint: receiver.url } }];
    const common = { alertType: 'Notification', resources: ['domain'], pollInterval: 1 };
    await send('POST', PATH, { name: 'watch', destinations, ...common });
    await send('POST', PATH, { name: 'asleep', destinations, ...common, enabled: false });
    await send('POST', '/v1/domains', { name: 'Finance', domainType: 'Aggregate', description: 'x' });
    await soon(async () => expect((await send('GET', `${PATH}/name/watch/failedEvents`)).length).toBe(1), 20_000);
  }, 120_000);
  afterAll(async () => {
    await server.kill();
    await place.remove();
    await receiver.close();
  });

  it('shows, explains, sends again and skips', { timeout: 120_000 }, async () => {
    const [failed] = await send('GET', `${PATH}/name/watch/failedEvents`);
    const { id: event, entityFullyQualifiedName: about } = failed.changeEvent;
    const list = await alerts('list');
    expect(list.code, list.err).toBe(0);
    expect(list.out).toMatch(/^ALERT +SOURCE +UNREAD +PENDING +DELIVERED +FAILED +DESTINATIONS\n/);
    expect(list.out).toMatch(/\nasleep +domain +[1-9]\d* +0 +0 +0 +disabled\n/);
    expect(list.out).toMatch(/\nwatch +domain +0 +0 +0 +1 +1\n/);
    for (const args of [[], ['watch']])
      expect((await alerts('failed', ...args)).out).toContain(`${event}  entityCreated domain ${about}`);
    expect((await alerts('failed', 'asleep')).out.trim().split('\n')).toHaveLength(1);
    const explained = await alerts('explain', 'watch', event);
    expect(explained).toMatchObject({ code: 0, out: expect.stringContaining('no   The alert delivers it: 1 failed') });
    accepts = true;
    const again = await alerts('redeliver', 'watch', '--event', event);
    expect(again.out).toContain('1 deliveries will be sent again');
    await receiver.until(2, 2000);
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const sync = await alerts('sync', 'asleep');
    expect(sync.out).toMatch(/^asleep continues after event \d+\n$/);
    expect((await alerts('list')).out).toMatch(/\nasleep +domain +0 +0 /);
  });

  it('says what is wrong', { timeout: 60_000 }, async () => {
    expect(await alerts('sync', 'nobody')).toEqual({ code: 1, out: '', err: 'there is no alert nobody\n' });
    expect((await alerts('redeliver', 'watch', '--since', 'yesterday')).err).toContain('--since must be a time');
    expect((await alerts('redeliver', 'watch', '--status', 'lost')).err).toContain('status must be failed');
    expect((await alerts('explain', 'watch', '99999999')).err).toContain('not found');
  });
});
