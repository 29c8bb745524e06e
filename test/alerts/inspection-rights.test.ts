// What an ordinary account finds out through the endpoints about alerts, and what it can set going.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { PATH, soon } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const SECRET = 'hunter2-secret';

forEachSeededStore('alerts and their onlookers', (use) => {
  let people: People;
  let receiver: Receiver;
  let alert: Body;
  let table: Body;
  let domain: Body;
  beforeAll(async () => {
    people = await openPeople(use(), { flags: { webhookAllow: '127.0.0.0/8' } });
    receiver = await startReceiver();
    receiver.answer = ({ event }, response) => {
      response.statusCode = event.entityType === 'domain' || event.entityType === 'table' ? 400 : 200;
      response.end(`you sent ${event.entityFullyQualifiedName}`);
    };
    const config = { endpoint: receiver.url, authType: { type: 'bearer', secretKey: SECRET } };
    alert = await people.make(PATH, {
      ...{ name: people.world.unique('watched'), alertType: 'Notification', resources: ['all'], pollInterval: 1 },
      destinations: [{ category: 'External', type: 'Webhook', config }],
    });
    table = await people.table();
    domain = await people.make('/v1/domains', {
      ...{ name: people.world.unique('Hidden'), domainType: 'Aggregate', description: 'not for everybody' },
    });
    await soon(async () => {
      const { text } = await people.send('GET', `${PATH}/id/${alert.id}/failedEvents?limit=1000`);
      for (const { id } of [table, domain]) expect(text).toContain(id);
    });
  });
  afterAll(async () => {
    await people.app.close();
    await receiver.close();
  });

  const refs = () => [`id/${alert.id}`, `name/${alert.name}`];
  const views = () => [
    `${alert.id}/status/${alert.destinations[0].id}`,
    `name/${alert.name}/status/${alert.destinations[0].id}`,
    `${alert.id}/processedEvents`,
    `id/${alert.id}/listEvents?limit=1000`,
    'listAllFailedEvents?limit=1000',
    ...[
      'destinations',
      'eventsRecord',
      'diagnosticInfo?limit=1000',
      'failedEvents?limit=1000',
      'deliveries?limit=1000',
    ].flatMap((what) => refs().map((ref) => `${ref}/${what}`)),
    ...refs().map((ref) => `${ref}/listSuccessfullySentChangeEvents?limit=1000`),
  ];
  const see = (what: string, as: Pick<Person, 'send'>) => as.send('GET', `${PATH}/${what}`);
  const rules = (operations: string[], resources: string[]) => [{ operations, resources }];

  it('are refused to those who may not view all of the alert', async () => {
    const basic = await people.person(rules(['ViewBasic'], ['eventSubscription']), { isBot: true });
    const nobody = await people.person([], { isBot: true });
    for (const as of [basic, nobody])
      for (const view of views()) {
        const answer = await see(view, as);
        expect(answer.status, view).toBe(403);
        for (const name of [table.name, domain.name, SECRET]) expect(answer.text).not.toContain(name);
      }
  });

  it('show no event, and no answer to it, of what somebody may not see', async () => {
    const all = rules(['ViewAll'], ['eventSubscription']);
    const blind = await people.person(all, { isBot: true });
    const half = await people.person([...all, ...rules(['ViewAll'], ['table'])], { isBot: true });
    for (const view of views()) {
      const [none, some, everything] = [await see(view, blind), await see(view, half), await see(view, people)];
      for (const answer of [none, some, everything]) {
        expect(answer.status, view).toBe(200);
        expect(answer.text, view).not.toContain(SECRET);
      }
      expect(none.text, view).not.toContain(table.name);
      for (const { text } of [none, some]) expect(text, view).not.toContain(domain.name);
      if (!/failed|listEvents|deliveries/i.test(view)) continue;
      expect(some.text, view).toContain(table.id);
      expect(everything.text, view).toContain(domain.id);
    }
    const one = await see(`id/${alert.id}/failedEvents?limit=1`, half);
    expect(one.body).toMatchObject([{ changeEvent: { entityType: 'table' } }]);
    expect((await see(`id/${alert.id}/failedEvents?paginationOffset=1000`, half)).body).toEqual([]);
  });

  it('count only what somebody may see', async () => {
    const asleep = await people.make(PATH, {
      ...{ name: people.world.unique('asleep'), alertType: 'Notification', resources: ['table'], enabled: false },
      destinations: [],
    });
    await people.table();
    const all = rules(['ViewAll'], ['eventSubscription']);
    const blind = await people.person(all, { isBot: true });
    const half = await people.person([...all, ...rules(['ViewAll'], ['table'])], { isBot: true });
    const failures: number[] = [];
    for (const as of [blind, half, people]) {
      const list = async (what: string) => (await see(`id/${alert.id}/${what}`, as)).body;
      await soon(async () => {
        const [failed, delivered] = [
          await list('failedEvents?limit=1000'),
          (await list('deliveries?state=delivered&limit=1000')).data,
        ];
        const counted = { successfulEventsCount: delivered.length, failedEventsCount: failed.length };
        expect(await list('eventsRecord')).toMatchObject(counted);
        const told = await list('diagnosticInfo?details=true&listCountOnly=true');
        expect(told).toMatchObject({ ...counted, destinations: [counted] });
        const { data, paging } = await list('listEvents?limit=1000');
        expect(paging.total).toBe(data.length);
        failures.push(failed.length);
      });
      const unread = (await see(`id/${asleep.id}/diagnosticInfo?limit=1000`, as)).body;
      expect(unread.totalUnprocessedEventsCount).toBe(unread.totalUnprocessedEventsList.length);
      const brief = (await see(`id/${asleep.id}/diagnosticInfo?listCountOnly=true`, as)).body;
      expect(brief.totalUnprocessedEventsCount).toBe(unread.totalUnprocessedEventsCount);
      const { pendingEventsCount } = (await see(`id/${asleep.id}/eventsRecord`, as)).body;
      expect(pendingEventsCount).toBe(unread.totalUnprocessedEventsCount);
    }
    const [none, some, everything] = [failures[0], failures.at(-2), failures.at(-1)] as [number, number, number];
    expect([none < some, some < everything]).toEqual([true, true]);
  });

  it('count what is sent again as far as somebody may see it', async () => {
    const edit = rules(['ViewAll', 'EditAll'], ['eventSubscription']);
    const blind = await people.person(edit, { isBot: true });
    const half = await people.person([...edit, ...rules(['ViewAll'], ['table'])], { isBot: true });
    const count = async (what: string, as: Pick<Person, 'send'>) =>
      (await see(`id/${alert.id}/deliveries?state=${what}&limit=1000`, as)).body.data.length;
    for (const [as, least] of [
      [blind, 0],
      [half, 1],
      [people, 2],
    ] as const) {
      await soon(async () => expect(await count('pending', people)).toBe(0));
      const failed = await count('failed', as);
      const { status, body } = await as.send('POST', `${PATH}/id/${alert.id}/redeliver`, {});
      expect([status, body]).toEqual([200, { redelivered: failed }]);
      expect(failed).toBeGreaterThanOrEqual(least);
    }
  });

  it('are steered by those who may edit the alert only', async () => {
    const viewer = await people.person(rules(['ViewAll'], ['eventSubscription']), { isBot: true });
    const editor = await people.person(rules(['EditAll', 'ViewBasic'], ['eventSubscription']), { isBot: true });
    const sync = (as: Pick<Person, 'send'>) => as.send('PUT', `${PATH}/name/${alert.name}/syncOffset`);
    expect((await sync(viewer)).status).toBe(403);
    expect((await sync(editor)).status).toBe(200);
    for (const way of ['async', 'prefix'])
      expect((await viewer.send('DELETE', `${PATH}/${way}/${alert.id}`)).status).toBe(403);
    expect((await people.send('GET', `${PATH}/${alert.id}`)).status).toBe(200);
  });
});
