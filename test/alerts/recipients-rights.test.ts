// What messages show the people who get them, from the change to the receiver.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person, type Rule } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { startMailServer } from '../mail/mail-server.js';
import { defineTexts } from '../support/define-property.js';
import { forEachSeededStore } from '../support/stores.js';
import { PATH, soon as within } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const UNSEEN = 'The recipient may no longer see what the event is about';
/** A message takes several steps, each of which can take long on a busy machine. */
const soon = (check: () => unknown) => within(check, 25_000);
const ALL_DAY = { from: '00:00', to: '00:00' };
const blindTo = (operation: string, more: Partial<Rule> = {}): Rule => ({
  ...{ effect: 'deny', operations: [operation], resources: ['table'] },
  ...more,
});

forEachSeededStore('messages to people', (use) => {
  let people: People;
  let receiver: Receiver;
  let mails: Awaited<ReturnType<typeof startMailServer>>;

  beforeAll(async () => {
    [receiver, mails] = await Promise.all([startReceiver(), startMailServer()]);
    people = await openPeople(use(), { flags: { webhookAllow: '127.0.0.0/8', smtpAllow: '127.0.0.0/8' } });
    const config_value = {
      ...{ enableSmtpServer: true, senderMail: 'cairn@example.com' },
      ...{ serverEndpoint: '127.0.0.1', serverPort: mails.port },
    };
    await ok('PUT', '/v1/system/settings', { config_type: 'emailConfiguration', config_value });
    await defineTexts(async (...sent) => (await people.send(...sent)).body, 'table', ['held_by']);
  });
  afterAll(async () => {
    await people?.app.close();
    await Promise.all([receiver?.close(), mails?.close()]);
  });

  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await people.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const set = (path: string, field: string, value: unknown) =>
    ok('PATCH', path, [{ op: value === null ? 'remove' : 'add', path: `/${field}`, value }]);

  /** A user with a chat and a webhook of their own. */
  async function person(...rules: Rule[]): Promise<Person> {
    const one = await people.person(rules);
    const to = (channel: string) => ({ endpoint: `${receiver.url}/${channel}/${one.name}` });
    await set(`/v1/users/${one.id}`, 'profile', { subscription: { slack: to('slack'), generic: to('hook') } });
    return one;
  }
  const destination = (type: string, to: readonly Person[], more: object = {}) => ({
    ...{ category: 'Users', type },
    config: { receivers: to.map(({ name }) => name), ...more },
  });
  const alert = (...destinations: object[]) =>
    ok('POST', PATH, {
      ...{ name: people.world.unique('alert'), alertType: 'Notification', resources: ['table'], pollInterval: 1 },
      destinations,
    });
  /** What the person got about a table, as text. */
  const got = (channel: string, { name }: Pick<Person, 'name'>, about: Body): string[] =>
    receiver.got
      .filter(({ url }) => url === `/${channel}/${name}`)
      .map(({ event }) => JSON.stringify(event))
      .filter((text) => text.includes(about.name));
  const mailed = ({ name }: Pick<Person, 'name'>, about: Body): string[] =>
    mails.received
      .filter(({ to, raw }) => to.includes(`${name}@example.com`) && raw.includes(about.name))
      .map(({ mail }) => `${mail.subject} ${mail.text} ${mail.html}`);
  const deliveries = async ({ id }: Body, query = ''): Promise<Body[]> =>
    (await ok('GET', `${PATH}/id/${id}/deliveries?limit=100${query}`)).data;
  const held = (of: Body, count: number) =>
    soon(async () => {
      const found = await deliveries(of);
      expect(found.map(({ state }) => state)).toEqual(Array(count).fill('pending'));
    });
  /** Takes rights away from somebody while the server runs. */
  async function forbid(one: Person, rule: Rule): Promise<void> {
    const name = people.world.unique('withdrawn');
    await people.make('/v1/policies', { name, rules: [{ name: 'rule', ...rule }] });
    const { id } = await people.make('/v1/roles', { name, policies: [name] });
    const { roles = [] } = await ok('GET', `/v1/users/${one.id}?fields=roles`);
    await set(`/v1/users/${one.id}`, 'roles', [...roles, { id, type: 'role' }]);
  }

  it('show of an event what they may see of it', async () => {
    const [open, blind] = [await person(), await person(blindTo('ViewCustomFields'))];
    const table = await people.table();
    await alert(...['Email', 'Slack', 'Webhook'].map((type) => destination(type, [open, blind])));
    await set(`/v1/tables/${table.id}`, 'extension', { held_by: 'mr-x' });
    const seen = (one: Person) => [mailed(one, table), got('slack', one, table), got('hook', one, table)];
    await soon(() => {
      for (const one of [open, blind]) expect(seen(one).map((texts) => texts.length)).toEqual([1, 1, 1]);
    });
    for (const [text] of seen(open)) expect(text).toContain('mr-x');
    for (const [text] of seen(blind)) expect(text).not.toContain('mr-x');
    const { body } = await blind.send('GET', '/v1/events?limit=1000');
    const event = body.data.find(
      ({ entityId, eventType }: Body) => entityId === table.id && eventType !== 'entityCreated',
    );
    expect(JSON.parse(got('hook', blind, table)[0]!)).toEqual(event);
  });

  it('are not sent about what they may not see any more, and the record says so', async () => {
    const [open, former] = [await person(), await person()];
    const about = await alert(destination('Slack', [open, former], { quietHours: ALL_DAY }));
    const table = await people.table();
    await held(about, 2);
    await forbid(former, blindTo('ViewAll'));
    await set(`${PATH}/${about.id}`, 'destinations/0/config/quietHours', null);
    await soon(async () => {
      const found = await deliveries(about);
      expect(found.map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ['delivered', undefined],
        ['failed', UNSEEN],
      ]);
    });
    expect([got('slack', open, table).length, got('slack', former, table).length]).toEqual([1, 0]);
    const [record] = await deliveries(about, '&state=failed');
    expect(record?.attempts).toBe(0);
    await ok('POST', `${PATH}/id/${about.id}/redeliver`, { eventId: record?.eventId, status: 'failed' });
    await soon(async () => {
      const [again] = await deliveries(about, '&state=failed');
      expect(again?.timestamp).toBeGreaterThan(record?.timestamp);
      expect(again?.reason).toBe(UNSEEN);
    });
    expect(got('slack', former, table)).toEqual([]);
  });

  it('that collect events leave out those that they may not see any more', async () => {
    const condition = "matchAnyTag('PII.Sensitive')";
    const one = await person(blindTo('ViewCustomFields'), blindTo('ViewAll', { condition }));
    const about = await alert(destination('Slack', [one], { digest: '1s', quietHours: ALL_DAY }));
    const [first, second, third] = [await people.table(), await people.table(), await people.table()];
    await set(`/v1/tables/${third.id}`, 'extension', { held_by: 'mr-x' });
    await held(about, 4);
    const tags = [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
    await set(`/v1/tables/${first.id}`, 'tags', tags);
    await set(`${PATH}/${about.id}`, 'destinations/0/config/quietHours', null);
    await soon(() => expect(got('slack', one, second)).toHaveLength(1));
    const [text] = got('slack', one, second);
    expect(text).toContain('3 events');
    expect(text).toContain(third.name);
    expect(text).not.toContain(first.name);
    expect(text).not.toContain('mr-x');
    await soon(async () => {
      const found = await deliveries(about);
      expect(found.map(({ state, reason }) => [state, reason])).toContainEqual(['failed', UNSEEN]);
      expect(found.filter(({ state }) => state === 'delivered')).toHaveLength(3);
    });
  });

  it('stop with the right to see, while the server runs', async () => {
    const [open, former] = [await person(), await person()];
    const about = await alert(destination('Slack', [open, former]), destination('Email', [open, former]));
    const table = await people.table();
    await soon(() => {
      for (const one of [open, former])
        expect([got('slack', one, table).length, mailed(one, table).length]).toEqual([1, 1]);
    });
    await forbid(former, blindTo('ViewAll'));
    await set(`/v1/tables/${table.id}`, 'description', 'Of nobody else');
    await soon(() => expect([got('slack', open, table).length, mailed(open, table).length]).toEqual([2, 2]));
    // The second event was planned for one person only.
    await soon(async () =>
      expect((await deliveries(about)).map(({ state }) => state)).toEqual(Array(6).fill('delivered')),
    );
    expect([got('slack', former, table).length, mailed(former, table).length]).toEqual([1, 1]);
  });

  it('show everything at an address that the alert names itself', async () => {
    const blind = await person(blindTo('ViewCustomFields'));
    const table = await people.table();
    const config = { endpoint: `${receiver.url}/slack/${blind.name}` };
    await alert(destination('Slack', [blind]), { category: 'External', type: 'Slack', config });
    await set(`/v1/tables/${table.id}`, 'extension', { held_by: 'mr-x' });
    await soon(() => expect(got('slack', blind, table)).toHaveLength(1));
    expect(got('slack', blind, table)[0]).toContain('mr-x');
  });

  it('to the address of a team show what its members see by the rights of the team', async () => {
    const rules = [{ name: 'rule', ...blindTo('ViewCustomFields') }];
    const policy = await people.make('/v1/policies', { name: people.world.unique('of a team'), rules });
    const team = async (more: object = {}) => {
      const name = people.world.unique('team');
      const slack = { endpoint: `${receiver.url}/slack/${name}` };
      const made = await people.make('/v1/teams', {
        ...{ name, teamType: 'Group', email: `${name}@example.com`, profile: { subscription: { slack } } },
        ...more,
      });
      return { id: made.id, name };
    };
    const [open, blind] = [await team(), await team({ policies: [policy.id] })];
    const to = { category: 'Teams', config: { receivers: [open.name, blind.name] } };
    const about = await alert({ ...to, type: 'Email' }, { ...to, type: 'Slack' });
    const table = await people.table({ extension: { held_by: 'mr-x' } });
    await set(`/v1/tables/${table.id}`, 'extension/held_by', 'ms-y');
    const seen = (one: { name: string }) => [...mailed(one, table), ...got('slack', one, table)].join();
    await soon(async () => {
      expect((await deliveries(about)).map(({ state }) => state)).toEqual(Array(8).fill('delivered'));
    });
    expect(seen(open)).toContain('ms-y');
    expect(seen(blind)).toContain(table.name);
    expect(seen(blind)).not.toContain('ms-y');
    // What one team keeps to itself is not told to another.
    const { id } = await ok('GET', '/v1/policies/name/TeamOnlyPolicy');
    const keeping = await team({ policies: [id] });
    const own = await people.table({ owners: [{ id: keeping.id, type: 'team' }] });
    await alert({ ...to, type: 'Slack', config: { receivers: [open.name, keeping.name] } });
    await set(`/v1/tables/${own.id}`, 'description', 'Of one team');
    await soon(() => expect(got('slack', keeping, own)).toHaveLength(1));
    expect(seen({ name: open.name })).not.toContain(own.name);
    expect(got('slack', open, own)).toEqual([]);
  });

  it('of two alerts come once by mail and in chat, and to each webhook', async () => {
    const one = await person();
    const channels = ['Email', 'Slack', 'Webhook'].map((type) => destination(type, [one]));
    const both = [await alert(...channels), await alert(...channels)];
    const table = await people.table();
    await soon(async () => {
      const found = (await Promise.all(both.map((about) => deliveries(about)))).flat();
      expect(found.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
    });
    expect([mailed(one, table).length, got('slack', one, table).length]).toEqual([1, 1]);
    expect(got('hook', one, table)).toHaveLength(2);
  });
});
