// Tasks over HTTP: opened, decided, commented on, counted, and who may do what.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { eventsOf } from '../support/read-events.js';
import { forEachStore } from '../support/stores.js';

forEachStore('tasks', (use) => {
  let people: People;
  let table: Body;
  let ann: Person;
  let bob: Person;
  let owner: Person;
  let stranger: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    [ann, bob, owner] = await Promise.all([people.person([]), people.person([]), people.person([])]);
    stranger = await people.person([{ effect: 'deny', operations: ['All'], resources: ['table'] }]);
    table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
  });
  afterAll(() => people.app.close());

  const about = (of = table) => `<#E::table::${of.fullyQualifiedName}>`;
  const open = async (by: Person, body: object = {}) => {
    const made = await by.send('POST', '/v1/tasks', {
      category: 'Custom',
      type: 'CustomTask',
      about: about(),
      ...body,
    });
    expect(made.status, made.text).toBe(201);
    expect(people.app.contract.validator('entity/tasks/task')(made.body)).toMatchObject({ ok: true });
    return made.body;
  };
  const describe = (newDescription: string, more: object = {}) => ({
    category: 'MetadataUpdate',
    type: 'DescriptionUpdate',
    payload: { newDescription, fieldPath: 'columns::id::description' },
    ...more,
  });
  const list = async (by: Person, below = '') => {
    const answer = await by.send('GET', `/v1/tasks${below}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map(({ id }: Body) => id);
  };

  it('are counted anew when one changes its state or assignee', async () => {
    const [opener, doer] = await Promise.all([people.person([]), people.person([])]);
    const one = await open(opener, { assignees: [doer.name], about: about(await people.table()) });
    const total = async (below: string) => (await ann.send('GET', `/v1/tasks?limit=1&${below}`)).body.paging.total;
    const isOpen = await total('statusGroup=open');
    expect(await total(`assignee=${doer.name}`)).toBe(1);
    const given = [{ op: 'add', path: '/assignees', value: [{ id: opener.id, type: 'user' }] }];
    expect((await people.send('PATCH', `/v1/tasks/${one.id}`, given)).status).toBe(200);
    expect(await total(`assignee=${doer.name}`)).toBe(0);
    expect((await opener.send('POST', `/v1/tasks/${one.id}/close`)).status).toBe(200);
    expect(await total('statusGroup=open')).toBe(isOpen - 1);
  });

  it('are numbered, named freely, and assigned to the owners unless told otherwise', async () => {
    const one = await open(ann, { name: 'look' });
    const two = await open(ann, { name: 'look', assignees: [bob.name] });
    expect(Number(two.taskId.slice(5))).toBe(Number(one.taskId.slice(5)) + 1);
    expect(one).toMatchObject({
      name: 'look',
      taskId: expect.stringMatching(/^TASK-\d{5}$/),
      fullyQualifiedName: one.taskId,
      status: 'Open',
      priority: 'Medium',
      createdBy: { id: ann.id },
      assignees: [{ id: owner.id }],
      about: { id: table.id, type: 'table' },
    });
    expect(two.assignees).toMatchObject([{ id: bob.id }]);
    expect((await bob.send('GET', `/v1/tasks/name/${two.taskId}`)).body.id).toBe(two.id);
    expect(
      (await ann.send('POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', assignees: ['nobody'] })).status,
    ).toBe(404);
  });

  it('are assigned to people with dots in their names', async () => {
    const name = people.world.unique('First.Last').toLowerCase();
    const { id } = await people.make('/v1/users', { name, email: `${name}@example.com` });
    for (const given of [name, `"${name}"`, name.toUpperCase()]) {
      const task = await open(ann, { assignees: [given] });
      expect(task.assignees, given).toMatchObject([{ id }]);
    }
  });

  it('apply what they propose with the rights of who accepts, once', async () => {
    const task = await open(ann, describe('The key', { assignees: [bob.name] }));
    const path = `/v1/tasks/${task.id}/resolve`;
    expect((await ann.send('POST', path, { resolutionType: 'Approved' })).status).toBe(403);
    const [one, two] = await Promise.all(
      [bob, owner].map((by) => by.send('POST', path, { transitionId: 'approve', comment: 'Fine' })),
    );
    expect([one?.status, two?.status].sort()).toEqual([200, 400]);
    const { body } = await people.send('GET', `/v1/tasks/${task.id}?fields=about,payload`);
    expect(body).toMatchObject({ status: 'Approved', resolution: { type: 'Approved', comment: 'Fine' }, version: 0.2 });
    expect((await people.send('GET', `/v1/tables/${table.id}`)).body.columns[0].description).toBe('The key');
    expect((await eventsOf(use().store, task.id)).map(({ eventType }: Body) => eventType)).toEqual([
      'entityCreated',
      'entityUpdated',
    ]);
    const tags = await open(ann, {
      ...{ category: 'MetadataUpdate', type: 'TagUpdate', assignees: [bob.name] },
      payload: {
        tagsToAdd: [{ tagFQN: 'PII.Sensitive', source: 'Classification', labelType: 'Manual', state: 'Confirmed' }],
      },
    });
    expect((await bob.send('POST', `/v1/tasks/${tags.id}/resolve`, { resolutionType: 'Approved' })).status).toBe(200);
    const tagged = await people.send('GET', `/v1/tables/${table.id}?fields=tags`);
    expect(tagged.body.tags).toMatchObject([{ tagFQN: 'PII.Sensitive' }]);
    const owners = await open(ann, {
      ...{ category: 'MetadataUpdate', type: 'OwnershipUpdate', assignees: [bob.name] },
      payload: { newOwners: [{ id: bob.id, type: 'user' }] },
    });
    const refused = await bob.send('POST', `/v1/tasks/${owners.id}/resolve`, { resolutionType: 'Approved' });
    expect(refused.status, 'assigned, but without the right to set owners').toBe(403);
    expect((await people.send('GET', `/v1/tasks/${owners.id}`)).body.status).toBe('Open');
    expect((await bob.send('POST', `/v1/tasks/${owners.id}/resolve`, { resolutionType: 'Rejected' })).body.status).toBe(
      'Rejected',
    );
  });

  it('suggest changes that are accepted', async () => {
    const task = await open(ann, {
      ...{ category: 'MetadataUpdate', type: 'Suggestion' },
      payload: { suggestionType: 'Description', fieldPath: 'description', suggestedValue: 'Orders' },
    });
    expect((await ann.send('PUT', `/v1/tasks/${task.id}/suggestion/apply`)).status).toBe(403);
    const applied = await owner.send('PUT', `/v1/tasks/${task.id}/suggestion/apply`);
    expect(applied.body, applied.text).toMatchObject({ status: 'Approved' });
    expect((await people.send('GET', `/v1/tables/${table.id}`)).body.description).toBe('Orders');
    const { changeSummary } = (await people.send('GET', `/v1/changeSummary/table/${table.id}?limit=100`)).body;
    expect(changeSummary.description).toMatchObject({ changeSource: 'Suggested', changedBy: owner.name });
    expect(Object.keys((await people.send('GET', `/v1/tasks/${task.id}`)).body.changeDescription)).not.toContain(
      'changeSummary',
    );
    const other = await open(ann);
    expect((await owner.send('PUT', `/v1/tasks/${other.id}/suggestion/apply`)).status).toBe(400);
  });

  it('ask for access to data, which is granted and revoked', async () => {
    const body = (reason: string, accessType = 'FullAccess') => ({
      ...{ category: 'DataAccess', type: 'DataAccessRequest' },
      payload: { accessType, reason, expirationDate: 4_000_000_000_000 },
    });
    const first = await open(ann, body('For a report'));
    const second = await open(bob, body('For a model', 'Masked'));
    const step = (transitionId: string, more: object = {}) =>
      owner.send('POST', `/v1/tasks/${first.id}/resolve`, { transitionId, ...more });
    expect((await step('revoke', { comment: 'x' })).status).toBe(400);
    expect((await step('approve')).body).toMatchObject({ status: 'Approved', approvedBy: { id: owner.id } });
    expect((await step('markAsGranted')).body).toMatchObject({ status: 'Granted' });
    expect((await step('revoke')).status).toBe(400);
    expect((await step('revoke', { comment: 'Over' })).body).toMatchObject({
      status: 'Revoked',
      availableTransitions: [],
    });
    const requests = async (query: string) => list(ann, `/dataAccessRequests${query}`);
    expect(await requests('')).toEqual([second.id, first.id]);
    expect(await requests('?sortOrder=asc&limit=1')).toEqual([first.id]);
    expect(await requests('?limit=1&offset=1')).toEqual([first.id]);
    expect(await requests('?accessType=Masked')).toEqual([second.id]);
    expect(await requests(`?requestedBy=${ann.name}`)).toEqual([first.id]);
    expect(await requests('?statusGroup=active')).toEqual([second.id]);
    expect(await requests('?q=report')).toEqual([first.id]);
    expect(await requests(`?dataset=${table.fullyQualifiedName}`)).toHaveLength(2);
    expect((await ann.send('GET', '/v1/tasks/dataAccessRequests?status=Lost')).status).toBe(400);
    expect(
      (await ann.send('POST', '/v1/tasks', { category: 'DataAccess', type: 'DataAccessRequest', about: about() }))
        .status,
    ).toBe(400);
  });

  it('are counted as they are visible after a change of what they are about', async () => {
    const picky = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: 'noOwner()' },
    ]);
    const owned = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
    await open(ann, { about: about(owned) });
    const total = async () => (await picky.send('GET', '/v1/tasks?limit=0')).body.paging.total;
    const before = await total();
    await people.send('PATCH', `/v1/tables/${owned.id}`, [{ op: 'remove', path: '/owners' }]);
    expect([await total(), (await list(picky, '?limit=1000')).length]).toEqual([before - 1, before - 1]);
  });

  it('are visible exactly when what they are about is', async () => {
    const task = await open(ann);
    for (const [method, path, body] of [
      ['GET', `/v1/tasks/${task.id}`],
      ['GET', `/v1/tasks/name/${task.taskId}`],
      ['GET', `/v1/tasks/${task.id}/versions`],
      ['POST', `/v1/tasks/${task.id}/comments`, { message: 'Hm' }],
      ['POST', `/v1/tasks/${task.id}/close`],
      ['PATCH', `/v1/tasks/${task.id}`, [{ op: 'add', path: '/displayName', value: 'x' }]],
      ['DELETE', `/v1/tasks/${task.id}`],
      ['POST', '/v1/tasks', { category: 'Custom', type: 'CustomTask', about: about() }],
    ] as const)
      expect((await stranger.send(method, path, body)).status, `${method} ${path}`).toBe(403);
    expect(await list(stranger, '?limit=1000')).toEqual([]);
    expect((await stranger.send('GET', '/v1/tasks/count')).body.total).toBe(0);
    expect(await list(bob, '?limit=1000')).toContain(task.id);
    const found = async (by: Person) =>
      (await by.send('GET', `/v1/search/query?q=${task.taskId}&index=all`)).body.hits.hits.length;
    expect([await found(bob), await found(stranger)]).toEqual([1, 0]);
    expect((await stranger.send('GET', '/v1/events?entityCreated=task&timestamp=0&limit=1000')).text).not.toContain(
      task.id,
    );
    const free = await open(stranger, { about: undefined });
    expect(await list(stranger, '?limit=1000')).toEqual([free.id]);
  });

  it('are listed by who is concerned, and counted', async () => {
    const other = await people.table({ owners: [{ id: bob.id, type: 'user' }] });
    const task = await open(ann, { about: about(other), assignees: [ann.name], priority: 'High' });
    expect(await list(ann, '/assigned')).toEqual([task.id]);
    expect(await list(ann, '/created?limit=100')).toContain(task.id);
    expect(await list(bob, '/owned')).toEqual([task.id]);
    expect(await list(bob, '/visible?limit=100')).toContain(task.id);
    expect(await list(ann, `?aboutEntity=${other.fullyQualifiedName}`)).toEqual([task.id]);
    expect(await list(ann, `?aboutService=${people.service.fullyQualifiedName}&priority=High`)).toEqual([task.id]);
    expect(await list(ann, `?assignee=${ann.name}&statusGroup=open`)).toEqual([task.id]);
    expect(await list(ann, `?createdBy=${bob.name}&aboutEntity=${other.fullyQualifiedName}`)).toEqual([]);
    const counts = async () => (await ann.send('GET', `/v1/tasks/count?aboutEntity=${other.fullyQualifiedName}`)).body;
    expect(await counts()).toEqual({ open: 1, inProgress: 0, approved: 0, granted: 0, completed: 0, total: 1 });
    const total = async (query: string) => {
      const answer = await ann.send('GET', `/v1/tasks/count?aboutEntity=${other.fullyQualifiedName}&${query}`);
      return answer.body.total;
    };
    for (const name of ['category', 'type', 'priority']) {
      expect(await total(`${name}=${task[name]}`), name).toBe(1);
      expect((await ann.send('GET', `/v1/tasks/count?${name}=Nothing`)).status, name).toBe(400);
    }
    expect([await total('priority=high'), await total('priority=Low')]).toEqual([1, 0]);
    expect([await total(`createdById=${ann.id}`), await total(`createdById=${bob.id}`)]).toEqual([1, 0]);
    const begin = [{ op: 'replace', path: '/status', value: 'InProgress' }];
    expect((await people.send('PATCH', `/v1/tasks/${task.id}`, begin)).status).toBe(200);
    expect(await list(ann, `?assignee=${ann.name}&statusGroup=open`)).toEqual([task.id]);
    expect(await counts()).toEqual({ open: 1, inProgress: 1, approved: 0, granted: 0, completed: 0, total: 1 });
    await ann.send('POST', `/v1/tasks/${task.id}/close?comment=No`);
    expect(await counts()).toMatchObject({ open: 0, inProgress: 0, completed: 1, total: 1 });
    await people.send('DELETE', `/v1/tables/${other.id}?hardDelete=true`);
    expect((await people.send('GET', `/v1/tasks/${task.id}?include=all`)).status).toBe(404);
    const domain = await people.make('/v1/domains', {
      name: people.world.unique('area'),
      domainType: 'Aggregate',
      description: 'x',
    });
    const inside = await people.table({ domains: [domain.fullyQualifiedName] });
    const ofDomain = await open(ann, { about: about(inside) });
    expect(await list(ann, `?domain=${domain.fullyQualifiedName}`)).toEqual([ofDomain.id]);
    expect((await ann.send('GET', `/v1/domains/${domain.fullyQualifiedName}/tasks`)).body.data).toHaveLength(1);
    expect((await ann.send('GET', `/v1/tasks/${ofDomain.id}?fields=domains`)).body.domains).toMatchObject([
      { id: domain.id },
    ]);
  });

  it('are listed with their comments, however many they are', async () => {
    const of = await people.table();
    for (const message of ['One', 'Two', 'Three']) {
      const { id } = await open(ann, { about: about(of) });
      expect((await bob.send('POST', `/v1/tasks/${id}/comments`, { message })).status).toBe(200);
      const { body } = await ann.send('GET', `/v1/tasks?fields=comments&aboutEntity=${of.fullyQualifiedName}`);
      expect(body.data.find((one: Body) => one.id === id).comments).toMatchObject([{ message }]);
    }
  });

  it('have comments, of which none of concurrent writers is lost', async () => {
    const task = await open(ann);
    const path = `/v1/tasks/${task.id}/comments`;
    const answers = await Promise.all(
      [ann, bob, owner].flatMap((by) =>
        [1, 2].map((n) => by.send('POST', path, { message: `${by.name} ${n} <#E::user::${bob.name}>` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const read = async () => (await ann.send('GET', `/v1/tasks/${task.id}?fields=comments`)).body;
    const { comments, commentCount, version } = await read();
    expect([comments.length, commentCount, version]).toEqual([6, 6, 0.1]);
    expect(people.app.contract.validator('entity/tasks/task')(await read())).toMatchObject({ ok: true });
    expect(await list(ann, `?mentionedUser=${bob.name}`)).toContain(task.id);
    const [mine, theirs] = [
      comments.find((one: Body) => one.author.id === ann.id),
      comments.find((one: Body) => one.author.id === bob.id),
    ];
    expect((await ann.send('PATCH', `${path}/${theirs.id}`, { message: 'x' })).status).toBe(403);
    expect((await ann.send('DELETE', `${path}/${theirs.id}`)).status).toBe(403);
    const edited = await people.app.send('PATCH', `${path}/${mine.id}`, { body: { message: 'Now' }, token: ann.token });
    expect(edited.body.comments.find((one: Body) => one.id === mine.id).message).toBe('Now');
    expect((await people.send('DELETE', `${path}/${theirs.id}`)).body.commentCount).toBe(5);
    expect((await ann.send('POST', path, { message: ' ' })).status).toBe(400);
  });

  it('are changed by those concerned, and reassigned by owners only', async () => {
    const task = await open(ann, { assignees: [bob.name] });
    const patch = (by: Person, path: string, value: unknown) =>
      by.send('PATCH', `/v1/tasks/${task.id}`, [{ op: 'add', path, value }]);
    expect((await patch(ann, '/displayName', 'Look closer')).body.displayName).toBe('Look closer');
    expect((await patch(bob, '/status', 'InProgress')).body.status).toBe('InProgress');
    expect((await patch(bob, '/status', 'Approved')).status).toBe(400);
    expect((await patch(bob, '/priority', 'Low')).status).toBe(403);
    expect((await patch(bob, '/assignees', [])).status).toBe(403);
    expect((await patch(owner, '/priority', 'Low')).body.priority).toBe('Low');
    expect((await patch(owner, '/assignees', [{ id: ann.id, type: 'user' }])).body.assignees).toMatchObject([
      { id: ann.id },
    ]);
    expect((await patch(bob, '/displayName', 'Mine')).status).toBe(403);
    expect((await patch(ann, '/about', { id: ann.id, type: 'user' })).body.about.id).toBe(table.id);
    const bulk = await owner.send('POST', '/v1/tasks/bulk', {
      taskIds: [task.id, task.taskId, 'TASK-99999', 'x'],
      operation: 'UpdatePriority',
      params: { priority: 'Critical' },
    });
    expect(bulk.body, bulk.text).toMatchObject({ totalRequested: 4, successful: 2, failed: 2 });
    const closed = await ann.send('POST', '/v1/tasks/bulk', { taskIds: [task.id], operation: 'Cancel' });
    expect(closed.body).toMatchObject({ successful: 1 });
    expect((await ann.send('DELETE', `/v1/tasks/${task.id}?hardDelete=true`)).status).toBe(200);
    expect((await ann.send('GET', `/v1/tasks/${task.id}?include=all`)).status).toBe(404);
  });

  it('approve glossary terms', async () => {
    const glossary = await people.make('/v1/glossaries', {
      ...{ name: people.world.unique('words'), displayName: 'Words', description: 'Ours' },
      reviewers: [{ id: bob.id, type: 'user' }],
    });
    const term = async (name: string) => {
      const writer = await people.person([{ operations: ['Create', 'EditAll'], resources: ['glossaryTerm'] }]);
      const made = await writer.send('POST', '/v1/glossaryTerms', {
        name,
        description: 'A word',
        glossary: glossary.name,
      });
      expect(made.status, made.text).toBe(201);
      expect(made.body.entityStatus).toBe('In Review');
      const { data } = (await bob.send('GET', `/v1/tasks?aboutEntity=${made.body.fullyQualifiedName}&fields=assignees`))
        .body;
      expect(data).toMatchObject([{ type: 'GlossaryApproval', status: 'Open', assignees: [{ id: bob.id }] }]);
      return { term: made.body, task: data[0], writer };
    };
    const status = async (id: string) => (await people.send('GET', `/v1/glossaryTerms/${id}`)).body.entityStatus;
    const one = await term('One');
    expect(
      (await one.writer.send('POST', `/v1/tasks/${one.task.id}/resolve`, { resolutionType: 'Approved' })).status,
    ).toBe(403);
    expect((await bob.send('POST', `/v1/tasks/${one.task.id}/resolve`, { resolutionType: 'Approved' })).status).toBe(
      200,
    );
    expect(await status(one.term.id)).toBe('Approved');
    const two = await term('Two');
    await bob.send('POST', `/v1/tasks/${two.task.id}/resolve`, { resolutionType: 'Rejected' });
    expect(await status(two.term.id)).toBe('Rejected');
    const three = await term('Three');
    const set = [{ op: 'add', path: '/entityStatus', value: 'Approved' }];
    const steward = await people.send('PATCH', `/v1/glossaries/${glossary.id}`, [
      { op: 'add', path: '/reviewers', value: [] },
    ]);
    expect(steward.status).toBe(200);
    expect((await people.send('PATCH', `/v1/glossaryTerms/${three.term.id}`, set)).status).toBe(200);
    expect((await bob.send('GET', `/v1/tasks/${three.task.id}`)).body.status).toBe('Approved');
  });

  it('take no more than a megabyte of payload, and name each person once', async () => {
    const task = { name: 'large', category: 'Custom', type: 'CustomTask' };
    const refused = await people.send('POST', '/v1/tasks', {
      ...task,
      payload: { text: Array(40).fill('x'.repeat(60_000)) },
    });
    expect([refused.status, refused.body.message]).toEqual([400, 'payload must not have more than 1048576 characters']);
    const assignees = Array.from({ length: 1000 }, () => 'admin');
    const opened = await people.send('POST', '/v1/tasks', { ...task, assignees });
    expect(opened.body.assignees).toHaveLength(1);
  });

  it.each([
    [{ category: 'Custom' }],
    [{ category: 'Custom', type: 'Nothing' }],
    [{ category: 'Custom', type: 'CustomTask', about: 'x' }],
    [{ category: 'Custom', type: 'CustomTask', dueDate: 'soon' }],
    [{ category: 'Custom', type: 'CustomTask', assignees: [7] }],
    [{ category: 'MetadataUpdate', type: 'DescriptionUpdate', payload: { newDescription: 7 } }],
    [{ category: 'MetadataUpdate', type: 'Suggestion' }],
    [{ category: 'Custom', type: 'CustomTask', assignees: Array.from({ length: 101 }, (_, i) => `nobody${i}`) }],
    [7],
  ])('refuse %j', async (body) => {
    const answer = await people.send('POST', '/v1/tasks', body);
    expect([answer.status, answer.body.errorType]).toEqual([400, 'BAD_REQUEST']);
  });
});
