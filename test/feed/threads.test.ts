// Conversations over HTTP: what people say about entities, and who sees it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

const about = (table: Body, part = '') => `<#E::table::${table.fullyQualifiedName}${part}>`;

forEachStore('threads', (use) => {
  let people: People;
  let table: Body;
  let ann: Person;
  let bob: Person;
  let stranger: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    table = await people.table();
    ann = await people.person([]);
    bob = await people.person([]);
    stranger = await people.person([{ effect: 'deny', operations: ['All'], resources: ['table'] }]);
  });
  afterAll(() => people.app.close());

  const open = async (by: Person, more: object = {}, of = table) => {
    const made = await by.send('POST', '/v1/feed', { message: 'Is this in use?', about: about(of), ...more });
    expect(made.status, made.text).toBe(201);
    expect(people.app.contract.validator('entity/feed/thread')(made.body)).toMatchObject({ ok: true });
    return made.body;
  };
  const feed = async (by: Pick<Person, 'send'>, query: Record<string, string> = {}) => {
    const answer = await by.send('GET', `/v1/feed?${new URLSearchParams(query)}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  it('are listed with their posts in pages of any length', async () => {
    const other = await people.table();
    const messages = ['One', 'Two', 'Three'];
    for (const message of messages) {
      const { id } = await open(ann, { message }, other);
      expect((await bob.send('POST', `/v1/feed/${id}/posts`, { message: `${message}!` })).status).toBe(201);
    }
    for (const limit of ['3', '7', '30', '999']) {
      const { data } = await feed(ann, { entityLink: about(other), limit });
      expect(data.map(({ message, posts }: Body) => [message, posts[0]?.message])).toEqual(
        messages.toReversed().map((message) => [message, `${message}!`]),
      );
    }
  });

  it('are opened, read, answered, reacted to and deleted', async () => {
    const thread = await open(ann, { message: `Ask <#E::user::${bob.name}|@${bob.name}>` });
    expect(thread).toMatchObject({
      type: 'Conversation',
      about: about(table),
      entityRef: { id: table.id, type: 'table' },
      createdBy: ann.name,
      resolved: false,
      postsCount: 0,
    });
    const answered = await bob.send('POST', `/v1/feed/${thread.id}/posts`, { message: 'Daily.' });
    expect(answered.status, answered.text).toBe(201);
    expect(answered.body).toMatchObject({ postsCount: 1, posts: [{ message: 'Daily.', from: bob.name }] });
    const [post] = answered.body.posts;
    const reaction = { reactionType: 'heart', user: { id: ann.id, type: 'user' } };
    const path = `/v1/feed/${thread.id}/posts/${post.id}`;
    const reacted = await ann.send('PATCH', path, [{ op: 'add', path: '/reactions/0', value: reaction }]);
    expect(reacted.status, reacted.text).toBe(200);
    expect(reacted.body.reactions).toMatchObject([{ reactionType: 'heart', user: { id: ann.id, name: ann.name } }]);
    const changed = await ann.send('PATCH', path, [{ op: 'replace', path: '/message', value: 'Never.' }]);
    expect(changed.status).toBe(403);
    const mine = await bob.send('PATCH', path, [{ op: 'replace', path: '/message', value: 'Hourly.' }]);
    expect(mine.body).toMatchObject({ message: 'Hourly.', reactions: [{ reactionType: 'heart' }] });
    const posts = await ann.send('GET', `/v1/feed/${thread.id}/posts`);
    expect(posts.body).toMatchObject({ data: [{ message: 'Hourly.' }], paging: { total: 1 } });
    expect((await ann.send('DELETE', path)).status).toBe(403);
    expect((await bob.send('DELETE', path)).status).toBe(200);
    expect((await ann.send('GET', `/v1/feed/${thread.id}`)).body).toMatchObject({ postsCount: 0, posts: [] });
    expect((await bob.send('DELETE', `/v1/feed/${thread.id}`)).status).toBe(403);
    expect((await ann.send('DELETE', `/v1/feed/${thread.id}`)).status).toBe(200);
    expect((await ann.send('GET', `/v1/feed/${thread.id}`)).status).toBe(404);
    const events = await eventsOf(use().store, thread.id);
    expect(events.map(({ eventType, entityType }: Body) => `${entityType} ${eventType}`)).toEqual([
      'THREAD threadCreated',
      'THREAD postCreated',
      'THREAD postUpdated',
      'THREAD postUpdated',
      'THREAD threadUpdated',
    ]);
  });

  it('are visible to those who see what they are about', async () => {
    const thread = await open(ann);
    for (const [method, path, body] of [
      ['GET', `/v1/feed/${thread.id}`],
      ['GET', `/v1/feed/${thread.id}/posts`],
      ['POST', `/v1/feed/${thread.id}/posts`, { message: 'Hello' }],
      ['PATCH', `/v1/feed/${thread.id}`, [{ op: 'replace', path: '/resolved', value: true }]],
      ['DELETE', `/v1/feed/${thread.id}`],
      ['POST', '/v1/feed', { message: 'Hello', about: about(table) }],
      ['GET', `/v1/feed?entityLink=${encodeURIComponent(about(table))}`],
      ['GET', `/v1/feed/count?entityLink=${encodeURIComponent(about(table))}`],
    ] as const) {
      const answer = await stranger.send(method, path, body);
      expect(answer.status, `${method} ${path} ${answer.text}`).toBe(403);
    }
    expect((await feed(stranger)).data).toEqual([]);
    expect((await feed(stranger)).paging.total).toBe(0);
    expect((await stranger.send('GET', '/v1/feed/count')).body).toMatchObject([{ conversationCount: 0 }]);
    expect((await feed(bob)).data.map(({ id }: Body) => id)).toContain(thread.id);
    const since = '/v1/events?entityCreated=*&limit=1000&timestamp=0';
    const text = async (by: Person) => (await by.send('GET', since)).text;
    expect(await text(stranger)).not.toContain(thread.id);
  });

  it('follow renames, and go with what they are about', async () => {
    const domain = await people.make('/v1/domains', {
      name: people.world.unique('domain'),
      domainType: 'Aggregate',
      description: 'One',
    });
    const of = `<#E::domain::${domain.fullyQualifiedName}>`;
    const thread = await open(ann, { about: of });
    await ann.send('POST', `/v1/feed/${thread.id}/posts`, { message: 'Yes' });
    const renamed = await people.send('PATCH', `/v1/domains/${domain.id}`, [
      { op: 'replace', path: '/name', value: `${domain.name}New` },
    ]);
    expect(renamed.status, renamed.text).toBe(200);
    const found = await ann.send('GET', `/v1/feed/${thread.id}`);
    expect(found.body.about).toBe(`<#E::domain::${domain.name}New>`);
    const listed = await feed(ann, { entityLink: `<#E::domain::${domain.name}New>` });
    expect(listed.data).toMatchObject([{ id: thread.id }]);
    await people.send('DELETE', `/v1/domains/${domain.id}?hardDelete=true`);
    expect((await ann.send('GET', `/v1/feed/${thread.id}`)).status).toBe(404);
    const left = await use().store.read((sql) =>
      sql.get<{ n: number }>('select count(*) as n from post where thread_id = $1', [thread.id]),
    );
    expect(Number(left?.n)).toBe(0);
  });

  it('are listed by part, person, type and state, page by page', async () => {
    const other = await people.table({ owners: [{ id: ann.id, type: 'user' }] });
    const made: Body[] = [];
    for (let i = 0; i < 5; i++) made.push(await open(bob, { about: about(other), message: `Number ${i}` }));
    const part = await open(bob, { about: about(other, '::columns::email::description') });
    const link = about(other);
    const seen: string[] = [];
    let query: Record<string, string> = { entityLink: link, limit: '2' };
    for (let page = await feed(ann, query); ; page = await feed(ann, query)) {
      expect(page.paging.total).toBe(6);
      seen.push(...page.data.map(({ id }: Body) => id));
      if (!page.paging.after) {
        const back = await feed(ann, { entityLink: link, limit: '2', before: page.paging.before });
        expect(back.data.map(({ id }: Body) => id)).toEqual(seen.slice(2, 4));
        break;
      }
      query = { entityLink: link, limit: '2', after: page.paging.after };
    }
    expect(seen).toEqual([part, ...made.reverse()].map(({ id }) => id));
    const ofPart = await feed(ann, { entityLink: about(other, '::columns::email') });
    expect(ofPart.data).toMatchObject([{ id: part.id }]);
    const owned = await feed(bob, { userId: ann.id, filterType: 'OWNER', limit: '100' });
    expect(owned.data.map(({ id }: Body) => id).sort()).toEqual([...seen].sort());
    expect((await feed(bob, { userId: bob.id, filterType: 'OWNER' })).data).toEqual([]);
    await people.send('PUT', `/v1/tables/${other.id}/followers`, bob.id);
    expect((await feed(bob, { userId: bob.id, filterType: 'FOLLOWS' })).paging.total).toBe(6);
    await bob.send('PATCH', `/v1/feed/${part.id}`, [{ op: 'replace', path: '/resolved', value: true }]);
    expect((await feed(ann, { entityLink: link })).paging.total).toBe(5);
    expect((await feed(ann, { entityLink: link, resolved: 'true' })).data).toMatchObject([{ id: part.id }]);
    const mention = await open(bob, { about: link, message: `<#E::user::${ann.name}> look` });
    expect((await feed(bob, { userId: ann.id, filterType: 'MENTIONS' })).data).toMatchObject([{ id: mention.id }]);
    const counts = (await ann.send('GET', `/v1/feed/count?entityLink=${encodeURIComponent(link)}`)).body;
    expect(counts).toMatchObject([
      { entityLink: link, conversationCount: 6, mentionCount: 1 },
      { entityLink: about(other, '::columns::email::description'), conversationCount: 1, mentionCount: 0 },
    ]);
  });

  it('can be tasks, which those who have to act resolve with their own rights', async () => {
    const task = await open(ann, {
      type: 'Task',
      message: 'Describe it',
      about: about(table, '::columns::id'),
      taskDetails: { type: 'RequestDescription', assignees: [{ id: bob.id, type: 'user' }], suggestion: 'The key' },
    });
    expect(task.task).toMatchObject({ status: 'Open', assignees: [{ id: bob.id }], suggestion: 'The key' });
    const path = `/v1/feed/tasks/${task.task.id}`;
    expect((await ann.send('GET', path)).body.id).toBe(task.id);
    expect((await ann.send('PUT', `${path}/resolve`, { newValue: 'Mine' })).status).toBe(403);
    expect((await feed(bob, { userId: bob.id, filterType: 'ASSIGNED_TO' })).data).toMatchObject([{ id: task.id }]);
    const done = await bob.send('PUT', `${path}/resolve`, { newValue: 'The *key*' });
    expect(done.status, done.text).toBe(200);
    expect(done.body.task).toMatchObject({ status: 'Closed', newValue: 'The *key*', closedBy: bob.name });
    const { body } = await people.send('GET', `/v1/tables/${table.id}`);
    expect(body.columns[0].description).toBe('The *key*');
    expect((await bob.send('PUT', `${path}/resolve`, { newValue: 'Again' })).status).toBe(400);
    const tags = await open(ann, {
      type: 'Task',
      taskDetails: { type: 'RequestTag', assignees: [{ id: bob.id, type: 'user' }] },
    });
    const tagPath = `/v1/feed/tasks/${tags.task.id}`;
    expect((await bob.send('PUT', `${tagPath}/resolve`, { newValue: 'no list' })).status).toBe(400);
    const newValue = JSON.stringify([{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual' }]);
    expect((await bob.send('PUT', `${tagPath}/resolve`, { newValue })).status).toBe(200);
    expect((await people.send('GET', `/v1/tables/${table.id}?fields=tags`)).body.tags).toMatchObject([
      { tagFQN: 'PII.Sensitive' },
    ]);
    const closing = await open(ann, { type: 'Task', taskDetails: { type: 'Generic', assignees: [] } });
    const closed = await ann.send('PUT', `/v1/feed/tasks/${closing.task.id}/close`, { comment: 'Not needed' });
    expect(closed.body).toMatchObject({ task: { status: 'Closed' }, posts: [{ message: 'Not needed' }] });
    expect((await bob.send('GET', '/v1/feed/tasks/999999')).status).toBe(404);
    expect((await bob.send('GET', '/v1/feed/tasks/no')).status).toBe(400);
  });

  it('that are tasks concern who opened them and who has to act', async () => {
    const other = await people.table();
    const [opener, asked] = [await people.person([]), await people.person([])];
    const taskDetails = { type: 'Generic', assignees: [{ id: asked.id, type: 'user' }] };
    const task = await open(opener, { type: 'Task', taskDetails }, other);
    await open(opener, {}, other);
    for (const filterType of ['OWNER', 'FOLLOWS', 'MENTIONS', 'OWNER_OR_FOLLOWS'])
      for (const { id: userId } of [opener, asked]) {
        const { data } = await feed(people, { userId, filterType });
        expect(data, filterType).toMatchObject([{ id: task.id }]);
        const query = new URLSearchParams({ userId, filterType });
        const [counts] = (await people.send('GET', `/v1/feed/count?${query}`)).body;
        expect(counts, filterType).toMatchObject({ openTaskCount: 1, conversationCount: 0 });
      }
    const byOpener = { userId: opener.id, filterType: 'ASSIGNED_TO' };
    expect((await feed(people, byOpener)).data).toEqual([]);
    expect((await feed(people, { ...byOpener, filterType: 'ASSIGNED_BY' })).paging.total).toBe(2);
  });

  it('that are tasks cannot be assigned to bots', async () => {
    const bot = { id: (await people.send('GET', '/v1/users/name/ingestion-bot')).body.id, type: 'user' };
    const refused = { errorType: 'BAD_REQUEST', message: expect.stringContaining('ingestion-bot is a bot') };
    const request = { type: 'Task', message: 'Describe it', about: about(table) };
    const taskDetails = { type: 'Generic', assignees: [bot] };
    expect((await ann.send('POST', '/v1/feed', { ...request, taskDetails })).body).toMatchObject(refused);
    const task = await open(ann, { ...request, taskDetails: { ...taskDetails, assignees: [] } });
    const steps = [{ op: 'replace', path: '/task/assignees', value: [bot] }];
    expect((await ann.send('PATCH', `/v1/feed/${task.id}`, steps)).body).toMatchObject(refused);
  });

  it('can be announcements, of which one is shown at a time', async () => {
    const hour = 3_600_000;
    const now = Date.now();
    const announce = (startTime: number, endTime: number) =>
      ann.send('POST', '/v1/feed', {
        ...{ type: 'Announcement', message: 'Moves', about: about(table) },
        announcementDetails: { description: 'To the new cluster', startTime, endTime },
      });
    const shown = await announce(now - hour, now + hour);
    expect(shown.status, shown.text).toBe(201);
    expect(shown.body.announcement).toEqual({
      description: 'To the new cluster',
      startTime: now - hour,
      endTime: now + hour,
    });
    expect((await announce(now, now + 2 * hour)).status).toBe(400);
    expect((await announce(now + 5 * hour, now + 4 * hour)).status).toBe(400);
    const later = await announce(now + 2 * hour, now + 3 * hour);
    expect(later.status).toBe(201);
    const listed = (activeAnnouncement: string) => feed(ann, { type: 'Announcement', activeAnnouncement });
    expect((await listed('true')).data).toMatchObject([{ id: shown.body.id }]);
    expect((await listed('false')).data).toMatchObject([{ id: later.body.id }]);
    const [counts] = (await ann.send('GET', '/v1/feed/count')).body;
    expect(counts).toMatchObject({ totalAnnouncementCount: 2, activeAnnouncementCount: 1 });
    const path = `/v1/feed/${later.body.id}`;
    const patch = [{ op: 'replace', path: '/announcement/startTime', value: now }];
    expect((await ann.send('PATCH', path, patch)).status).toBe(400);
    expect((await bob.send('PATCH', path, patch)).status).toBe(403);
  });

  it('keep all reactions and posts of concurrent writers', async () => {
    const thread = await open(ann);
    const crowd = await Promise.all(Array.from({ length: 6 }, () => people.person([])));
    const types = ['heart', 'rocket'];
    const answers = await Promise.all(
      crowd.flatMap((one) => [
        ...types.map((reactionType) =>
          one.send('PATCH', `/v1/feed/${thread.id}`, [
            { op: 'add', path: '/reactions/0', value: { reactionType, user: { id: one.id, type: 'user' } } },
          ]),
        ),
        one.send('POST', `/v1/feed/${thread.id}/posts`, { message: `From ${one.name}` }),
      ]),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    const { body } = await ann.send('GET', `/v1/feed/${thread.id}`);
    expect(body.reactions).toHaveLength(12);
    expect(body.postsCount).toBe(6);
    expect(new Set(body.posts.map(({ from }: Body) => from)).size).toBe(6);
    const steal = [{ op: 'replace', path: '/reactions', value: [] }];
    expect((await ann.send('PATCH', `/v1/feed/${thread.id}`, steal)).status).toBe(403);
  });

  describe('refuse', () => {
    const wrong: [string, string, unknown][] = [
      ['POST', '/v1/feed', { message: 'x', about: 'table' }],
      ['POST', '/v1/feed', { message: 'x', about: '<#E::nosuch::a>' }],
      ['POST', '/v1/feed', { message: ' ', about: '<#E::user::admin>' }],
      ['POST', '/v1/feed', { message: 7, about: '<#E::user::admin>' }],
      ['POST', '/v1/feed', { message: 'x', about: '<#E::user::admin>', type: 'Shout' }],
      ['POST', '/v1/feed', { message: 'x', about: '<#E::user::admin>', type: 'Task' }],
      ['POST', '/v1/feed', { message: 'x', about: '<#E::user::admin>', type: 'Announcement' }],
      ['POST', '/v1/feed', { message: 'x'.repeat(100_001), about: '<#E::user::admin>' }],
      ['POST', '/v1/feed', 'text'],
      ['GET', '/v1/feed?limit=0', undefined],
      ['GET', '/v1/feed?type=Shout', undefined],
      ['GET', '/v1/feed?filterType=ALL', undefined],
      ['GET', '/v1/feed?after=x', undefined],
      ['GET', '/v1/feed?entityLink=x', undefined],
      ['GET', '/v1/feed?userId=x', undefined],
      ['GET', '/v1/feed/x', undefined],
    ];
    it.each(wrong)('%s %s', async (method, path, body) => {
      const answer = await people.send(method, path, body);
      expect([answer.status, answer.body.errorType]).toEqual([400, 'BAD_REQUEST']);
    });

    it('patches that make no thread', async () => {
      const thread = await open(ann);
      for (const value of [[{ reactionType: 'poke', user: { id: ann.id, type: 'user' } }], 'x', [{}], [7]])
        expect(
          (await ann.send('PATCH', `/v1/feed/${thread.id}`, [{ op: 'add', path: '/reactions', value }])).status,
        ).toBe(400);
      const nobody = { reactionType: 'heart', user: { id: '00000000-0000-4000-8000-000000000000', type: 'user' } };
      const steps = [{ op: 'add', path: '/reactions', value: [nobody] }];
      expect((await people.send('PATCH', `/v1/feed/${thread.id}`, steps)).status).toBe(404);
    });
  });
});
