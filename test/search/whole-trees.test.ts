// What lies in something goes and comes back with it: of every type, in search as in lists.
import { expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { type Body, fixtures } from '../contract/fixtures/index.js';
import { type ContractApp, forEachApp } from '../contract/support/contract-app.js';
import { createWorld, post } from '../contract/support/world.js';

interface Made {
  id: string;
  path: string;
}

forEachApp('whole trees in search', (use) => {
  it('go, come back, and go for good', async () => {
    const app = use();
    const world = createWorld(app);
    const below = new Map<string, Made[]>();
    for (const { name: type, path, parents = [] } of entityTypes) {
      const fixture = fixtures.find((one) => one.type === type);
      if (!fixture?.create || parents.length === 0) continue;
      const body = (await fixture.create(world.unique('leaf'), world)) as Body;
      const entity = await post(world, path, body);
      const top = topOf(entity);
      if (top) below.set(top, [...(below.get(top) ?? []), { id: entity.id, path }]);
    }
    expect(below.size).toBeGreaterThan(0);
    for (const [top, made] of below) {
      const [path = '', id = ''] = top.split(' ');
      const ids = made.map((one) => one.id).sort();
      const expectShown = async (live: readonly string[]) => {
        const gone = await idsRead(app, made, 'deleted');
        expect([await idsRead(app, made, 'non-deleted'), await idsFound(app, made, false)], top).toEqual([live, live]);
        expect(await idsFound(app, made, true), top).toEqual(gone);
        return gone;
      };
      expect(await expectShown(ids)).toEqual([]);
      expect((await app.send('DELETE', `${path}/${id}?recursive=true`)).status).toBe(200);
      const hidden = await expectShown([]);
      const back = await app.send('PUT', `${path}/restore`, { body: { id } });
      if (back.status === 200) expect(await expectShown(hidden)).toEqual([]);
      expect((await app.send('DELETE', `${path}/${id}?recursive=true&hardDelete=true`)).status).toBe(200);
      expect(await expectShown([])).toEqual([]);
    }
    expect(await app.searchProblems()).toEqual([]);
  });
});

/** Collection path and id of the outermost container. */
function topOf(entity: Body): string | null {
  const held = entity.service ?? entity.classification ?? entity.parent;
  const type = entityTypes.find(({ name }) => name === held?.type);
  return type ? `${type.path} ${held.id}` : null;
}

/** What a GET of each shows. */
async function idsRead(app: ContractApp, made: readonly Made[], include: string): Promise<string[]> {
  const shown: string[] = [];
  for (const { id, path } of made)
    if ((await app.send('GET', `${path}/${id}?include=${include}`)).status === 200) shown.push(id);
  return shown.sort();
}

async function idsFound(app: ContractApp, made: readonly Made[], deleted: boolean): Promise<string[]> {
  const filter = JSON.stringify({ query: { ids: { values: made.map(({ id }) => id) } } });
  const given = { q: '*', index: 'all', size: '100', deleted: String(deleted), query_filter: filter };
  const { status, body, text } = await app.send('GET', `/v1/search/query?${new URLSearchParams(given)}`);
  expect(status, text).toBe(200);
  expect(body.hits.total.value).toBe(body.hits.hits.length);
  return (body.hits.hits as Body[]).map(({ _id }) => _id as string).sort();
}
