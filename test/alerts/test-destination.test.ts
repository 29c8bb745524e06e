// Destinations that somebody tries before they are saved.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { startReceiver } from '../destinations/receiver.js';
import { forEachSeededStore } from '../support/stores.js';

const PATH = '/v1/events/subscriptions';
const TEST = `${PATH}/testDestination`;
const MASK = '*********';
const ALLOW = { flags: { webhookAllow: '127.0.0.0/8' } };

forEachSeededStore('testing a destination', (use) => {
  let people: People;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    people = await openPeople(use(), ALLOW);
    receiver = await startReceiver((heard, response) => {
      if (heard.url.startsWith('/echo')) response.end(JSON.stringify(heard));
      else if (heard.url.startsWith('/broken')) response.writeHead(503).end('down');
      else response.end('thanks');
    });
  });
  afterEach(() => {
    receiver.heard.length = 0;
  });
  afterAll(async () => {
    receiver.close();
    await people.app.close();
  });

  const hook = (path: string, config: object = {}, more: object = {}) => ({
    ...{ category: 'External', type: 'Webhook' },
    config: { endpoint: `${receiver.url}${path}`, ...config },
    ...more,
  });
  const test = (destinations: unknown[], as: Pick<Person, 'send'> = people) => as.send('POST', TEST, { destinations });
  const make = (destinations: object[], more: object = {}): Promise<Body> =>
    people.make(PATH, {
      ...{ name: people.world.unique('tried'), alertType: 'Notification', resources: ['table'], destinations },
      ...more,
    });
  const refusal = async (destination: object, as?: Person) => {
    const answer = await test([destination], as);
    expect(answer.status, answer.text).toBe(400);
    return answer.body.message as string;
  };

  it('speaks of the product and links to the address that administrators have set', async () => {
    const set = async (config_type: string, config_value: object) =>
      expect((await people.send('PUT', '/v1/system/settings', { config_type, config_value })).status).toBe(200);
    await set('emailConfiguration', { emailingEntity: 'Atlas', enableSmtpServer: false });
    await set('openMetadataBaseUrlConfiguration', { openMetadataUrl: 'https://atlas.test/' });
    try {
      await test([hook('/one'), hook('/two', {}, { type: 'Slack' })]);
      for (const { body } of receiver.heard) expect(body).toContain('This is a test message from Atlas.');
      const alert = await make([hook('/told', {}, { type: 'Slack' })], { name: 'told', pollInterval: 1 });
      const table = await people.table();
      await expect
        .poll(() => receiver.heard.find(({ url, body }) => url === '/told' && body.includes(table.name))?.body, {
          timeout: 20_000,
        })
        .toContain('<https://atlas.test/table/held.');
      const { body } = receiver.heard.find(({ url }) => url === '/told') ?? { body: '' };
      expect(body).toContain('Open in Atlas');
      await people.send('DELETE', `${PATH}/${alert.id}`);
    } finally {
      for (const name of ['emailConfiguration', 'openMetadataBaseUrlConfiguration'])
        await people.send('PUT', `/v1/system/settings/reset/${name}`);
    }
  });

  it('returns them in the same order, each with what came of it', async () => {
    const answer = await test([hook('/one'), hook('/broken'), hook('/two', {}, { type: 'Slack', timeout: 500 })]);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject([
      { config: { endpoint: `${receiver.url}/one` }, statusDetails: { status: 'Success', statusCode: 200 } },
      { statusDetails: { status: 'Failed', statusCode: 503, reason: '503 Service Unavailable', entity: 'down' } },
      { type: 'Slack', timeout: 500, statusDetails: { status: 'Success', entity: 'thanks' } },
    ]);
    const bodies = new Map(receiver.heard.map(({ url, body }) => [url, JSON.parse(body)]));
    expect(bodies.get('/one').message).toContain('test message from Cairn');
    expect(bodies.get('/two').blocks).toBeInstanceOf(Array);
  });

  it('keeps to the method of the config, and signs', async () => {
    await test([hook('/put', { httpMethod: 'PUT', authType: { type: 'bearer', secretKey: 'hunter2-key' } })]);
    const [heard] = receiver.heard;
    expect(heard).toMatchObject({ method: 'PUT', url: '/put' });
    expect(heard?.headers['x-svc-signature']).toMatch(/^sha256=/);
  });

  it('shows no secret, though a receiver repeats it', async () => {
    const config = {
      authType: { type: 'bearer', secretKey: 'hunter2-key' },
      headers: { 'x-key': 'hunter2-header' },
      queryParams: { token: 'hunter2 query', page: 1 },
    };
    const answer = await test([hook('/echo', config)]);
    expect(receiver.heard[0]?.headers['x-key']).toBe('hunter2-header');
    expect(receiver.heard[0]?.url).toContain('hunter2+query');
    expect(answer.text).not.toContain('hunter2');
    expect(answer.body[0].config).toMatchObject({
      authType: { type: 'bearer', secretKey: MASK },
      headers: { 'x-key': MASK },
      queryParams: { token: MASK, page: 1 },
    });
  });

  it('refuses what could not be saved, and whatever is not External', async () => {
    expect((await people.send('POST', TEST, { destinations: [] })).status).toBe(400);
    expect((await people.send('POST', TEST, {})).status).toBe(400);
    expect((await people.send('POST', TEST, [])).status).toBe(400);
    expect((await test(Array.from({ length: 21 }, () => hook('/')))).status).toBe(400);
    expect(await refusal({ category: 'Owners', type: 'Email' })).toContain('only External');
    expect(await refusal({ category: 'External', type: 'ActivityFeed', config: { a: 1 } })).toContain('type');
    expect(await refusal({ category: 'External', type: 'Webhook' })).toContain('config is required');
    expect(await refusal(hook('', { endpoint: 'http://10.1.2.3/' }))).toContain('10.1.2.3 is not a public address');
    expect(await refusal(hook('', { endpoint: 'ftp://example.com/' }))).toContain('endpoint');
    expect(receiver.heard).toEqual([]);
  });

  it('tells what kept a message from its destination', async () => {
    const gone = await startReceiver();
    gone.close();
    const mail = { category: 'External', type: 'Email', config: { receivers: ['ann@example.com'] } };
    const { body } = await test([mail, hook('', { endpoint: gone.url })]);
    expect(body[0].statusDetails).toMatchObject({ status: 'Failed', reason: expect.stringContaining('mail server') });
    expect(body[1].statusDetails).toMatchObject({ status: 'Failed', reason: expect.stringContaining('127.0.0.1') });
  });

  it('is for those who may create alerts, whatever they send', async () => {
    const viewer = await people.person([{ operations: ['ViewAll'], resources: ['eventSubscription'] }], {
      isBot: true,
    });
    for (const destinations of [[hook('/')], [], 'nonsense'])
      expect((await viewer.send('POST', TEST, { destinations })).status).toBe(403);
    expect((await people.app.send('POST', TEST, { body: {}, token: null })).status).toBe(401);
  });

  describe('a masked secret', () => {
    const secret = { authType: { type: 'bearer', secretKey: 'hunter2-stored' } };
    const signed = () => receiver.heard.filter(({ headers }) => headers['x-svc-signature'] !== undefined);
    const rules = (...operations: string[]) => [{ operations, resources: ['eventSubscription'] }];
    let stored: Body;
    beforeAll(async () => {
      stored = (await make([hook('/kept', secret)])).destinations[0];
    });

    it('stands for the stored one at the stored address', async () => {
      const editor = await people.person(rules('Create', 'EditAll', 'ViewAll'), { isBot: true });
      for (const as of [people, editor]) {
        const { id, category, type, config } = stored;
        const answer = await test([{ id, category, type, config }], as);
        expect(answer.body).toMatchObject([
          { id, config: { authType: { secretKey: MASK } }, statusDetails: { status: 'Success' } },
        ]);
      }
      const signatures = new Set(signed().map(({ headers }) => headers['x-svc-signature']));
      expect(receiver.heard).toHaveLength(2);
      expect(signatures.size).toBe(1);
      await test([hook('/kept', { authType: { type: 'bearer', secretKey: 'hunter2-stored' } })]);
      expect(receiver.heard).toHaveLength(3);
      expect(new Set(signed().map(({ headers }) => headers['x-svc-signature'])).size).toBe(1);
    });

    it('never goes to another address, not even for an admin', async () => {
      const masked = { authType: { type: 'bearer', secretKey: MASK } };
      for (const other of [
        hook('/elsewhere', masked),
        hook('/kept', { ...masked, queryParams: { to: 'me' } }),
        hook('/kept', { authType: { type: 'oauth2', tokenUrl: receiver.url, clientId: 'a', clientSecret: MASK } }),
      ])
        expect(await refusal({ ...other, id: stored.id })).toContain('masked secret');
      expect(receiver.heard).toEqual([]);
    });

    it('is nothing for those who may not edit the alert, or who say nothing of its id', async () => {
      const creator = await people.person(rules('Create', 'ViewAll', 'EditDescription'), { isBot: true });
      const { category, type, config } = stored;
      expect(await refusal({ id: stored.id, category, type, config }, creator)).toContain('masked secret');
      expect(await refusal({ category, type, config })).toContain('masked secret');
      // An own alert with the same id of a destination gives its own secret only.
      const own = await creator.send('POST', PATH, {
        ...{ name: people.world.unique('own'), alertType: 'Notification', resources: ['table'] },
        destinations: [{ ...hook('/mine', { authType: { type: 'bearer', secretKey: 'mine' } }), id: stored.id }],
      });
      expect(own.status).toBe(201);
      expect(await refusal({ id: stored.id, category, type, config }, creator)).toContain('masked secret');
      expect(receiver.heard).toEqual([]);
    });
  });
});
