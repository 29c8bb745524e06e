// What the sample data says about itself: stored once, with the rights and lists of what people write.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOAD_DEMO, LOAD_DEMO_TALK } from '../../src/entities/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const ORDERS = 'warehouse.analytics.facts.fct_orders';
/** The batches with people, tags, the tables of facts and of what they refer to, and what contains them. */
const BATCHES = [0, 1, 2, 3, 4, 5, 6, 12, 13];
/** The batches with the teams of these people. */
const TEAMS = [19, 20];

forEachSeededStore('conversations of the sample data', (use) => {
  let app: TestApp;
  const get = async (path: string) => (await app.request('GET', path)).json;

  beforeAll(async () => {
    app = await createTestApp({ store: use() });
    for (const batch of BATCHES) await app.command(LOAD_DEMO, batch);
    expect(await app.command(LOAD_DEMO_TALK, null)).toBe(true);
  });
  afterAll(() => app.close());

  it('are tasks, a conversation, an announcement and activity', async () => {
    const about = encodeURIComponent(`<#E::table::${ORDERS}>`);
    const { data: tasks } = await get(`/v1/tasks?aboutEntity=${ORDERS}&fields=assignees&limit=10`);
    expect(tasks.map(({ taskId, status }: { taskId: string; status: string }) => [taskId, status])).toEqual([
      ['TASK-00001', 'Open'],
      ['TASK-00002', 'Open'],
      ['TASK-00004', 'Cancelled'],
    ]);
    expect(tasks[0]).toMatchObject({ createdBy: { name: 'lena' }, assignees: [{ name: 'jonas' }], commentCount: 1 });
    const { data: mine } = await get('/v1/tasks?assignee=admin&fields=assignees&limit=10');
    expect(
      mine.map(({ type, assignees }: { type: string; assignees: { name: string }[] }) => [type, assignees[0]?.name]),
    ).toEqual(
      expect.arrayContaining([
        ['DescriptionUpdate', 'admin'],
        ['Suggestion', 'admin'],
      ]),
    );
    const { data: threads } = await get(`/v1/feed?entityLink=${about}&type=Conversation`);
    expect(threads).toMatchObject([{ createdBy: 'lena', posts: [{ from: 'jonas', reactions: [{}] }] }]);
    const { data: announcements } = await get(`/v1/announcements?entityLink=${about}&active=true`);
    expect(announcements).toMatchObject([{ createdBy: 'jonas', status: 'Active' }]);
    const { data: events } = await get(`/v1/activity/entity/table/name/${ORDERS}`);
    const kinds = events.map(({ eventType }: { eventType: string }) => eventType);
    for (const kind of ['ColumnDescriptionUpdated', 'TagsUpdated', 'DescriptionUpdated', 'OwnerUpdated'])
      expect(kinds).toContain(kind);
  });

  it('put nobody back into a team', async () => {
    const load = async () => {
      for (const batch of TEAMS) await app.command(LOAD_DEMO, batch);
      return get('/v1/teams/name/warehouse?fields=users');
    };
    const namesOf = ({ users }: { users: { name: string }[] }) => users.map(({ name }) => name).sort();
    const team = await load();
    expect(namesOf(team)).toEqual(['jonas', 'samir', 'tom']);
    const steps = [
      { op: 'remove', path: '/users/0' },
      { op: 'replace', path: '/description', value: 'Ours' },
    ];
    expect((await app.request('PATCH', `/v1/teams/${team.id}`, { body: steps })).status).toBe(200);
    const again = await load();
    expect([namesOf(again), again.description]).toEqual([namesOf(team).slice(1), 'Ours']);
  });

  it('do not come back when they were deleted', async () => {
    const { id } = await get('/v1/announcements/name/sample-new-currency');
    expect((await app.request('DELETE', `/v1/announcements/${id}?hardDelete=true`)).status).toBe(200);
    expect(await app.command(LOAD_DEMO_TALK, null)).toBe(false);
    expect((await app.request('GET', '/v1/announcements/name/sample-new-currency')).status).toBe(404);
  });
});
