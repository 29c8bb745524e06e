// One column by its FQN: read and updated as a PATCH of its table would.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });

forEachSeededStore('a column by its name', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Kind', description: 'Personal' });
    await people.make('/v1/tags', { name: 'Some', classification: 'Kind', description: 'Some' });
    await people.make('/v1/tags', { name: 'None', classification: 'Kind', description: 'None' });
  });
  afterAll(() => people.app.close());

  const table = () =>
    people.table({
      columns: [
        { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
        { name: 'email', dataType: 'STRING', description: 'Where to write to', tags: [label('Kind.Some')] },
        {
          name: 'address',
          dataType: 'STRUCT',
          children: [
            { name: 'city.name', dataType: 'STRING' },
            { name: 'geo', dataType: 'STRUCT', children: [{ name: 'lat', dataType: 'DOUBLE' }] },
          ],
        },
      ],
    });
  const path = (of: Body, column: string, more = 'entityType=table') =>
    `/v1/columns/name/${encodeURIComponent(`${of.fullyQualifiedName}.${column}`)}?${more}`;
  const put = (of: Body, column: string, body: object) => people.send('PUT', path(of, column), body);

  it('is read with the fields asked for, nested ones too', async () => {
    const one = await table();
    const { body, headers, status } = await people.send('GET', path(one, 'email'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'email', fullyQualifiedName: `${one.fullyQualifiedName}.email` });
    expect(body).not.toHaveProperty('tags');
    expect(headers.etag).toBe((await people.send('GET', `/v1/tables/${one.id}`)).headers.etag);
    const tagged = await people.send('GET', path(one, 'email', 'entityType=table&fields=tags'));
    expect(tagged.body.tags).toMatchObject([{ tagFQN: 'Kind.Some' }]);
    for (const nested of ['address.geo.lat', 'address."city.name"'])
      expect((await people.send('GET', path(one, nested))).body.fullyQualifiedName).toBe(
        `${one.fullyQualifiedName}.${nested}`,
      );
  });

  it('is refused as what it is', async () => {
    const one = await table();
    const get = async (...given: Parameters<typeof path>) => (await people.send('GET', path(...given))).status;
    expect(await get(one, 'email', '')).toBe(400);
    expect(await get(one, 'email', 'entityType=user')).toBe(400);
    expect(await get(one, 'email', 'entityType=dashboard')).toBe(400);
    expect(await get(one, 'email', 'entityType=table&fields=colour')).toBe(400);
    expect(await get(one, 'nope')).toBe(404);
    expect(await get(one, 'email.inner')).toBe(404);
    expect((await people.send('GET', '/v1/columns/name/x?entityType=table')).status).toBe(404);
    expect((await put(one, 'nope', {})).status).toBe(404);
    expect((await put(one, 'email', { color: 'red' })).status).toBe(400);
    expect((await put(one, 'email', { tags: [label('Kind.Nothing')] })).status).toBe(404);
    expect((await put(one, 'email', { constraint: 'SOMETIMES' })).status).toBe(400);
    await people.send('DELETE', `/v1/tables/${one.id}`);
    expect(await get(one, 'email')).toBe(404);
    expect(await get(one, 'email', 'entityType=table&include=all')).toBe(200);
    expect((await put(one, 'email', {})).status).toBe(404);
  });

  it('is updated as a PATCH of its table would', async () => {
    const one = await table();
    const change = { displayName: 'Municipality', description: 'Where', tags: [label('Kind.Some')] };
    const { body, status, headers } = await put(one, 'address."city.name"', change);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ name: 'city.name', ...change });
    expect(headers['x-openmetadata-change']).toBe('entityUpdated');
    const stored = (await people.send('GET', `/v1/tables/${one.id}?fields=tags,columns`)).body;
    expect(stored.version).toBe(0.2);
    expect(stored.columns[2].children[0]).toMatchObject(change);
    expect(stored.columns[1]).toMatchObject({ description: 'Where to write to', tags: [{ tagFQN: 'Kind.Some' }] });
    expect(await people.app.events(one.id)).toEqual(['entityCreated 0.1', 'entityUpdated 0.1 → 0.2']);
    const versions = (await people.send('GET', `/v1/tables/${one.id}/versions`)).body.versions;
    expect(versions).toHaveLength(2);
    const found = await people.send('GET', '/v1/search/query?q=municipality&index=table');
    expect(found.body.hits.hits.map((hit: Body) => hit._source.id)).toEqual([one.id]);
    expect(await people.app.searchProblems()).toEqual([]);
    const again = await put(one, 'address."city.name"', change);
    expect(again.headers['x-openmetadata-change']).toBe('entityNoChange');
    expect((await people.send('GET', `/v1/tables/${one.id}`)).body.version).toBe(0.2);
  });

  it('keeps what is absent or null, and loses what is blank or empty', async () => {
    const one = await table();
    const whole = { displayName: 'Mail', tags: [label('Kind.Some'), label('Kind.None')] };
    expect((await put(one, 'email', whole)).body.tags).toHaveLength(2);
    const kept = await put(one, 'email', { tags: null, description: null, displayName: null, constraint: null });
    expect(kept.body).toMatchObject({ displayName: 'Mail', description: 'Where to write to' });
    expect(kept.body.tags).toHaveLength(2);
    expect((await put(one, 'email', { tags: [label('Kind.None')] })).body.tags).toMatchObject([
      { tagFQN: 'Kind.None' },
    ]);
    const lost = (await put(one, 'email', { displayName: ' ', description: '', tags: [] })).body;
    expect(lost.tags).toEqual([]);
    expect(lost).not.toHaveProperty('description');
    expect(lost).not.toHaveProperty('displayName');
  });

  it('gets and loses a constraint', async () => {
    const one = await table();
    expect((await put(one, 'email', { constraint: 'UNIQUE' })).body.constraint).toBe('UNIQUE');
    expect((await put(one, 'email', { constraint: 'PRIMARY_KEY' })).status).toBe(400);
    const lost = await put(one, 'email', { removeConstraint: true, constraint: 'UNIQUE' });
    expect(lost.body).not.toHaveProperty('constraint');
    expect((await put(one, 'email', { removeConstraint: true })).status).toBe(200);
  });

  it('is updated only when the tag of its table matches', async () => {
    const one = await table();
    const { headers } = await people.send('GET', path(one, 'id'));
    const conditional = (ifMatch: string, displayName: string) =>
      people.app.send('PUT', path(one, 'id'), { body: { displayName }, headers: { 'if-match': ifMatch } });
    const first = await conditional(String(headers.etag), 'One');
    expect(first.status).toBe(200);
    expect((await conditional(String(headers.etag), 'Two')).status).toBe(412);
    expect((await conditional(String(first.headers.etag), 'Three')).body.displayName).toBe('Three');
  });

  it('needs the rights on what it changes, and no others', async () => {
    const one = await table();
    const only = (...operations: string[]) => people.person([{ operations }], { isBot: true });
    const describer = await only('ViewAll', 'EditDescription');
    const by = async (who: typeof describer, body: unknown) => (await who.send('PUT', path(one, 'email'), body)).status;
    expect(await by(describer, { description: 'By right' })).toBe(200);
    expect(await by(describer, { displayName: 'x' })).toBe(403);
    expect(await by(describer, { tags: [] })).toBe(403);
    expect(await by(describer, { constraint: 'UNIQUE' })).toBe(403);
    expect(await by(describer, { nonsense: true })).toBe(403);
    const tagger = await only('ViewAll', 'EditTags');
    expect(await by(tagger, { tags: [label('Kind.Some'), label('Kind.None')] })).toBe(200);
    expect(await by(tagger, { tags: [label('Tier.Tier1')] })).toBe(403);
    expect(await by(tagger, { description: '' })).toBe(403);
    expect((await people.send('PUT', path(one, 'email'), { tags: [label('Tier.Tier1')] })).status).toBe(200);
    expect(await by(tagger, { tags: [label('Tier.Tier1'), label('Kind.Some')] })).toBe(200);
    const blind = await only('EditAll', 'EditDescription');
    expect(await by(blind, { description: 'Unseen' })).toBe(403);
    expect((await blind.send('GET', path(one, 'email'))).status).toBe(403);
  });

  it('shows its newest profile', async () => {
    const one = await table();
    const at = Date.now();
    const columnProfile = [{ name: 'address.geo.lat', timestamp: at, nullCount: 3 }];
    await people.send('PUT', `/v1/tables/${one.id}/tableProfile`, { tableProfile: { timestamp: at }, columnProfile });
    const { body } = await people.send('GET', path(one, 'address.geo.lat', 'entityType=table&fields=profile'));
    expect(body.profile).toMatchObject({ nullCount: 3 });
  });
});
