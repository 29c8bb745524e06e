// A team with more members than one request removes: it is gone at once, and its members follow into the organization.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People } from './support/catalog-of-people.js';

const MEMBERS = 60;
const soon = { timeout: 30_000, interval: 20 };

forEachSeededStore('large teams', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const unique = (name: string) => people.world.unique(name);
  const get = async (path: string) => (await people.send('GET', path)).body;
  const teamsOf = async (users: readonly Body[]) => {
    const found = await Promise.all(users.map(({ id }) => get(`/v1/users/${id}?fields=teams`)));
    return found.map(({ teams }) => teams.map(({ name }: Body) => name));
  };
  const team = (more: object = {}) => people.make('/v1/teams', { name: unique('team'), teamType: 'Group', ...more });
  const members = async (teams: readonly string[]) => {
    const made: Body[] = [];
    for (let i = 0; i < MEMBERS; i++) {
      const name = unique('member').toLowerCase();
      made.push(await people.make('/v1/users', { name, email: `${name}@example.com`, teams }));
    }
    return made;
  };
  const ended = () =>
    vi.waitFor(async () => {
      for (const state of ['queued', 'running'])
        expect((await get(`/v1/jobs?kind=catalog.deletion&state=${state}`)).data).toEqual([]);
    }, soon);

  it('are removed in slices, and nobody stays without a team', async () => {
    const [large, other] = [await team(), await team()];
    const users = await members([large.id]);
    const [both, ...rest] = users as [Body, ...Body[]];
    const step = { op: 'add', path: '/teams', value: [large, other].map(({ id }) => ({ id, type: 'team' })) };
    expect((await people.send('PATCH', `/v1/users/${both.id}`, [step])).status).toBe(200);
    expect(await teamsOf(rest)).toEqual(rest.map(() => [large.name]));
    const organization = await get('/v1/teams/name/Organization?fields=userCount');

    const { status, body } = await people.send('DELETE', `/v1/teams/${large.id}?hardDelete=true`);
    expect([status, body.name, body.users]).toEqual([200, large.name, []]);
    expect((await people.send('GET', `/v1/teams/${large.id}`)).status).toBe(404);
    expect((await teamsOf(users)).flat()).not.toContain(large.name);
    await ended();
    expect(await teamsOf(rest)).toEqual(rest.map(() => ['Organization']));
    expect(await teamsOf([both])).toEqual([[other.name]]);
    const after = await get('/v1/teams/name/Organization?fields=userCount');
    expect(after.userCount).toBe(organization.userCount);
    const found = await get(`/v1/search/query?q=*&index=user&size=0&query_filter=${filterBy(large.id)}`);
    expect(found.hits.total.value).toBe(0);
    expect(await people.app.searchProblems()).toEqual([]);
    expect((await team({ name: large.name })).id).not.toBe(large.id);
  });

  it('leave their child teams with other parents alone, and delete the others', async () => {
    const large = await people.make('/v1/teams', { name: unique('unit'), teamType: 'Department' });
    const second = await people.make('/v1/teams', { name: unique('unit'), teamType: 'Department' });
    const shared = await team({ parents: [large.id, second.id] });
    const own = await team({ parents: [large.id] });
    const users = await members([own.id]);
    const path = `/v1/teams/${large.id}?hardDelete=true&recursive=true`;
    expect((await people.send('DELETE', path)).status).toBe(200);
    await ended();
    expect((await people.send('GET', `/v1/teams/${own.id}`)).status).toBe(404);
    expect(await teamsOf(users)).toEqual(users.map(() => ['Organization']));
    const { parents } = await get(`/v1/teams/${shared.id}?fields=parents`);
    expect(parents.map(({ name }: Body) => name)).toEqual([second.name]);
    expect(await people.app.searchProblems()).toEqual([]);
  });
});

function filterBy(teamId: string): string {
  return encodeURIComponent(JSON.stringify({ query: { term: { 'teams.id': teamId } } }));
}
