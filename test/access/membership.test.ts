// Teams bind their members to rules and give them rights: nobody slips out of the one or into the other.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('membership', (use) => {
  let people: People;
  let table: Body;
  let denial: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    table = await people.table();
    const rules = [{ name: 'no words', effect: 'deny', resources: ['table'], operations: ['EditDescription'] }];
    denial = await people.make('/v1/policies', { name: 'denial', rules });
  });
  afterAll(() => people.app.close());

  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const patch = (who: Person, path: string, ...steps: object[]) => who.send('PATCH', path, steps);
  const team = (more: object = {}) =>
    people.make('/v1/teams', { name: people.world.unique('team'), teamType: 'Department', ...more });
  const entry = (who: Person, more: object) => ({ name: who.name, email: `${who.name}@example.com`, ...more });
  const describe = (who: Person, step: object) => [`/v1/users/${who.id}`, step] as const;
  const teamsOf = async (who: Person) =>
    ((await people.send('GET', `/v1/users/${who.id}?fields=teams`)).body.teams as Body[]).map(({ id }) => id);

  it('in a team with policies ends only by who may edit it', async () => {
    const above = await team({ policies: [denial.id] });
    const bound = await team({ parents: [above.id] });
    const free = await team();
    for (const held of [above, bound]) {
      const who = await people.person([], { teams: [held.id, free.id] });
      const words = { op: 'add', path: '/description', value: 'Mine' };
      expect((await patch(who, `/v1/tables/${table.id}`, words)).status).toBe(403);
      for (const step of [
        { op: 'replace', path: '/teams', value: [] },
        { op: 'remove', path: '/teams' },
        { op: 'replace', path: '/teams', value: [ref(free, 'team')] },
      ])
        expect((await patch(who, ...describe(who, step))).status, JSON.stringify(step)).toBe(403);
      expect((await who.send('PUT', '/v1/users', entry(who, { teams: [] }))).status).toBe(403);
      expect((await who.send('PUT', '/v1/users', entry(who, { teams: [free.id] }))).status).toBe(403);
      expect((await who.send('DELETE', `/v1/teams/${held.id}/users/${who.id}`)).status).toBe(403);
      expect((await who.send('PUT', `/v1/teams/${held.id}/users`, [])).status).toBe(403);
      expect((await patch(who, `/v1/teams/${held.id}`, { op: 'replace', path: '/users', value: [] })).status).toBe(403);
      expect((await teamsOf(who)).sort()).toEqual([held.id, free.id].sort());
      // The rest of the entry is theirs, and so are teams that bind to nothing.
      expect((await who.send('PUT', '/v1/users', entry(who, { displayName: 'Me' }))).status).toBe(200);
      const leaving = { op: 'replace', path: '/teams', value: [ref(held, 'team')] };
      expect((await patch(who, ...describe(who, leaving))).status).toBe(200);
      expect(await teamsOf(who)).toEqual([held.id]);
    }
    const editor = await people.person([{ operations: ['EditUsers'], resources: ['team'] }], { teams: [bound.id] });
    expect((await patch(editor, ...describe(editor, { op: 'replace', path: '/teams', value: [] }))).status).toBe(200);
  });

  it('in a team that owns, reviews, has roles or is named in a rule begins only by who may edit it', async () => {
    const owning = await team();
    const owned = await people.table({ owners: [ref(owning, 'team')] });
    const reviewing = await team();
    const area = { name: people.world.unique('Area'), domainType: 'Aggregate', description: 'x' };
    const { fullyQualifiedName } = await people.make('/v1/domains', area);
    await people.make('/v1/dataProducts', {
      name: people.world.unique('Reviewed'),
      description: 'x',
      domains: [fullyQualifiedName],
      reviewers: [ref(reviewing, 'team')],
    });
    const named = await team();
    await people.person([{ operations: ['Delete'], condition: `inAnyTeam('${named.name}')` }]);
    const gifted = await team({
      defaultRoles: [(await people.send('GET', '/v1/roles/name/DataSteward')).body.id],
    });
    const closed = await team({ isJoinable: false });
    const free = await team();
    const who = await people.person([]);
    const join = (to: Body) => patch(who, ...describe(who, { op: 'add', path: '/teams', value: [ref(to, 'team')] }));
    for (const [why, to] of Object.entries({ owning, reviewing, named, gifted, closed })) {
      expect((await join(to)).status, why).toBe(403);
      expect((await who.send('PUT', '/v1/users', entry(who, { teams: [to.id] }))).status, why).toBe(403);
      const users = { op: 'add', path: '/users', value: [ref(who, 'user')] };
      expect((await patch(who, `/v1/teams/${to.id}`, users)).status, why).toBe(403);
      expect((await who.send('PUT', `/v1/teams/${to.id}/users`, [ref(who, 'user')])).status, why).toBe(403);
    }
    expect((await who.send('DELETE', `/v1/tables/${owned.id}`)).status).toBe(403);
    expect((await join(free)).status).toBe(200);
    const maker = await people.person([{ operations: ['Create'], resources: ['user'] }]);
    const helper = (teams: string[]) => {
      const name = people.world.unique('helper').toLowerCase();
      return maker.send('POST', '/v1/users', { name, email: `${name}@example.com`, teams });
    };
    expect((await helper([owning.id])).status).toBe(403);
    expect((await helper([free.id])).status).toBe(201);
    const editor = await people.person([{ operations: ['EditUsers'], resources: ['team'] }]);
    const add = { op: 'add', path: '/teams', value: [ref(owning, 'team')] };
    expect((await patch(editor, ...describe(editor, add))).status).toBe(200);
  });

  it('does not change by moving the own team out of one with policies', async () => {
    const above = await team({ policies: [denial.id] });
    const who = await people.person([]);
    const mine = await team({ parents: [above.id], owners: [ref(who, 'user')], users: [who.id] });
    for (const step of [
      { op: 'replace', path: '/parents', value: [] },
      { op: 'remove', path: '/parents' },
    ])
      expect((await patch(who, `/v1/teams/${mine.id}`, step)).status).toBe(403);
    const put = { name: mine.name, teamType: 'Department', parents: [] };
    expect((await who.send('PUT', '/v1/teams', put)).status).toBe(403);
    expect((await who.send('DELETE', `/v1/teams/${mine.id}?hardDelete=true`)).status).toBe(403);
    const { parents } = (await people.send('GET', `/v1/teams/${mine.id}?fields=parents`)).body;
    expect(parents.map(({ id }: Body) => id)).toEqual([above.id]);
  });
});
