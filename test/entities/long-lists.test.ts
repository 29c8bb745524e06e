// Teams and tables with so many members and followers that writes, versions and events do not repeat them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_LISTED } from '../../src/catalog/index.js';
import { getEntityById, insertEntity, putRelations, RELATION } from '../../src/storage/index.js';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore, type TestStore } from '../support/stores.js';

const MEMBERS = MOST_LISTED + 1;

forEachSeededStore('long lists', (use) => {
  let people: People;
  let users: string[];
  beforeAll(async () => {
    people = await openPeople(use());
    const one = await user();
    users = await copiesOf(one, use().store, MEMBERS);
  });
  afterAll(() => people.app.close());

  const user = () => {
    const name = people.world.unique('member').toLowerCase();
    return people.make('/v1/users', { name, email: `${name}@example.com` });
  };
  const team = (members: readonly string[]) =>
    people.make('/v1/teams', { name: people.world.unique('team'), teamType: 'Group', users: members });
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await people.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const get = (path: string) => ok('GET', path);
  const membersOf = async ({ id }: Body): Promise<Body[]> => (await get(`/v1/teams/${id}?fields=users`)).users;
  const lastEvent = async ({ id }: Body) => {
    const { data } = await get('/v1/events?entityUpdated=*&entityCreated=*&timestamp=0&limit=1000');
    const event = data.filter(({ entityId }: Body) => entityId === id).at(-1);
    return { ...event, entity: JSON.parse(event.entity) };
  };
  const reference = (id: string) => ({ id, type: 'user' });

  it('are shown when they are asked for, and not repeated by writes, versions and events', async () => {
    const large = await team(users);
    expect(large).not.toHaveProperty('users');
    expect((await membersOf(large)).map(({ id }) => id)).toEqual(users);

    const described = await ok('PATCH', `/v1/teams/${large.id}`, [{ op: 'add', path: '/description', value: 'Many' }]);
    expect(described).toMatchObject({ description: 'Many', version: 0.2, owners: [], policies: [] });
    expect(described).not.toHaveProperty('users');
    expect(described.changeDescription.fieldsAdded).toEqual([{ name: 'description', newValue: 'Many' }]);
    expect(described.changeDescription.fieldsDeleted).toEqual([]);
    for (const version of ['0.1', '0.2']) {
      const shown = await get(`/v1/teams/${large.id}/versions/${version}`);
      expect([shown.name, shown.users]).toEqual([large.name, undefined]);
    }
    const { entity } = await lastEvent(large);
    expect([entity.description, entity.users]).toEqual(['Many', undefined]);
    expect(await membersOf(large)).toHaveLength(MEMBERS);
  });

  it('are changed like short ones, and writes tell who joined and who left', async () => {
    const [large, one] = [await team(users), await user()];
    const path = `/v1/teams/${large.id}`;
    const joined = await ok('PATCH', path, [{ op: 'add', path: '/users/-', value: reference(one.id) }]);
    const named = (change: Body[]) =>
      change.map(({ name, newValue, oldValue }) => [name, namesIn(newValue ?? oldValue)]);
    expect(named(joined.changeDescription.fieldsAdded)).toEqual([['users', [one.name]]]);
    expect(joined).not.toHaveProperty('users');
    expect((await membersOf(large)).map(({ id }) => id)).toEqual([...users, one.id]);
    expect((await get(`/v1/users/${one.id}?fields=teams`)).teams.map(({ name }: Body) => name)).toEqual([large.name]);
    expect(named((await lastEvent(large)).changeDescription.fieldsAdded)).toEqual([['users', [one.name]]]);

    const left = await ok('PATCH', path, [
      { op: 'test', path: `/users/${MEMBERS}/id`, value: one.id },
      { op: 'remove', path: `/users/${MEMBERS}` },
    ]);
    expect(named(left.changeDescription.fieldsDeleted)).toEqual([['users', [one.name]]]);
    expect(await membersOf(large)).toHaveLength(MEMBERS);
    expect((await get(`/v1/users/${one.id}?fields=teams`)).teams[0].name).toBe('Organization');

    const replaced = await ok('PUT', `${path}/users`, [...users.slice(1), one.id].map(reference));
    expect(named(replaced.changeDescription.fieldsAdded)).toEqual([['users', [one.name]]]);
    expect(replaced.changeDescription.fieldsDeleted).toHaveLength(1);
    expect((await membersOf(large)).map(({ id }) => id).sort()).toEqual([...users.slice(1), one.id].sort());
  });

  it('that grow too long, or shorter again, are never taken for removed or added', async () => {
    const [growing, one] = [await team(users.slice(1)), await user()];
    expect(growing.users).toHaveLength(MOST_LISTED);
    const path = `/v1/teams/${growing.id}`;
    const describe = (value: string) => ok('PATCH', path, [{ op: 'add', path: '/description', value }]);
    const changed = ({ changeDescription }: Body) =>
      ['fieldsAdded', 'fieldsUpdated', 'fieldsDeleted'].map((list) =>
        changeDescription[list].map(({ name }: Body) => name),
      );

    expect((await describe('a')).users).toHaveLength(MOST_LISTED);
    const grown = await ok('PATCH', path, [{ op: 'add', path: '/users/-', value: reference(one.id) }]);
    expect([changed(grown)[2], grown.users]).toEqual([[], undefined]);
    expect(namesIn(grown.changeDescription.fieldsAdded.find(({ name }: Body) => name === 'users').newValue)).toEqual([
      one.name,
    ]);
    const long = await describe('b');
    expect(changed(long).flat()).not.toContain('users');

    const shrunk = await ok('PATCH', path, [{ op: 'remove', path: `/users/${MOST_LISTED}` }]);
    expect([changed(shrunk)[0], shrunk.users?.length]).toEqual([[], MOST_LISTED]);
    expect(changed(shrunk)[2]).toContain('users');
    expect(changed(await describe('c'))[0]).not.toContain('users');
    expect(await membersOf(growing)).toHaveLength(MOST_LISTED);
  });

  it('are given whole by a PUT', async () => {
    const large = await team(users);
    const create = { name: large.name, teamType: 'Group' };
    const kept = await ok('PUT', '/v1/teams', { ...create, description: 'Kept' });
    expect([kept.description, kept.users]).toEqual(['Kept', undefined]);
    expect(await membersOf(large)).toHaveLength(MEMBERS);
    const given = await ok('PUT', '/v1/teams', { ...create, description: 'Kept', users: users.slice(0, 2) });
    expect(given.users.map(({ id }: Body) => id)).toEqual(users.slice(0, 2));
    expect(given.changeDescription.fieldsDeleted.map(({ name }: Body) => name)).toEqual(['users']);
  });

  it('of followers grow and shrink one by one', async () => {
    const [table, one] = [await people.table(), await user()];
    const edges = users.map((id, ord) => ({
      ...{ from_id: id, from_type: 'user', kind: RELATION.follows, to_id: table.id, to_type: 'table', ord, data: null },
    }));
    await use().store.write((tx) => putRelations(tx, edges));
    const path = `/v1/tables/${table.id}`;
    const followers = async () => (await get(`${path}?fields=followers`)).followers.length;
    const described = await ok('PATCH', path, [{ op: 'add', path: '/description', value: 'Popular' }]);
    expect([described.description, described.followers, described.votes.upVotes]).toEqual(['Popular', undefined, 0]);
    const event = await ok('PUT', `${path}/followers`, one.id);
    expect(event.changeDescription.fieldsAdded[0].newValue[0].id).toBe(one.id);
    expect((await lastEvent(table)).entity).not.toHaveProperty('followers');
    expect(await followers()).toBe(MEMBERS + 1);
    for (const id of [one.id, users[0]]) await ok('DELETE', `${path}/followers/${id}`);
    expect(await followers()).toBe(MOST_LISTED);
    expect((await ok('PATCH', path, [{ op: 'remove', path: '/description' }])).followers).toHaveLength(MOST_LISTED);
  });
});

const namesIn = (text: string): string[] => JSON.parse(text).map(({ name }: Body) => name);

/** Stores further users, since creating so many by requests takes long. */
async function copiesOf(user: Body, store: TestStore['store'], count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await store.write(async (tx) => {
    const row = await getEntityById(tx, user.id);
    if (!row) throw new Error('no such user');
    for (const [i, id] of ids.entries()) {
      const named = (text: string) => text.replaceAll(user.id, id).replaceAll(user.name, `${user.name}-${i}`);
      const { ref, doc, name, fqn } = row;
      await insertEntity(tx, { ...row, id, ref: named(ref), doc: named(doc), name: named(name), fqn: named(fqn) });
    }
  });
  return ids;
}
