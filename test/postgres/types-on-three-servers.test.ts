// Every type on three servers behind a round robin: what one server acknowledged, the next request finds on another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityTypes } from '../../src/entities/index.js';
import { fixtures, otherWords } from '../contract/fixtures/index.js';
import type { ContractApp } from '../contract/support/contract-app.js';
import { createWorld, type World } from '../contract/support/world.js';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const created = entityTypes.flatMap((type) => {
  const fixture = fixtures.find((candidate) => candidate.type === type.name);
  return fixture?.create ? [{ type, fixture, create: fixture.create }] : [];
});

describe.skipIf(!forSeveral)('every type on three servers', () => {
  let three: ThreeServers;
  let world: World;
  beforeAll(async () => {
    three = await startThree();
    const send: ContractApp['send'] = async (method, path, { body } = {}) => {
      const { status, json } = await three.send(method, path, body);
      return { status, headers: {}, text: JSON.stringify(json), body: json };
    };
    world = createWorld({ send } as ContractApp); // all that fixtures use of it
  }, 180_000);
  afterAll(() => three?.close());

  const { ok, everywhere } = {
    ok: (...request: Parameters<ThreeServers['ok']>) => three.ok(...request),
    everywhere: async (path: string) => (await three.everywhere(path)).map(({ json }): Body => json),
  };
  const statuses = async (path: string) => (await three.everywhere(path)).map(({ status }) => status);
  const found = async (query: Record<string, string>) => {
    const answers = await everywhere(`/v1/search/query?${new URLSearchParams({ size: '50', index: 'all', ...query })}`);
    return answers.map(({ hits }) => hits.hits.map(({ _id }: Body) => _id));
  };
  const all = <T>(value: T) => [value, value, value];
  const ids = (id: string, query: Record<string, string> = {}) =>
    found({ q: '*', query_filter: JSON.stringify({ query: { ids: { values: [id] } } }), ...query });

  describe.each(created)('$type.name', ({ type, fixture, create }) => {
    const { path } = type;
    const has = (field: string) => type.traits?.some((trait) => trait.field === field) ?? false;
    const lacks = (route: 'patch' | 'versions' | 'delete') => type.without?.includes(route) ?? false;

    it('is read, listed, found and changed at once on any server', async () => {
      const totals = (await everywhere(`${path}?limit=0`)).map(({ paging }) => paging.total);
      expect(new Set(totals).size).toBe(1);
      const request = await create(world.unique('thing'), world);
      const before = (await ok('GET', `${path}?limit=0`)).paging.total;
      const entity = await ok('POST', path, request);
      const { id } = entity;
      const at = `${path}/${id}`;
      const byName = `${path}/name/${encodeURIComponent(entity.fullyQualifiedName ?? entity.name)}`;
      expect(await statuses(at)).toEqual(all(200));
      expect((await everywhere(byName)).map((body) => body.id)).toEqual(all(id));
      expect((await everywhere(`${path}?limit=0`)).map(({ paging }) => paging.total)).toEqual(all(before + 1));
      const lists = await everywhere(`${path}?limit=1000`);
      for (const { data } of lists) expect(data.map((each: Body) => each.id)).toContain(id);
      expect((await three.send('POST', path, request)).status).toBe(409);
      if (type.search) expect(await ids(id)).toEqual(all([id]));
      if (!lacks('patch')) await patched(at, id);
      const put = await three.send('PUT', path, { ...request, ...(fixture.other ?? otherWords) });
      if (put.status === 200) {
        expect((await everywhere(at)).map(({ version }) => version)).toEqual(all(put.json.version));
        expect((await everywhere(byName)).map(({ description }) => description)).toEqual(all(put.json.description));
      }
      if (has('tags') && !lacks('patch')) await tagged(at, id);
      if (has('owners') && !lacks('patch')) await owned(at, id);
      await deleted(at, id);
    });

    async function patched(at: string, id: string) {
      const [first] = await three.everywhere(at);
      const etag = String(first?.headers.etag);
      const word = world.unique('okapi');
      const steps = [{ op: 'add', path: '/description', value: `Words with ${word}` }];
      const answer = await three.send('PATCH', at, steps, { 'if-match': etag });
      if (answer.status === 400) return;
      expect(answer.status, JSON.stringify(answer.json)).toBe(200);
      if (!answer.json.description?.includes(word)) return;
      const after = await three.everywhere(at);
      expect(after.map(({ json }) => json.description)).toEqual(all(`Words with ${word}`));
      expect(new Set(after.map(({ headers }) => headers.etag)).size).toBe(1);
      for (const _ of three.servers)
        expect((await three.send('PATCH', at, steps, { 'if-match': etag })).status).toBe(412);
      if (!lacks('versions')) {
        const versions = await everywhere(`${at}/versions`);
        expect(versions.map((body) => JSON.parse(body.versions[0]).version)).toEqual(all(answer.json.version));
      }
      if (type.search) expect(await found({ q: word })).toEqual(all([id]));
    }

    async function tagged(at: string, id: string) {
      const name = world.unique('Kind');
      await ok('POST', '/v1/classifications', { name, description: 'x' });
      const tag = await ok('POST', '/v1/tags', { name: 'one', classification: name, description: 'x' });
      const label = { tagFQN: `${name}.one`, source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
      await ok('PATCH', at, [{ op: 'add', path: '/tags', value: [label] }]);
      const seen = await everywhere(`${at}?fields=tags`);
      expect(seen.map(({ tags }) => tags.map(({ tagFQN }: Body) => tagFQN))).toEqual(all([`${name}.one`]));
      const term = (fqn: string) => JSON.stringify({ query: { term: { 'tags.tagFQN': fqn } } });
      if (type.search) expect(await found({ q: '*', query_filter: term(`${name}.one`) })).toEqual(all([id]));
      const counts = await everywhere(`/v1/tags/${tag.id}?fields=usageCount`);
      expect(counts.map(({ usageCount }) => usageCount)).toEqual(all(1));
      await ok('PATCH', `/v1/classifications/name/${name}`, [{ op: 'replace', path: '/name', value: `${name}New` }]);
      const renamed = await everywhere(`${at}?fields=tags`);
      expect(renamed.map(({ tags }) => tags.map(({ tagFQN }: Body) => tagFQN))).toEqual(all([`${name}New.one`]));
      if (type.search) expect(await found({ q: '*', query_filter: term(`${name}New.one`) })).toEqual(all([id]));
      await ok('DELETE', `/v1/tags/${tag.id}?hardDelete=true`);
      expect((await everywhere(`${at}?fields=tags`)).map(({ tags }) => tags)).toEqual(all([]));
    }

    async function owned(at: string, id: string) {
      const name = world.unique('heron');
      const user = await ok('POST', '/v1/users', { name, email: `${name}@example.com` });
      await ok('PATCH', at, [{ op: 'add', path: '/owners', value: [{ id: user.id, type: 'user' }] }]);
      const owns = await everywhere(`/v1/users/${user.id}?fields=owns`);
      expect(owns.map((body) => body.owns.map((each: Body) => each.id))).toEqual(all([id]));
      await ok('PATCH', `/v1/users/${user.id}`, [{ op: 'add', path: '/displayName', value: `Pelican ${name}` }]);
      const owners = await everywhere(`${at}?fields=owners`);
      expect(owners.map((body) => body.owners[0].displayName)).toEqual(all(`Pelican ${name}`));
      const query = {
        q: '*',
        query_filter: JSON.stringify({ query: { term: { 'owners.displayName.keyword': `Pelican ${name}` } } }),
      };
      if (type.search) expect(await found(query)).toEqual(all([id]));
    }

    async function deleted(at: string, id: string) {
      if (lacks('delete')) return;
      const gone = await three.send('DELETE', `${at}?recursive=true`);
      expect(gone.status, JSON.stringify(gone.json)).toBe(200);
      expect(await statuses(at)).toEqual(all(404));
      if (type.search) expect(await ids(id)).toEqual(all([]));
      const [hidden] = await statuses(`${at}?include=deleted`);
      if (hidden === 404) return;
      expect(await statuses(`${at}?include=deleted`)).toEqual(all(200));
      if ((await three.send('PUT', `${path}/restore`, { id })).status === 200) {
        expect(await statuses(at)).toEqual(all(200));
        if (type.search) expect(await ids(id)).toEqual(all([id]));
      }
      await ok('DELETE', `${at}?hardDelete=true&recursive=true`);
      expect(await statuses(`${at}?include=all`)).toEqual(all(404));
      if (type.search) expect(await ids(id, { deleted: 'true' })).toEqual(all([]));
      const [{ paging }] = (await everywhere(`${path}?limit=0&include=all`)) as [Body];
      expect((await everywhere(`${path}?limit=0&include=all`)).map((each) => each.paging.total)).toEqual(
        all(paging.total),
      );
    }
  });
});
