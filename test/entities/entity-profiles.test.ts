// Profiles one by one: the same that tables keep and show.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const root = '/v1/entity/profiles';

forEachSeededStore('profiles of entities', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const at = 1_700_000_000_000;
  const range = `startTs=${at - 10_000}&endTs=${at + 10_000}`;
  const table = (more: object = {}) =>
    people.table({
      columns: [
        { name: 'id', dataType: 'BIGINT' },
        { name: 'address', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'STRING' }] },
      ],
      ...more,
    });
  const add = (of: Body, body: object) =>
    people.send('POST', `${root}/id/table/${of.id}`, { entityType: 'table', ...body });
  const list = async (fqn: string, query = range) => {
    const { body, status } = await people.send('GET', `${root}/table/${encodeURIComponent(fqn)}?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    for (const profile of body.data)
      expect(people.app.contract.validator('type/entityProfile')(profile)).toMatchObject({ ok: true });
    return body;
  };

  it('are the profiles of tables, both ways', async () => {
    const one = await table();
    const fqn = String(one.fullyQualifiedName);
    const added = await add(one, { profileType: 'table', timestamp: at, profileData: { timestamp: at, rowCount: 5 } });
    expect(added.status, added.text).toBe(201);
    expect(added.body).toMatchObject({
      entityReference: { id: one.id, type: 'table' },
      timestamp: at,
      profileType: 'table',
      profileData: { rowCount: 5 },
    });
    const byName = await people.send('POST', `${root}/name/table/${encodeURIComponent(fqn)}`, {
      entityType: 'table',
      profileType: 'column',
      profileData: { name: 'address.city', timestamp: at + 1, nullCount: 2 },
    });
    expect(byName.status, byName.text).toBe(201);
    await add(one, {
      profileType: 'system',
      timestamp: at + 2,
      profileData: { timestamp: at + 2, operation: 'INSERT', rowsAffected: 7 },
    });
    const own = async (path: string) => (await people.send('GET', `/v1/tables/${path}?${range}`)).body.data;
    expect(await own(`${fqn}/tableProfile`)).toEqual([{ timestamp: at, rowCount: 5 }]);
    expect(await own(`${one.id}/tableProfile`)).toEqual([{ timestamp: at, rowCount: 5 }]);
    expect(await own(`${fqn}.address.city/columnProfile`)).toMatchObject([{ timestamp: at + 1, nullCount: 2 }]);
    expect(await own(`${fqn}/systemProfile`)).toMatchObject([{ rowsAffected: 7 }]);
    await people.send('PUT', `/v1/tables/${fqn}/tableProfile`, {
      tableProfile: { timestamp: at + 5, rowCount: 6 },
      columnProfile: [{ name: 'id', timestamp: at + 5, valuesCount: 6 }],
    });
    const all = await list(fqn);
    expect(all.data.map((profile: Body) => [profile.profileType, profile.timestamp])).toEqual([
      ['table', at + 5],
      ['table', at],
      ['column', at + 5],
      ['column', at + 1],
      ['system', at + 2],
    ]);
    expect(all.paging.total).toBe(5);
    expect(all.data[1].id).toBe(added.body.id);
    expect(new Set(all.data.map(({ id }: Body) => id)).size).toBe(5);
    expect(await people.app.events(one.id)).toHaveLength(5);
  });

  it('are filtered by type, column and time', async () => {
    const one = await table();
    const fqn = String(one.fullyQualifiedName);
    await people.send('PUT', `/v1/tables/${one.id}/tableProfile`, {
      tableProfile: { timestamp: at },
      columnProfile: [
        { name: 'id', timestamp: at },
        { name: 'address.city', timestamp: at + 100 },
      ],
    });
    const names = async (name: string, query: string) =>
      (await list(name, query)).data.map(({ profileType, profileData }: Body) => profileData.name ?? profileType);
    expect(await names(fqn, `${range}&profileType=column`)).toEqual(['address.city', 'id']);
    expect(await names(fqn, `${range}&columnName=id`)).toEqual(['id']);
    expect(await names(fqn, `${range}&columnName=id&profileType=table`)).toEqual([]);
    expect(await names(`${fqn}.address.city`, `${range}&profileType=column`)).toEqual(['address.city']);
    expect(await names(fqn, `startTs=${at + 1}&endTs=${at + 1000}`)).toEqual(['address.city']);
    const limited = await list(fqn, `${range}&limit=2`);
    expect([limited.data.length, limited.paging.total]).toEqual([2, 3]);
  });

  it('are all told where there are many, of one time too', async () => {
    const names = Array.from({ length: 620 }, (_, i) => `c${i}`);
    const wide = await people.table({ columns: names.map((name) => ({ name, dataType: 'INT' })) });
    const times = [at + 7, at + 8];
    for (const timestamp of times)
      await people.send('PUT', `/v1/tables/${wide.id}/tableProfile`, {
        tableProfile: { timestamp },
        columnProfile: names.map((name) => ({ name, timestamp, valuesCount: 1 })),
      });
    const wanted = times.flatMap((time) => ['table', ...names].map((name) => `${time} ${name}`)).sort();
    const told = (data: Body[]) =>
      data.map(({ timestamp, profileData }) => `${timestamp} ${profileData.name ?? 'table'}`).sort();
    const within = `startTs=${at + 7}&endTs=${at + 8}`;
    const fqn = String(wide.fullyQualifiedName);
    const all = await list(fqn, within);
    expect(told(all.data)).toEqual(wanted);
    expect(all.paging).toEqual({ total: wanted.length });
    const newest = await list(fqn, `${within}&limit=1001&profileType=column`);
    expect([newest.data.length, newest.paging.total]).toEqual([1001, 1240]);
    expect(newest.data.filter(({ timestamp }: Body) => timestamp === at + 8)).toHaveLength(620);
    const seen: Body[] = [];
    for (let after = '', more = true; more; ) {
      const { body } = await people.send(
        'GET',
        `/v1/entity/profiles/table?${within}&limit=310${after ? `&after=${after}` : ''}`,
      );
      expect(body.paging.total).toBe(body.data.length);
      seen.push(...body.data.filter(({ entityReference }: Body) => entityReference.id === wide.id));
      after = body.paging.after ?? '';
      more = after !== '';
    }
    expect(told(seen)).toEqual(wanted);
  });

  it('are refused with the reason', async () => {
    const one = await table();
    const status = async (body: object) => (await add(one, body)).status;
    const data = { timestamp: at, rowCount: 1 };
    expect(await status({ profileData: data })).toBe(400);
    expect(await status({ profileType: 'table' })).toBe(400);
    expect(await status({ profileType: 'table', profileData: { timestamp: at, rowCount: 'many' } })).toBe(400);
    expect(await status({ profileType: 'column', profileData: data })).toBe(400);
    expect(await status({ profileType: 'column', profileData: { name: 'nope', timestamp: at } })).toBe(400);
    expect(await status({ profileType: 'table', profileData: { timestamp: 1_700_000_000 } })).toBe(400);
    expect(await status({ profileType: 'table', profileData: data, entityType: 'topic' })).toBe(400);
    const get = async (path: string) => (await people.send('GET', `${root}/${path}`)).status;
    const fqn = encodeURIComponent(String(one.fullyQualifiedName));
    expect(await get('nothing')).toBe(404);
    expect(await get('user')).toBe(400);
    expect(await get('table/no.such.table.here')).toBe(404);
    expect(await get(`table/${fqn}.nope`)).toBe(404);
    expect(await get(`table/${fqn}?columnName=nope`)).toBe(400);
    expect(await get(`table/${fqn}?profileType=row`)).toBe(400);
    expect(await get(`table/${fqn}?startTs=soon`)).toBe(400);
    expect(await get('table?after=nonsense')).toBe(400);
    expect((await people.send('DELETE', `${root}/id/table/${one.id}/soon`)).status).toBe(400);
  });

  it('go by time', async () => {
    const one = await table();
    const fqn = String(one.fullyQualifiedName);
    const profile = (timestamp: number) => ({
      tableProfile: { timestamp },
      columnProfile: [
        { name: 'id', timestamp },
        { name: 'address', timestamp },
      ],
      systemProfile: [{ timestamp, operation: 'UPDATE' }],
    });
    for (const time of [at, at + 1, at + 2])
      await people.send('PUT', `/v1/tables/${one.id}/tableProfile`, profile(time));
    const remove = (path: string) => people.send('DELETE', `${root}/${path}`);
    expect((await remove(`id/table/${one.id}/${at}?profileType=system`)).status).toBe(200);
    expect((await list(fqn)).paging.total).toBe(11);
    expect((await remove(`id/table/${one.id}/${at}?columnName=id`)).status).toBe(200);
    expect((await list(fqn)).paging.total).toBe(10);
    expect((await remove(`name/table/${encodeURIComponent(fqn)}/${at + 1}`)).status).toBe(200);
    expect((await list(fqn)).paging.total).toBe(6);
    expect((await remove(`name/table/${encodeURIComponent(`${fqn}.id`)}/${at + 2}`)).status).toBe(200);
    expect((await list(`${fqn}.id`)).paging.total).toBe(0);
    expect((await list(fqn)).paging.total).toBe(5);
  });

  it('of a whole type come page by page, as far as the reader may see them', async () => {
    await people.make('/v1/classifications', { name: 'Eyes', description: 'Who may look' });
    await people.make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'Few' });
    const secret = { tagFQN: 'Eyes.Only', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    const seen = await table();
    const hidden = await table({ tags: [secret] });
    const later = at + 1_000_000;
    for (const [i, { id }] of [seen, hidden, seen, hidden, seen].entries())
      await people.send('PUT', `/v1/tables/${id}/tableProfile`, {
        tableProfile: { timestamp: later + i, rowCount: i },
        columnProfile: [{ name: 'id', timestamp: later + i }],
      });
    const who = await people.person(
      [
        { operations: ['ViewAll'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
    const pages = async (send: People['send']) => {
      const told: [string, number][] = [];
      let after = '';
      do {
        const query = `startTs=${later}&endTs=${later + 10}&limit=2${after && `&after=${after}`}`;
        const { body, text, status } = await send('GET', `${root}/table?${query}`);
        expect(status, text).toBe(200);
        if (send === who.send) expect(text).not.toContain(hidden.id);
        told.push(...body.data.map((one: Body): [string, number] => [one.profileType, one.timestamp - later]));
        after = body.paging.after ?? '';
      } while (after);
      return told;
    };
    const both = (times: number[]) => ['table', 'column'].flatMap((type) => times.map((time) => [type, time]));
    expect(await pages(people.send)).toEqual(both([4, 3, 2, 1, 0]));
    expect(await pages(who.send)).toEqual(both([4, 2, 0]));
    const hiddenFqn = encodeURIComponent(String(hidden.fullyQualifiedName));
    expect((await who.send('GET', `${root}/table/${hiddenFqn}`)).status).toBe(403);
    const body = { entityType: 'table', profileType: 'table', profileData: { timestamp: at } };
    expect((await who.send('POST', `${root}/id/table/${seen.id}`, body)).status).toBe(403);
    expect((await who.send('DELETE', `${root}/id/table/${seen.id}/${later}`)).status).toBe(403);
  });
});
