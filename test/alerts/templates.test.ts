// Notification templates: stored, tried, reset, and in the messages of alerts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDescriber, createStoredTemplates } from '../../src/alerts/messages/index.js';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { message, startReceiver, surroundings } from '../destinations/receiver.js';
import { forEachSeededStore } from '../support/stores.js';

const PATH = '/v1/notificationTemplates';
const ALERTS = '/v1/events/subscriptions';
const UPDATED = 'system-notification-entity-updated';
const texts = { templateSubject: 'About {{entity.name}}', templateBody: '<p>{{event.userName}} did it</p>' };

forEachSeededStore('notification templates', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use(), { flags: { webhookAllow: '127.0.0.0/8' } });
  });
  afterAll(() => people?.app.close());

  const ok = async (method: string, path: string, body?: unknown, as: Pick<Person, 'send'> = people): Promise<Body> => {
    const answer = await as.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const make = (more: object = {}) => people.make(PATH, { name: people.world.unique('mine'), ...texts, ...more });
  const replace = (field: string, value: unknown) => [{ op: 'replace', path: `/${field}`, value }];

  describe('that ship', () => {
    it('are listed with what they are', async () => {
      const { data } = await ok('GET', `${PATH}?provider=system&limit=100`);
      expect(data.map(({ name }: Body) => name)).toEqual(
        expect.arrayContaining(
          [
            ...['entity-created', 'entity-updated', 'entity-deleted', 'entity-soft-deleted', 'entity-default'],
            ...['logical-test-case-added', 'post-created', 'task-closed', 'task-entity-updated', 'task-resolved'],
            ...['test-result', 'thread-created', 'thread-updated', 'thread-entity-deleted'],
          ]
            .map((name) => `system-notification-${name}`)
            .concat('system-email-change-event-notification-envelope'),
        ),
      );
      expect(data).toHaveLength(15);
      for (const one of data) expect(one).toMatchObject({ provider: 'system', isModifiedFromDefault: false });
    });

    it('can be changed and reset, but not deleted or renamed, and alerts cannot choose them', async () => {
      const { id, templateBody } = await ok('GET', `${PATH}/name/${UPDATED}`);
      const changed = await ok('PATCH', `${PATH}/${id}`, replace('templateBody', '<p>Mine</p>'));
      expect(changed).toMatchObject({ isModifiedFromDefault: true, templateBody: '<p>Mine</p>', version: 0.2 });
      expect((await people.send('DELETE', `${PATH}/${id}`)).status).toBe(400);
      const alert = {
        ...{ name: people.world.unique('alert'), alertType: 'Notification', resources: ['table'] },
        notificationTemplate: { id, type: 'notificationTemplate' },
      };
      const refused = await people.send('POST', ALERTS, alert);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('provided by the system')]);
      const reset = await ok('PUT', `${PATH}/name/${UPDATED}/reset`);
      expect(reset).toMatchObject({ isModifiedFromDefault: false, templateBody });
      expect((await ok('PUT', `${PATH}/${id}/reset`)).version).toBe(reset.version);
      const mine = await make();
      expect((await people.send('PUT', `${PATH}/${mine.id}/reset`)).status).toBe(400);
      expect((await people.send('PUT', `${PATH}/name/nothing/reset`)).status).toBe(404);
    });
  });

  it('of users belong to an alert, which they can be found by', async () => {
    const { id } = await make();
    const alert = await people.make(ALERTS, {
      ...{ name: people.world.unique('alert'), alertType: 'Notification', resources: ['table'] },
      notificationTemplate: { id, type: 'notificationTemplate' },
    });
    expect(alert.notificationTemplate.id).toBe(id);
    const { data } = await ok('GET', `${ALERTS}?notificationTemplate=${id}`);
    expect(data.map((one: Body) => one.id)).toEqual([alert.id]);
    const unknown = { id: '00000000-0000-4000-8000-000000000000', type: 'notificationTemplate' };
    const answer = await people.send('PATCH', `${ALERTS}/${alert.id}`, replace('notificationTemplate', unknown));
    expect(answer.status).toBe(404);
    await ok('DELETE', `${PATH}/${id}`);
    expect((await people.send('GET', `${PATH}/${id}`)).status).toBe(404);
    await ok('PUT', `${PATH}/restore`, { id });
    await ok('GET', `${PATH}/${id}`);
  });

  it('are changed by those who may: those of users also with a right of its own', async () => {
    const author = await people.person([
      { operations: ['EditUserNotificationTemplate'], resources: ['notificationTemplate'] },
    ]);
    const nobody = await people.person([]);
    const { id } = await make();
    const { id: system } = await ok('GET', `${PATH}/name/${UPDATED}`);
    const steps = replace('templateSubject', 'Mine');
    expect((await nobody.send('PATCH', `${PATH}/${id}`, steps)).status).toBe(403);
    await ok('PATCH', `${PATH}/${id}`, steps, author);
    expect((await author.send('PATCH', `${PATH}/${system}`, steps)).status).toBe(403);
    expect((await author.send('PUT', `${PATH}/${system}/reset`)).status).toBe(403);
    expect((await author.send('PATCH', `${PATH}/${id}`, replace('templateBody', '{{#if'))).status).toBe(400);
    for (const [path, body] of [
      ['validate', texts],
      ['render', { ...texts, resource: 'table' }],
    ] as const) {
      expect((await nobody.send('POST', `${PATH}/${path}`, body)).status).toBe(403);
      await ok('POST', `${PATH}/${path}`, body, author);
    }
    expect((await author.send('POST', `${PATH}/send`, { renderRequest: texts, destinations: [] })).status).toBe(403);
    expect((await ok('GET', `${PATH}/helpers`, undefined, nobody)).map(({ name }: Body) => name)).toContain('textDiff');
  });

  it('are validated: every error is told by field', async () => {
    expect(await ok('POST', `${PATH}/validate`, texts)).toEqual({ isValid: true });
    const wrong = { templateSubject: '{{#if', templateBody: 'a\n{{nothing 1}}' };
    expect(await ok('POST', `${PATH}/validate`, wrong)).toEqual({
      isValid: false,
      subjectError: expect.stringMatching(/^line 1: /),
      bodyError: 'line 2: there is no helper nothing',
    });
    expect((await people.send('POST', `${PATH}/validate`, { templateBody: 'x' })).status).toBe(400);
    expect((await people.send('POST', PATH, { name: 'wrong', ...wrong })).body.message).toContain('templateSubject');
  });

  it.each(['all', 'table', 'testCase', 'testSuite', 'task', 'conversation', 'pipeline', 'user'])(
    'show what they make of %s',
    async (resource) => {
      const { data } = await ok('GET', `${PATH}?provider=system&limit=100`);
      for (const { templateSubject, templateBody, name } of data) {
        const { validation, render } = await ok('POST', `${PATH}/render`, { templateSubject, templateBody, resource });
        expect(validation, name).toEqual({ isValid: true });
        if (name.startsWith('system-notification')) expect(render.subject).toContain('change event update from Cairn');
      }
    },
  );

  it('make safe HTML of a sample event', async () => {
    const templateBody =
      '<p onclick="x()">{{entity.name}}</p><script>alert(1)</script><a href="javascript:x()">a</a><img src="data:x"><iframe src="https://x"></iframe><b style="color:red;background:url(x)">b</b>';
    const { render } = await ok('POST', `${PATH}/render`, { ...texts, templateBody, resource: 'table' });
    expect(render).toEqual({ subject: 'About orders', body: '<p>orders</p><a>a</a><img><b>b</b>' });
    const slow = `${'{{#each entity.tags}}'.repeat(50)}${'{{/each}}'.repeat(50)}${'{{entity}}'.repeat(6000)}`;
    const stopped = await ok('POST', `${PATH}/render`, { ...texts, templateBody: slow, resource: 'table' });
    expect(stopped).toEqual({ validation: { isValid: false, bodyError: expect.stringContaining('longer than') } });
    const unknown = await people.send('POST', `${PATH}/render`, { ...texts, resource: 'nonsense' });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('not a source')]);
  });

  it('are not rendered for long, whatever HTML they make', async () => {
    const render = (templateBody: string) =>
      ok('POST', `${PATH}/render`, { ...texts, templateBody, resource: 'table' });
    const began = performance.now();
    const often = (text: string) => `{{#each event}}${text}{{/each}}`;
    for (const tag of ['<b>', '<div>', '<svg>', '<ul><li>']) {
      const { validation } = await render(often(tag.repeat(4000)) + often('</i>'.repeat(1000)));
      expect(validation).toEqual({ isValid: false, bodyError: expect.stringContaining('levels deep') });
    }
    const wide = `<table><tr>${often('<td>x'.repeat(2000))}${often('<tr><td>y'.repeat(1500))}</table>`;
    expect((await render(wide)).validation).toEqual({ isValid: true });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('are sent to a destination to see how they look', async () => {
    const receiver = await startReceiver((heard, response) => {
      response.statusCode = heard.url === '/no' ? 410 : 200;
      response.end();
    });
    const to = (path: string) => [
      { category: 'External', type: 'Slack', config: { endpoint: `${receiver.url}${path}` } },
    ];
    const renderRequest = { ...texts, resource: 'table' };
    try {
      expect(await ok('POST', `${PATH}/send`, { renderRequest, destinations: to('/') })).toEqual({ isValid: true });
      expect(JSON.parse(receiver.heard[0]!.body)).toMatchObject({
        text: 'About orders',
        blocks: [{ text: { text: 'About orders' } }, { text: { text: 'bob did it' } }],
      });
      const refused = await people.send('POST', `${PATH}/send`, { renderRequest, destinations: to('/no') });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('410 Gone')]);
      const bad = { ...renderRequest, templateBody: '{{#if' };
      expect((await ok('POST', `${PATH}/send`, { renderRequest: bad, destinations: to('/') })).isValid).toBe(false);
      expect(receiver.heard).toHaveLength(2);
    } finally {
      receiver.close();
    }
  });

  describe('in messages', () => {
    const describer = () => createDescriber(surroundings, createStoredTemplates(use().store.read));
    const describe_ = (event: object, id?: string) =>
      describer().message({
        ...message({ ...event }),
        alert: { name: 'alert', ...(id ? { id } : {}) },
        channel: 'Slack',
      });
    const shown = async (event: object, id?: string) => JSON.stringify((await describe_(event, id)).blocks);

    it('are chosen: that of the alert, else the most special of the system, as it is now', async () => {
      const { id: template } = await make({ templateBody: '<p>Own {{publisherName}}</p>' });
      const alert = await people.make(ALERTS, {
        ...{ name: people.world.unique('alert'), alertType: 'Notification', resources: ['all'] },
        notificationTemplate: { id: template, type: 'notificationTemplate' },
      });
      expect(await shown({}, alert.id)).toContain('Own Slack');
      await ok('DELETE', `${PATH}/${template}`);
      expect(await shown({}, alert.id)).toContain('updated');
      expect(await shown({ entityType: 'task', eventType: 'taskResolved' })).toContain('resolved');
      expect(await shown({ eventType: 'entityRestored' })).toContain('restored');
      expect(await shown({ eventType: 'somethingNew' })).toContain('changed');
      await ok('PATCH', `${PATH}/name/${UPDATED}`, replace('templateBody', '<p>Changed here</p>'));
      expect(await shown({})).toContain('Changed here');
      await ok('PUT', `${PATH}/name/${UPDATED}/reset`);
      expect(await shown({})).not.toContain('Changed here');
    });

    it('that need too much give way to those that ship', async () => {
      await ok('PATCH', `${PATH}/name/${UPDATED}`, replace('templateBody', '{{entity}}'.repeat(6000)));
      const entity = { description: 'long '.repeat(1000) };
      expect(await shown({ entity })).toContain('updated');
      await ok('PUT', `${PATH}/name/${UPDATED}/reset`);
    });

    it('are put into the envelope of mails, which cannot have scripts', async () => {
      const name = 'system-email-change-event-notification-envelope';
      const envelope =
        '<html><body style="color:red"><script>x()</script><h1>{{subject}}</h1>{{{body}}}<i>{{baseUrl}}</i></body></html>';
      await ok('PATCH', `${PATH}/name/${name}`, replace('templateBody', envelope));
      const mail = await describer().mail({ ...message(), channel: 'Email' });
      expect(mail.html).toMatch(
        /^<html><body style="color:red"><h1>\[Failed tests\] change event update from Cairn<\/h1>/,
      );
      expect(mail.html).toContain('<a href="https://cairn.test/table/shop.sales.public.orders">');
      await ok('PUT', `${PATH}/name/${name}/reset`);
      expect((await describer().mail({ ...message(), channel: 'Email' })).html).toContain('Sent by Cairn.');
    });
  });
});
