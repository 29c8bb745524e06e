// A role that is disabled gives nothing and forbids nothing, as if nobody had it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Rule } from './support/catalog-of-people.js';

forEachSeededStore('roles that are disabled', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const roleOf = async (rule: Rule) => {
    const name = people.world.unique('role');
    const rules = [{ name: 'r', effect: 'allow', resources: ['table'], ...rule }];
    const policy = await people.make('/v1/policies', { name: `of ${name}`, rules });
    return people.make('/v1/roles', { name, policies: [policy.name] });
  };
  const disable = async (id: string, value: boolean) => {
    const answer = await people.send('PATCH', `/v1/roles/${id}`, [{ op: 'add', path: '/disabled', value }]);
    expect([answer.status, answer.body.disabled]).toEqual([200, value]);
  };

  it('give no rights, given to a user or by a team, until they are enabled again', async () => {
    const table = await people.table();
    const own = await roleOf({ operations: ['Delete', 'ViewAll'] });
    const ofTeam = await roleOf({ operations: ['EditDisplayName', 'ViewAll'] });
    const name = people.world.unique('team').replace('/', '-');
    const team = await people.make('/v1/teams', { name, teamType: 'Group', defaultRoles: [ofTeam.id] });
    const who = await people.person([], { roles: [own.id], teams: [team.id] });
    const rename = [{ op: 'add', path: '/displayName', value: 'Renamed' }];
    const statuses = async () => [
      (await who.send('PATCH', `/v1/tables/${table.id}`, rename)).status,
      (await who.send('DELETE', `/v1/tables/${table.id}`)).status,
    ];
    await disable(own.id, true);
    await disable(ofTeam.id, true);
    expect(await statuses()).toEqual([403, 403]);
    await disable(ofTeam.id, false);
    expect(await statuses()).toEqual([200, 403]);
    await disable(own.id, false);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('forbid nothing, and count for no condition', async () => {
    const table = await people.table();
    const denying = await roleOf({ effect: 'deny', operations: ['ViewAll'] });
    const who = await people.person(
      [{ effect: 'deny', operations: ['ViewAll'], resources: ['table'], condition: `hasAnyRole('${denying.name}')` }],
      {},
    );
    const roles = [{ op: 'add', path: '/roles/-', value: { id: denying.id, type: 'role' } }];
    expect((await people.send('PATCH', `/v1/users/${who.id}`, roles)).status).toBe(200);
    const status = async () => (await who.send('GET', `/v1/tables/${table.id}`)).status;
    expect(await status()).toBe(403);
    await disable(denying.id, true);
    expect(await status()).toBe(200);
  });

  it('are disabled and enabled by administrators only, once somebody has them', async () => {
    const role = await roleOf({ effect: 'deny', operations: ['ViewAll'] });
    const free = await roleOf({ operations: ['ViewAll'] });
    const editor = await people.person([{ operations: ['EditAll', 'ViewAll'], resources: ['role'] }]);
    await people.person([], { roles: [role.id] });
    const step = [{ op: 'add', path: '/disabled', value: true }];
    expect((await editor.send('PATCH', `/v1/roles/${role.id}`, step)).status).toBe(403);
    expect((await editor.send('PATCH', `/v1/roles/${free.id}`, step)).status).toBe(200);
    await disable(free.id, true);
  });
});
