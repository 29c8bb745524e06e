// What tasks must not give: rights that neither the one who opens them nor the one who decides has.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('rights through tasks', (use) => {
  let people: People;
  let table: Body;
  let ann: Person;
  let bob: Person;
  let owner: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    [ann, bob, owner] = await Promise.all([people.person([]), people.person([]), people.person([])]);
    table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
  });
  afterAll(() => people.app.close());

  const link = (of: Body, type = 'table') => `<#E::${type}::${of.fullyQualifiedName}>`;
  const open = async (by: Person, body: object) => {
    const made = await by.send('POST', '/v1/tasks', { about: link(table), ...body });
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const resolve = async (by: Pick<Person, 'send'>, { id }: Body, resolutionType: string) =>
    (await by.send('POST', `/v1/tasks/${id}/resolve`, { resolutionType })).status;
  const wordsOf = (reviewer: Person) =>
    people.make('/v1/glossaries', {
      ...{ name: people.world.unique('words'), displayName: 'Words', description: 'Ours' },
      reviewers: [{ id: reviewer.id, type: 'user' }],
    });
  const term = async (writer: Person, glossary: Body, more: object = {}) => {
    const made = await writer.send('POST', '/v1/glossaryTerms', {
      ...{ name: people.world.unique('term'), description: 'A word', glossary: glossary.name },
      ...more,
    });
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const statusOf = async (path: string) => (await people.send('GET', path)).body.entityStatus;
  const tasksAbout = async (of: Body) =>
    (await people.send('GET', `/v1/tasks?aboutEntity=${of.fullyQualifiedName}&fields=assignees&limit=100`)).body.data;

  it('approve nothing for people who may neither review nor edit it', async () => {
    const glossary = await wordsOf(owner);
    const word = await term(await people.person([{ operations: ['Create'], resources: ['glossaryTerm'] }]), glossary);
    expect(word.entityStatus).toBe('In Review');
    for (const type of ['GlossaryApproval', 'RequestApproval'])
      for (const category of ['Approval', 'Custom']) {
        const opened = async (about: string) => open(ann, { category, type, about, assignees: [bob.name] });
        expect(await resolve(bob, await opened(link(word, 'glossaryTerm')), 'Approved')).toBe(403);
        expect(await resolve(bob, await opened(link(table)), 'Approved')).toBe(403);
        if (category === 'Approval') expect(await resolve(bob, await opened(link(table)), 'Rejected')).toBe(403);
      }
    expect(await statusOf(`/v1/glossaryTerms/${word.id}`)).toBe('In Review');
    expect(await statusOf(`/v1/tables/${table.id}`)).toBe(table.entityStatus);
    expect(await resolve(owner, await open(ann, approvalOf(word)), 'Approved')).toBe(200);
    expect(await statusOf(`/v1/glossaryTerms/${word.id}`)).toBe('Approved');
  });

  it('approve nothing for administrators who are no reviewers', async () => {
    const word = await term(
      await people.person([{ operations: ['Create'], resources: ['glossaryTerm'] }]),
      await wordsOf(owner),
    );
    const [asked] = await tasksAbout(word);
    for (const decision of ['Approved', 'Rejected'])
      for (const task of [asked, await open(ann, approvalOf(word))])
        expect(await resolve(people, task, decision)).toBe(403);
    const bulk = await people.send('POST', '/v1/tasks/bulk', { taskIds: [asked.id], operation: 'Approve' });
    expect(bulk.body, bulk.text).toMatchObject({ successful: 0, failed: 1 });
    expect(await statusOf(`/v1/glossaryTerms/${word.id}`)).toBe('In Review');
    expect(await resolve(people, await open(ann, { ...approvalOf(table), about: link(table) }), 'Approved')).toBe(200);
    expect(await resolve(owner, asked, 'Approved')).toBe(200);
    expect(await statusOf(`/v1/glossaryTerms/${word.id}`)).toBe('Approved');
  });

  const approvalOf = (word: Body) => ({
    ...{ category: 'Approval', type: 'GlossaryApproval', about: link(word, 'glossaryTerm') },
    assignees: [owner.name],
  });

  it.each(['EditAll', 'EditStatus'])(
    'approve nothing for reviewers whom a rule denies %s, as a PATCH does',
    async (denied) => {
      const resources = ['glossaryTerm'];
      const reviewer = await people.person([
        { operations: ['EditAll'], resources },
        { effect: 'deny', operations: [denied], resources, condition: "matchAnyTag('Tier.Tier1')" },
      ]);
      const writer = await people.person([{ operations: ['Create'], resources }]);
      const glossary = await wordsOf(reviewer);
      const tier = { tagFQN: 'Tier.Tier1', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
      const [closed, free] = [await term(writer, glossary, { tags: [tier] }), await term(writer, glossary)];
      const [asked] = await tasksAbout(closed);
      for (const decision of ['Approved', 'Rejected']) {
        const steps = [{ op: 'replace', path: '/entityStatus', value: decision }];
        expect((await reviewer.send('PATCH', `/v1/glossaryTerms/${closed.id}`, steps)).status).toBe(403);
        expect(await resolve(reviewer, asked, decision)).toBe(403);
      }
      const bulk = await reviewer.send('POST', '/v1/tasks/bulk', { taskIds: [asked.id], operation: 'Approve' });
      expect(bulk.body, bulk.text).toMatchObject({ successful: 0, failed: 1 });
      expect(await statusOf(`/v1/glossaryTerms/${closed.id}`)).toBe('In Review');
      expect((await people.send('GET', `/v1/tasks/${asked.id}`)).body.status).toBe('Open');
      expect(await resolve(reviewer, (await tasksAbout(free))[0], 'Approved')).toBe(200);
      expect(await statusOf(`/v1/glossaryTerms/${free.id}`)).toBe('Approved');
    },
  );

  it('ask the reviewers, whoever has asked somebody else before', async () => {
    const glossary = await wordsOf(owner);
    const writer = await people.person([{ operations: ['Create', 'EditAll'], resources: ['glossaryTerm'] }]);
    const word = await term(writer, glossary);
    const [asked] = await tasksAbout(word);
    expect(asked.assignees).toMatchObject([{ id: owner.id }]);
    expect(await resolve(owner, asked, 'Rejected')).toBe(200);
    await open(ann, { ...approvalOf(word), assignees: [bob.name] });
    await open(ann, {
      category: 'Custom',
      type: 'CustomTask',
      about: link(word, 'glossaryTerm'),
      ...disguised('GlossaryApproval'),
    });
    const again = await writer.send('PATCH', `/v1/glossaryTerms/${word.id}`, [
      { op: 'add', path: '/entityStatus', value: 'In Review' },
    ]);
    expect(again.body.entityStatus, again.text).toBe('In Review');
    const waiting = (await tasksAbout(word)).filter(({ status, assignees }: Body) => {
      return status === 'Open' && assignees.some(({ id }: Body) => id === owner.id);
    });
    expect(waiting).toHaveLength(1);
  });

  const disguised = (type: string) => ({ payload: { like: { type, status: 'Open' } } });

  it('apply nothing that is rejected', async () => {
    const editor = await people.person([{ operations: ['All'] }]);
    for (const category of ['Approval', 'MetadataUpdate']) {
      const task = await open(ann, {
        ...{ category, type: 'OwnershipUpdate', assignees: [editor.name] },
        payload: { newOwners: [{ id: ann.id, type: 'user' }] },
      });
      expect(await resolve(editor, task, 'Rejected')).toBe(200);
    }
    const { owners } = (await people.send('GET', `/v1/tables/${table.id}?fields=owners`)).body;
    expect(owners).toMatchObject([{ id: owner.id }]);
  });

  it('are what they say, whatever their payloads look like', async () => {
    for (const about of [link(table), undefined]) {
      const task = await open(ann, {
        ...{ category: 'Custom', type: 'CustomTask', about, assignees: [bob.name] },
        ...disguised('TestCaseResolution'),
      });
      expect(await resolve(ann, task, 'Completed')).toBe(403);
      expect((await bob.send('PUT', `/v1/tasks/${task.id}/suggestion/apply`)).status).toBe(400);
      expect(await resolve(bob, task, 'Completed')).toBe(200);
      const other = await open(ann, {
        category: 'Custom',
        type: 'CustomTask',
        about,
        ...disguised('TestCaseResolution'),
      });
      expect((await ann.send('POST', `/v1/tasks/${other.id}/close`)).status).toBe(200);
      expect((await ann.send('DELETE', `/v1/tasks/${other.id}?hardDelete=true`)).status).toBe(200);
    }
  });

  it('are decided by others only if those in charge say so', async () => {
    const task = await open(ann, { category: 'Custom', type: 'CustomTask' });
    const bobs = [{ id: bob.id, type: 'user' }];
    for (const steps of [
      [{ op: 'add', path: '/reviewers', value: bobs }],
      [{ op: 'move', from: '/assignees', path: '/watchers' }],
      [{ op: 'move', from: '/priority', path: '/displayName' }],
      [{ op: 'copy', from: '/assignees', path: '/reviewers' }],
      [{ op: 'replace', path: '', value: { ...task, reviewers: bobs } }],
    ])
      expect((await ann.send('PATCH', `/v1/tasks/${task.id}`, steps)).status, JSON.stringify(steps)).toBe(403);
    const put = { category: 'Custom', type: 'CustomTask', name: task.taskId, reviewers: [bob.name] };
    expect((await ann.send('PUT', '/v1/tasks', put)).status).toBe(403);
    const now = (await people.send('GET', `/v1/tasks/${task.id}?fields=assignees,reviewers`)).body;
    expect([now.assignees, now.reviewers ?? []]).toMatchObject([[{ id: owner.id }], []]);
    expect(
      (await owner.send('PATCH', `/v1/tasks/${task.id}`, [{ op: 'add', path: '/reviewers', value: bobs }])).status,
    ).toBe(200);
  });

  it('answer hidden people like people who do not exist', async () => {
    const blind = await people.person([{ effect: 'deny', operations: ['All'], resources: ['user', 'team'] }]);
    const mine = { category: 'Custom', type: 'CustomTask', about: undefined };
    const task = await open(blind, mine);
    const nobody = 'nobody-at-all';
    const told = async (method: string, path: string, body: (name: string, id: string) => unknown) => {
      const answers = [];
      for (const [name, id] of [
        [bob.name, bob.id],
        [nobody, '00000000-0000-4000-8000-000000000009'],
      ] as const) {
        const { status, text } = await blind.send(method, path, body(name, id));
        answers.push([status, text.replaceAll(name, 'NAME').replaceAll(id, 'ID')]);
      }
      expect(answers[0], `${method} ${path}`).toEqual(answers[1]);
      expect(answers[0]?.[0]).toBe(404);
    };
    await told('POST', '/v1/tasks', (name) => ({ category: 'Custom', type: 'CustomTask', assignees: [name] }));
    await told('POST', '/v1/tasks', (name) => ({ category: 'Custom', type: 'CustomTask', reviewers: [name] }));
    await told('PATCH', `/v1/tasks/${task.id}`, (_, id) => [
      { op: 'add', path: '/watchers', value: [{ id, type: 'user' }] },
    ]);
    expect((await blind.send('GET', `/v1/tasks?createdBy=${bob.name}`)).body.data).toEqual([]);
  });
});
