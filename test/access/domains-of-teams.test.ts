// Users have the domains of their teams besides their own, and teams those of the teams above them: in responses and in rights.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('domains of teams', (use) => {
  let people: People;
  let sales: Body;
  let finance: Body;
  let area: Body;
  let inside: Body;
  beforeAll(async () => {
    people = await openPeople(use());
    const domain = (name: string, more: object = {}) =>
      people.make('/v1/domains', { name, domainType: 'Aggregate', description: 'd', ...more });
    sales = await domain('Sales');
    finance = await domain('Finance');
    area = await domain('Ours');
    const below = await domain('Europe', { parent: 'Sales' });
    inside = await people.table({ domains: [below.fullyQualifiedName] });
  });
  afterAll(() => people.app.close());

  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const team = (name: string, more: object = {}) => people.make('/v1/teams', { name, teamType: 'Department', ...more });
  const set = (path: string, field: string, value: object[]) =>
    people.send('PATCH', path, [{ op: 'add', path: `/${field}`, value }]);
  const shown = async (path: string) => {
    const { domains = [] } = (await people.send('GET', `${path}?fields=domains`)).body;
    return domains.map(({ name, inherited = false }: Body) => [name, inherited]);
  };
  const onlyInside = [
    { effect: 'deny', operations: ['All'], resources: ['table'], condition: '!hasDomain()' },
  ] as const;
  const sees = async (who: Person) => {
    const one = await who.send('GET', `/v1/tables/${inside.id}`);
    const listed = await who.send('GET', '/v1/tables?limit=100');
    const found = await who.send('GET', `/v1/search/query?index=table&q=${inside.name}`);
    const inList = listed.body.data.some(({ id }: Body) => id === inside.id);
    expect([inList, found.body.hits.total.value]).toEqual([one.status === 200, one.status === 200 ? 1 : 0]);
    return one.status;
  };

  it('are inherited through all levels, from all parents, besides the own ones', async () => {
    const top = await team('top', { teamType: 'Division', domains: ['Sales'] });
    const other = await team('other', { teamType: 'Division', domains: ['Finance'] });
    const middle = await team('middle', { parents: [top.id] });
    const both = await team('both', { parents: [middle.id, other.id], teamType: 'Group' });
    const who = await people.person(onlyInside, { teams: [both.id] });
    const path = `/v1/users/${who.id}`;
    expect(await shown(`/v1/teams/${middle.id}`)).toEqual([['Sales', true]]);
    for (const at of [`/v1/teams/${both.id}`, path])
      expect((await shown(at)).sort()).toEqual([
        ['Finance', true],
        ['Sales', true],
      ]);
    expect(await sees(who)).toBe(200);
    // What is sent back with them is not stored.
    const given = (await people.send('GET', `${path}?fields=domains`)).body.domains;
    expect((await set(path, 'domains', given)).status).toBe(200);
    expect((await people.send('GET', path)).body.version).toBe(0.1);
    await set(path, 'domains', [...given, ref(area, 'domain')]);
    const all = [
      ['Finance', true],
      ['Ours', false],
      ['Sales', true],
    ];
    expect([(await shown(path)).sort(), await sees(who)]).toEqual([all, 200]);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    const { fieldsAdded } = (await people.send('GET', path)).body.changeDescription;
    expect(names(JSON.parse(fieldsAdded[0].newValue))).toEqual(['Ours']);
    await set(path, 'domains', [ref(finance, 'domain')]);
    expect((await shown(path)).sort()).toEqual([
      ['Finance', false],
      ['Sales', true],
    ]);
    await set(path, 'domains', []);
    // A team between adds its own, and passes on the others.
    await set(`/v1/teams/${middle.id}`, 'domains', [ref(area, 'domain')]);
    expect([(await shown(path)).sort(), await sees(who)]).toEqual([all.map(([name]) => [name, true]), 200]);
    await set(`/v1/teams/${top.id}`, 'domains', []);
    expect([names((await people.send('GET', `${path}?fields=domains`)).body.domains).sort(), await sees(who)]).toEqual([
      ['Finance', 'Ours'],
      403,
    ]);
    await people.send('PUT', '/v1/domains/Sales/assets/add', { assets: [ref(middle, 'team')] });
    expect(await sees(who)).toBe(200);
    await people.send('DELETE', `/v1/teams/${both.id}/users/${who.id}`);
    expect([await shown(path), await sees(who)]).toEqual([[], 403]);
  });

  it('are not inherited by bots, nor given by deleted teams and domains', async () => {
    const area = await people.make('/v1/domains', { name: 'Area', domainType: 'Aggregate', description: 'd' });
    const crew = await team('crew', { domains: ['Area'] });
    const who = await people.person([], { teams: [crew.id] });
    const bot = await people.person([], { teams: [crew.id], isBot: true });
    expect([await shown(`/v1/users/${who.id}`), await shown(`/v1/users/${bot.id}`)]).toEqual([[['Area', true]], []]);
    await people.send('DELETE', `/v1/domains/${area.id}`);
    expect(await shown(`/v1/users/${who.id}`)).toEqual([]);
    const group = await team('group', { domains: ['Finance'] });
    const member = await people.person([], { teams: [group.id] });
    await people.send('DELETE', `/v1/teams/${group.id}`);
    expect(await shown(`/v1/users/${member.id}`)).toEqual([]);
    await people.send('PUT', '/v1/teams/restore', { id: group.id });
    expect(await shown(`/v1/users/${member.id}`)).toEqual([['Finance', true]]);
  });

  it('give nobody what they could not have taken themselves', async () => {
    const open = await team('open', { domains: ['Sales'], teamType: 'Group' });
    const own = await team('owned', { teamType: 'Group' });
    const who = await people.person([...onlyInside, { operations: ['EditAll', 'ViewAll'], resources: ['team'] }], {
      teams: [own.id],
    });
    const patch = (path: string, op: object) => who.send('PATCH', path, [op]);
    const stranger = await people.person(onlyInside);
    const join = { op: 'add', path: '/teams/-', value: ref(open, 'team') };
    const take = { op: 'add', path: '/domains', value: [ref(sales, 'domain')] };
    expect((await stranger.send('PATCH', `/v1/users/${stranger.id}`, [join])).status).toBe(403);
    expect((await patch(`/v1/teams/${own.id}`, take)).status).toBe(403);
    const assets = { assets: [ref(own, 'team')] };
    const added = await who.send('PUT', '/v1/domains/Sales/assets/add', assets);
    expect(added.status === 403 || added.body.status === 'failure').toBe(true);
    const body = { name: 'new', teamType: 'Group', domains: ['Sales'] };
    expect((await who.send('PUT', '/v1/teams', body)).status).toBe(403);
    expect(await sees(who)).toBe(403);
    // Who inherits a domain does not make it their own.
    const member = await people.person(onlyInside, { teams: [open.id] });
    expect(await sees(member)).toBe(200);
    expect((await member.send('PATCH', `/v1/users/${member.id}`, [take])).status).toBe(403);
  });
});
