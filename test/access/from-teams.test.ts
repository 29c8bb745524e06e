// What people have by their teams, besides rights: personas, and what the teams own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('people have by their teams', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const team = (more: object = {}) =>
    people.make('/v1/teams', { name: people.world.unique('team').replace('/', '-'), teamType: 'Group', ...more });
  const persona = () => people.make('/v1/personas', { name: people.world.unique('persona').replace('/', '-') });
  const names = (list: Body[] | undefined) => (list ?? []).map(({ name }) => name).sort();

  it('the default personas of these teams, until they or the teams are gone', async () => {
    const [own, first, second] = [await persona(), await persona(), await persona()];
    const [one, two] = [await team({ defaultPersona: first.id }), await team({ defaultPersona: second.id })];
    const who = await people.person([], {
      teams: [one.id, two.id, (await team({ defaultPersona: first.id })).id],
      personas: [{ id: own.id, type: 'persona' }],
    });
    const bot = await people.person([], { isBot: true, teams: [one.id] });
    const shown = async ({ id }: Pick<Person, 'id'>) => {
      const { body } = await people.send('GET', `/v1/users/${id}?fields=personas`);
      return [names(body.personas), names(body.inheritedPersonas)];
    };
    expect(await shown(who)).toEqual([[own.name], [first.name, second.name].sort()]);
    expect(await shown(bot)).toEqual([[], []]);
    expect((await people.send('GET', `/v1/users/${who.id}`)).body.inheritedPersonas).toBeUndefined();
    const list = (await people.send('GET', `/v1/users?fields=personas&team=${one.name}`)).body.data as Body[];
    expect(names(list.find(({ id }) => id === who.id)?.inheritedPersonas)).toEqual([first.name, second.name].sort());
    // What is sent back is not stored.
    const back = (await people.send('GET', `/v1/users/${who.id}?fields=personas`)).body.inheritedPersonas;
    const step = [{ op: 'add', path: '/inheritedPersonas', value: [...back, { id: own.id, type: 'persona' }] }];
    expect((await people.send('PATCH', `/v1/users/${who.id}`, step)).body.version).toBe(0.1);
    await people.send('DELETE', `/v1/teams/${two.id}`);
    expect(await shown(who)).toEqual([[own.name], [first.name]]);
    await people.send('DELETE', `/v1/personas/${first.id}?hardDelete=true`);
    expect(await shown(who)).toEqual([[own.name], []]);
  });

  it('a persona that readers may not see is not shown to them', async () => {
    const given = await persona();
    const who = await people.person([], { teams: [(await team({ defaultPersona: given.id })).id] });
    const path = `/v1/users/${who.id}?fields=personas`;
    const narrow = await people.person([{ effect: 'deny', operations: ['All'], resources: ['persona'] }]);
    const answer = await narrow.send('GET', path);
    expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining(given.name)]);
    expect((await people.send('GET', path)).text).toContain(given.name);
  });

  it('only groups give personas', async () => {
    const { id } = await persona();
    const name = people.world.unique('division').replace('/', '-');
    const message = 'defaultPersona: only a team of type Group gives its members a persona';
    const refused = await people.send('POST', '/v1/teams', { name, teamType: 'Division', defaultPersona: id });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    const division = await team({ teamType: 'Division' });
    const step = [{ op: 'add', path: '/defaultPersona', value: { id, type: 'persona' } }];
    expect((await people.send('PATCH', `/v1/teams/${division.id}`, step)).status).toBe(400);
  });

  it('the context of a persona of a team, or of the one that they name', async () => {
    const [own, ofTeam, other, ofAll] = [await persona(), await persona(), await persona(), await persona()];
    const who = await people.person([], { teams: [(await team({ defaultPersona: ofTeam.id })).id] });
    const works = async (as?: string) => {
      const headers: Record<string, string> = as === undefined ? {} : { 'x-openmetadata-persona': as };
      const answer = await people.app.send('GET', '/v1/personas/me/context?format=json', { token: who.token, headers });
      return answer.body.persona?.name ?? answer.status;
    };
    expect(await works()).toBe(ofTeam.name);
    await people.send('PATCH', `/v1/personas/${ofAll.id}`, [{ op: 'add', path: '/default', value: true }]);
    expect(await works()).toBe(ofTeam.name);
    const mine = [{ op: 'add', path: '/defaultPersona', value: { id: own.id, type: 'persona' } }];
    expect((await people.send('PATCH', `/v1/users/${who.id}`, mine)).status).toBe(200);
    expect(await works()).toBe(own.name);
    expect([await works(ofTeam.id), await works(ofTeam.name.toUpperCase())]).toEqual([ofTeam.name, ofTeam.name]);
    expect([await works(other.id), await works('no-such-persona')]).toEqual([own.name, own.name]);
    const nobody = await people.person([]);
    const answer = await nobody.send('GET', '/v1/personas/me/context?format=json');
    expect(answer.body.persona.name).toBe(ofAll.name);
  });

  it('what these teams own, each once', async () => {
    const group = await team();
    const who = await people.person([], { teams: [group.id] });
    const owner = (id: string, type: string) => ({ owners: [{ id, type }] });
    const mine = await people.table(owner(who.id, 'user'));
    const ours = await people.table(owner(group.id, 'team'));
    await people.table(owner((await team()).id, 'team'));
    const secret = await people.table({
      ...owner(group.id, 'team'),
      tags: [{ tagFQN: 'PII.Sensitive', source: 'Classification' }],
    });
    const path = `/v1/users/${who.id}`;
    const owned = async (as: Pick<Person, 'send'>) => {
      const pages = [`${path}/assets?limit=1`, `${path}/assets?limit=10&offset=1`];
      const [first, second] = await Promise.all(pages.map(async (page) => (await as.send('GET', page)).body));
      expect([first.paging.total, second.paging.total]).toEqual(
        [1, 1].map(() => first.data.length + second.data.length),
      );
      return [names((await as.send('GET', `${path}?fields=owns`)).body.owns), names([...first.data, ...second.data])];
    };
    const all = names([mine, ours, secret]);
    expect(await owned(people)).toEqual([all, all]);
    const narrow = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('PII.Sensitive')" },
    ]);
    expect(await owned(narrow)).toEqual([names([mine, ours]), names([mine, ours])]);
    expect(names((await people.send('GET', `/v1/teams/${group.id}?fields=owns`)).body.owns)).toEqual(
      names([ours, secret]),
    );
    await people.send('DELETE', `/v1/tables/${ours.id}`);
    await people.send('DELETE', `/v1/teams/${group.id}/users/${who.id}`);
    expect(await owned(people)).toEqual([[mine.name], [mine.name]]);
  });

  it('what they own themselves or of one type, where lists are asked for it', async () => {
    const group = await team();
    const who = await people.person([], { teams: [group.id] });
    const mine = await people.table({ owners: [{ id: who.id, type: 'user' }] });
    const ours = await people.table({ owners: [{ id: group.id, type: 'team' }] });
    const product = people.world.unique('term').replace('/', '-');
    const glossary = {
      name: product,
      displayName: product,
      description: '-',
      owners: [{ id: group.id, type: 'team' }],
    };
    await people.make('/v1/glossaries', glossary);
    const listed = async (kind: string, { id }: Body, query: string) => {
      const { body } = await people.send('GET', `/v1/${kind}?limit=1000&fields=owns&${query}`);
      return names(body.data.find((one: Body) => one.id === id).owns);
    };
    const ofUser = (query: string) => listed('users', who, query);
    expect(await ofUser('')).toEqual(names([mine, ours, { name: product }]));
    expect(await ofUser('ownsEntityType=table')).toEqual(names([mine, ours]));
    expect(await ofUser('directOwnsOnly=true')).toEqual([mine.name]);
    expect(await ofUser('directOwnsOnly=true&ownsEntityType=glossary')).toEqual([]);
    expect(await ofUser('directOwnsOnly=false&ownsEntityType=glossary')).toEqual([product]);
    expect(await listed('teams', group, '')).toEqual(names([ours, { name: product }]));
    expect(await listed('teams', group, 'ownsEntityType=table')).toEqual([ours.name]);
    expect(await listed('teams', group, 'ownsEntityType=topic')).toEqual([]);
    const narrow = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'] },
      { effect: 'allow', operations: ['All'], resources: ['user', 'team'] },
    ]);
    for (const kind of ['users', 'teams']) {
      const seen = await narrow.send('GET', `/v1/${kind}?limit=1000&fields=owns&ownsEntityType=table`);
      expect([seen.status, seen.text]).toEqual([200, expect.not.stringContaining(ours.name)]);
      expect((await people.send('GET', `/v1/${kind}?ownsEntityType=banana`)).status).toBe(400);
    }
    expect((await people.send('GET', '/v1/users?directOwnsOnly=maybe')).status).toBe(400);
  });
});
