// Announcements over HTTP: shown for a time, about entities that the reader sees.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachStore } from '../support/stores.js';

const HOUR = 3_600_000;

forEachStore('announcements', (use) => {
  let people: People;
  let table: Body;
  let owner: Person;
  let reader: Person;
  let stranger: Person;
  beforeAll(async () => {
    people = await openPeople(use());
    [owner, reader] = await Promise.all([people.person([]), people.person([])]);
    stranger = await people.person([{ effect: 'deny', operations: ['All'], resources: ['table'] }]);
    table = await people.table({ owners: [{ id: owner.id, type: 'user' }] });
  });
  afterAll(() => people.app.close());

  const link = () => `<#E::table::${table.fullyQualifiedName}>`;
  const announce = (from: number, to: number, more: object = {}) =>
    people.make('/v1/announcements', {
      ...{
        description: 'It moves',
        startTime: Date.now() + from * HOUR,
        endTime: Date.now() + to * HOUR,
        entityLink: link(),
      },
      ...more,
    });
  const ids = async (by: Pick<Person, 'send'>, query = '') => {
    const answer = await by.send('GET', `/v1/announcements?limit=100${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map(({ id }: Body) => id).sort();
  };

  it('have a state by the clock, owners of what they are about, and readers who see that', async () => {
    const now = await announce(-1, 1);
    const later = await announce(1, 2);
    const over = await announce(-2, -1);
    expect([now, later, over].map(({ status }) => status)).toEqual(['Active', 'Scheduled', 'Expired']);
    expect(now.name).toMatch(/^announcement-/);
    const read = (await reader.send('GET', `/v1/announcements/${now.id}?fields=owners`)).body;
    expect(read).toMatchObject({
      entityLink: link(),
      owners: [{ id: owner.id }],
      status: 'Active',
      createdBy: 'admin',
    });
    expect(people.app.contract.validator('entity/feed/announcement')(read)).toMatchObject({ ok: true });
    expect(await ids(reader, '&active=true')).toEqual([now.id]);
    expect(await ids(reader, '&active=false')).toEqual([later.id, over.id].sort());
    expect(await ids(reader, '&status=Scheduled')).toEqual([later.id]);
    expect(await ids(reader, `&status=Expired&entityLink=${encodeURIComponent(link())}`)).toEqual([over.id]);
    expect((await reader.send('GET', '/v1/announcements?status=Old')).status).toBe(400);
    expect((await stranger.send('GET', `/v1/announcements/${now.id}`)).status).toBe(403);
    expect(await ids(stranger)).toEqual([]);
    const everywhere = await announce(-1, 1, { entityLink: undefined, owners: [reader.name] });
    expect(await ids(stranger)).toEqual([everywhere.id]);
    const edit = [{ op: 'add', path: '/description', value: 'It moves tonight' }];
    expect((await reader.send('PATCH', `/v1/announcements/${now.id}`, edit)).status).toBe(403);
    expect((await owner.send('PATCH', `/v1/announcements/${now.id}`, edit)).body).toMatchObject({
      description: 'It moves tonight',
      entityLink: link(),
    });
    const sooner = [{ op: 'replace', path: '/startTime', value: now.startTime }];
    const moved = await owner.send('PATCH', `/v1/announcements/${later.id}`, sooner);
    expect(moved.body, moved.text).toMatchObject({ startTime: now.startTime, status: 'Active' });
    expect((await reader.send('GET', `/v1/announcements/${later.id}`)).body.status).toBe('Active');
    expect(moved.body.changeDescription.fieldsUpdated).toMatchObject([{ name: 'startTime' }]);
    expect(
      (await people.send('POST', '/v1/announcements', { description: 'x', startTime: 2, endTime: 1 })).status,
    ).toBe(400);
    await people.send('DELETE', `/v1/tables/${table.id}?hardDelete=true`);
    expect((await people.send('GET', `/v1/announcements/${now.id}?include=all`)).status).toBe(404);
  });
});
