// Incidents of tests are tasks: one state, whichever way it is changed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const STATES = `${CASES}/testCaseIncidentStatus`;

forEachSeededStore('incidents as tasks', (use) => {
  let people: People;
  let owner: Person;
  let bob: Person;
  let stranger: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    [owner, bob] = await Promise.all([people.person([]), people.person([])]);
    stranger = await people.person([{ effect: 'deny', operations: ['All'], resources: ['table'] }]);
  });
  afterAll(() => people.app.close());

  const ok = async (by: Pick<People, 'send'>, method: string, path: string, body?: unknown) => {
    const answer = await by.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 400)}`).toBeLessThan(300);
    return answer.body;
  };
  const newCase = async (more: object = {}) => {
    const table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
    return ok(people, 'POST', CASES, {
      name: people.world.unique('rows'),
      entityLink: `<#E::table::${table.fullyQualifiedName}>`,
      testDefinition: 'tableRowCountToEqual',
      parameterValues: [{ name: 'value', value: '5' }],
      ...more,
    });
  };
  let at = 1_760_000_000_000;
  const result = (test: Body, testCaseStatus: string) =>
    ok(people, 'POST', `${CASES}/testCaseResults/${encodeURIComponent(test.fullyQualifiedName)}`, {
      ...{ timestamp: ++at, testCaseStatus, result: '7 rows', testResultValue: [] },
    });
  const failed = async (more: object = {}) => {
    const test = await newCase(more);
    const { incidentId } = await result(test, 'Failed');
    return { test, id: incidentId as string };
  };
  const taskOf = (id: string, by: Pick<People, 'send'> = people) =>
    ok(by, 'GET', `/v1/tasks/${id}?fields=about,assignees,payload`);
  const statesOf = async (id: string): Promise<Body[]> => (await ok(people, 'GET', `${STATES}/stateId/${id}`)).data;
  const typesOf = async (id: string) => (await statesOf(id)).map((state) => state.testCaseResolutionStatusType);
  const add = (test: Body, testCaseResolutionStatusType: string, more: object = {}) =>
    ok(people, 'POST', STATES, {
      ...{ testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType },
      ...more,
    });
  const resolved = {
    testCaseResolutionStatusDetails: { testCaseFailureReason: 'MissingData', testCaseFailureComment: 'late' },
  };
  const step = (by: Pick<People, 'send'>, id: string, transitionId: string, more: object = {}) =>
    by.send('POST', `/v1/tasks/${id}/resolve`, { transitionId, ...more });

  it('are listed without those of deleted tests, unless asked for', async () => {
    const [gone, kept] = [await failed(), await failed()];
    await ok(people, 'DELETE', `${CASES}/${gone.test.id}`);
    const listed = async (query: string) => {
      const ofTest = ({ test }: { test: Body }) => `testCaseFQN=${encodeURIComponent(test.fullyQualifiedName)}`;
      const lists = [gone, kept].map((one) => ok(people, 'GET', `${STATES}?${ofTest(one)}${query}`));
      return (await Promise.all(lists)).map(({ data, paging }) => [data.length, paging.total]);
    };
    const [none, one] = [
      [0, 0],
      [1, 1],
    ];
    expect(await listed('')).toEqual([none, one]);
    expect(await listed('&include=all')).toEqual([one, one]);
    expect(await listed('&include=deleted')).toEqual([one, none]);
    const { data } = await ok(people, 'GET', `${STATES}/incidentGroups?groupBy=testCase&limit=1000`);
    const names = data.map((group: Body) => group.name);
    expect(names).toContain(kept.test.fullyQualifiedName);
    expect(names).not.toContain(gone.test.fullyQualifiedName);
    expect(await typesOf(gone.id)).toEqual(['New']);
  });

  it('open with a task for the owners, of the same id', async () => {
    const { test, id } = await failed();
    const task = await taskOf(id);
    expect(people.app.contract.validator('entity/tasks/task')(task)).toMatchObject({ ok: true });
    expect(task).toMatchObject({
      ...{ category: 'Incident', type: 'TestCaseResolution', status: 'Open', workflowStageId: 'new' },
      about: { id: test.id, type: 'testCase' },
      assignees: [{ id: owner.id }],
      payload: { testCaseResolutionStatusId: id, failureReason: '7 rows' },
      taskFormSchemaId: expect.any(String),
    });
    expect(task.availableTransitions.map((way: Body) => way.id)).toEqual(['ack', 'assign', 'resolve']);
    await result(test, 'Failed');
    const { data } = await ok(people, 'GET', `/v1/tasks?aboutEntity=${encodeURIComponent(test.fullyQualifiedName)}`);
    expect(data).toHaveLength(1);
    const mine = await ok(owner, 'GET', '/v1/tasks/assigned?limit=1000');
    expect(mine.data.map((one: Body) => one.id)).toContain(id);
  });

  it('follow their tasks', async () => {
    const { test, id } = await failed();
    expect((await step(bob, id, 'ack')).status).toBe(403);
    expect((await step(owner, id, 'ack')).body).toMatchObject({ status: 'InProgress', workflowStageId: 'ack' });
    expect((await step(owner, id, 'assign')).status).toBe(400);
    expect((await step(owner, id, 'assign', { payload: { assignees: [{ id: 'x', type: 'user' }] } })).status).toBe(404);
    const assigned = await step(owner, id, 'assign', { payload: { assignees: [{ id: bob.id, type: 'user' }] } });
    expect(assigned.body, assigned.text).toMatchObject({ workflowStageId: 'assigned', assignees: [{ id: bob.id }] });
    expect((await ok(people, 'GET', `${STATES}?assignee=${bob.name}`)).data).toMatchObject([{ stateId: id }]);
    expect((await step(bob, id, 'resolve')).status).toBe(400);
    expect((await step(bob, id, 'resolve', { comment: 'x', payload: { testCaseFailureReason: 'Gone' } })).status).toBe(
      400,
    );
    const done = await step(bob, id, 'resolve', { comment: 'late', payload: { testCaseFailureReason: 'MissingData' } });
    expect(done.body, done.text).toMatchObject({
      ...{ status: 'Completed', workflowStageId: 'resolved', availableTransitions: [] },
      resolution: { type: 'Completed', comment: 'late', resolvedBy: { id: bob.id } },
    });
    const states = await statesOf(id);
    expect(states.map((state) => state.testCaseResolutionStatusType)).toEqual(['Resolved', 'Assigned', 'Ack', 'New']);
    expect(states[0]?.testCaseResolutionStatusDetails).toMatchObject({
      ...{ testCaseFailureReason: 'MissingData', testCaseFailureComment: 'late', resolvedBy: { id: bob.id } },
    });
    expect((await ok(people, 'GET', `${CASES}/${test.id}?fields=incidentId`)).incidentId).toBeUndefined();
    expect((await step(people, id, 'resolve', { comment: 'x' })).status).toBe(400);
  });

  it('are followed by their tasks', async () => {
    const { test, id } = await failed();
    await add(test, 'Ack', { severity: 'Severity2' });
    expect(await taskOf(id)).toMatchObject({ workflowStageId: 'ack', payload: { severity: 'Severity2' } });
    const state = await add(test, 'Assigned', {
      testCaseResolutionStatusDetails: { assignee: { id: bob.id, type: 'user' } },
    });
    expect(await taskOf(id)).toMatchObject({ workflowStageId: 'assigned', assignees: [{ id: bob.id }] });
    await ok(people, 'PATCH', `${STATES}/${state.id}`, [{ op: 'replace', path: '/severity', value: 'Severity5' }]);
    expect((await taskOf(id)).payload.severity).toBe('Severity5');
    await add(test, 'Resolved', resolved);
    expect(await taskOf(id)).toMatchObject({ status: 'Completed', resolution: { comment: 'late' } });
    await add(test, 'Ack');
    const again = await taskOf(id);
    expect(again).toMatchObject({ status: 'InProgress', workflowStageId: 'ack' });
    expect(again.resolution).toBeUndefined();
    await ok(people, 'PUT', `${STATES}/bulk`, [
      { testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Resolved', ...resolved },
    ]);
    expect((await taskOf(id)).status).toBe('Completed');
    const next = (await result(test, 'Failed')).incidentId;
    expect(next).not.toBe(id);
    expect([(await taskOf(next)).status, (await taskOf(id)).status]).toEqual(['Open', 'Completed']);
  });

  it('change with the assignees, state and severity of their tasks', async () => {
    const { test, id } = await failed();
    const patch = (path: string, value: unknown) =>
      people.send('PATCH', `/v1/tasks/${id}`, [{ op: 'add', path, value }]);
    expect((await patch('/status', 'InProgress')).body).toMatchObject({ workflowStageId: 'ack' });
    expect((await patch('/status', 'Open')).status).toBe(400);
    expect((await patch('/assignees', [{ id: bob.id, type: 'user' }])).body).toMatchObject({
      ...{ status: 'InProgress', workflowStageId: 'assigned', assignees: [{ id: bob.id }] },
    });
    expect((await patch('/payload/severity', 'Severity1')).status).toBe(200);
    expect((await statesOf(id))[0]?.severity).toBe('Severity1');
    expect((await patch('/payload/severity', 'Severity9')).status).toBe(400);
    expect((await patch('/payload/testCaseResolutionStatusId', bob.id)).status).toBe(400);
    expect((await taskOf(id)).payload.testCaseResolutionStatusId).toBe(id);
    expect((await patch('/availableTransitions', [])).body.availableTransitions).toHaveLength(2);
    expect(await typesOf(id)).toEqual(['Assigned', 'Ack', 'New']);
    const bulk = await ok(people, 'POST', '/v1/tasks/bulk', {
      ...{ taskIds: [id], operation: 'Assign', params: { assignees: [owner.name] } },
    });
    expect(bulk).toMatchObject({ successful: 1 });
    expect((await statesOf(id))[0]?.testCaseResolutionStatusDetails.assignee.id).toBe(owner.id);
    expect((await people.send('DELETE', `/v1/tasks/${id}?hardDelete=true`)).status).toBe(400);
    expect((await people.send('POST', `/v1/tasks/${id}/close?comment=No`)).body).toMatchObject({ status: 'Cancelled' });
    expect((await typesOf(id))[0]).toBe('Resolved');
    expect((await ok(people, 'GET', `${CASES}/${test.id}?fields=incidentId`)).incidentId).toBeUndefined();
    expect((await people.send('DELETE', `/v1/tasks/${id}?hardDelete=true`)).status).toBe(200);
  });

  it('end with a success if the test says so', async () => {
    const { test, id } = await failed();
    await ok(people, 'PATCH', `${CASES}/${test.id}`, [{ op: 'add', path: '/autoCloseIncident', value: true }]);
    await result(test, 'Success');
    expect(await taskOf(id)).toMatchObject({ status: 'Completed', resolution: { comment: 'AutoResolved' } });
  });

  it('are opened as a task, once', async () => {
    const test = await newCase();
    const open = (by: Pick<People, 'send'>, about = `<#E::testCase::${test.fullyQualifiedName}>`) =>
      by.send('POST', '/v1/tasks', { category: 'Incident', type: 'TestCaseResolution', about });
    expect((await open(bob)).status).toBe(403);
    const answers = await Promise.all([open(people), open(people)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const id = answers.find(({ status }) => status === 201)?.body.id;
    expect(await typesOf(id)).toEqual(['New']);
    expect((await result(test, 'Failed')).incidentId).toBe(id);
    expect((await open(people, `<#E::user::${bob.name}>`)).status).toBe(400);
    const { fullyQualifiedName: other } = await newCase();
    const asked = { category: 'Incident', type: 'TestCaseResolution', about: `<#E::testCase::${other}>` };
    expect((await people.send('POST', '/v1/tasks', { ...asked, assignees: ['nobody.here'] })).status).toBe(404);
    expect((await people.send('POST', '/v1/tasks', { ...asked, payload: { severity: 'Severity9' } })).status).toBe(400);
    const blind = await people.person([
      { operations: ['All'], resources: ['testCase', 'task'] },
      { effect: 'deny', operations: ['All'], resources: ['tag'] },
    ]);
    const labelled = { ...asked, tags: [{ tagFQN: 'PII.Sensitive', source: 'Classification' }] };
    expect((await blind.send('POST', '/v1/tasks', labelled)).status).toBeGreaterThanOrEqual(403);
    const given = await ok(people, 'POST', '/v1/tasks', {
      ...asked,
      assignees: [bob.name, owner.name],
      reviewers: [owner.name],
      ...{
        displayName: 'Rows are missing',
        description: 'Since noon',
        priority: 'Critical',
        dueDate: 4_000_000_000_000,
      },
      payload: { severity: 'Severity2', rootCause: 'A late file' },
    });
    expect(await ok(people, 'GET', `/v1/tasks/${given.id}?fields=assignees,reviewers,payload`)).toMatchObject({
      ...{ status: 'InProgress', workflowStageId: 'assigned', assignees: [{ id: bob.id }, { id: owner.id }] },
      ...{
        displayName: 'Rows are missing',
        description: 'Since noon',
        priority: 'Critical',
        dueDate: 4_000_000_000_000,
      },
      reviewers: [{ id: owner.id }],
      payload: { testCaseResolutionStatusId: given.id, severity: 'Severity2', rootCause: 'A late file' },
    });
    expect((await statesOf(given.id)).map(({ severity }) => severity)).toEqual(['Severity2', 'Severity2']);
    expect((await statesOf(given.id))[0]?.testCaseResolutionStatusDetails.assignee.id).toBe(bob.id);
  });

  it('stay one state when people act at once', async () => {
    const { test, id } = await failed();
    const ends = await Promise.all([
      step(owner, id, 'resolve', { comment: 'one' }),
      step(people, id, 'resolve', { comment: 'two' }),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 400]);
    await Promise.all([
      add(test, 'Ack'),
      step(people, id, 'resolve', { comment: 'three' }),
      add(test, 'Ack'),
      step(owner, id, 'resolve', { comment: 'four' }),
    ]);
    const [last] = await statesOf(id);
    const task = await taskOf(id);
    const stage = { Resolved: 'resolved', Ack: 'ack' }[String(last?.testCaseResolutionStatusType)];
    expect(task.workflowStageId).toBe(stage);
    await Promise.all([...Array(6).keys()].map((i) => (i % 2 ? result(test, 'Failed') : add(test, 'Ack'))));
    const { data } = await ok(people, 'GET', `/v1/tasks?statusGroup=open&aboutEntity=${test.fullyQualifiedName}`);
    expect(data).toHaveLength(1);
  });

  it('are hidden with the table', async () => {
    const { test, id } = await failed();
    for (const [method, path, body] of [
      ['GET', `/v1/tasks/${id}`],
      ['GET', `${STATES}/stateId/${id}`],
      ['POST', `/v1/tasks/${id}/resolve`, { transitionId: 'resolve', comment: 'x' }],
      ['POST', `/v1/tasks/${id}/close`],
      ['POST', `/v1/tasks/${id}/comments`, { message: 'x' }],
      ['PATCH', `/v1/tasks/${id}`, [{ op: 'add', path: '/displayName', value: 'x' }]],
      ['POST', STATES, { testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Ack' }],
    ] as const)
      expect((await stranger.send(method, path, body)).status, `${method} ${path}`).toBe(403);
    const { data } = await ok(stranger, 'GET', '/v1/tasks?category=Incident&limit=1000');
    expect(data).toEqual([]);
    expect(await typesOf(id)).toEqual(['New']);
  });

  it('are kept from those whom a rule of tasks denies it', async () => {
    const { id } = await failed();
    const denied = await people.person([
      { operations: ['All'], resources: ['testCase'] },
      { effect: 'deny', operations: ['ResolveTask'], resources: ['task'], condition: '!isTaskAssignee()' },
    ]);
    expect((await step(denied, id, 'ack')).status).toBe(403);
    await ok(people, 'PATCH', `/v1/tasks/${id}`, [
      { op: 'add', path: '/assignees', value: [{ id: denied.id, type: 'user' }] },
    ]);
    expect((await step(denied, id, 'resolve', { comment: 'mine' })).status).toBe(200);
  });
});
