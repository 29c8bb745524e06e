// Data products without owners of their own have those of their domains, for reads, lists, search and counts alike.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person, type Rule } from './support/catalog-of-people.js';

forEachSeededStore('owners of domains', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const unique = (name: string) => people.world.unique(name);
  const ref = ({ id }: Body | Person, type = 'user') => ({ id, type });
  const domain = (more: object = {}) =>
    people.make('/v1/domains', { name: unique('domain'), domainType: 'Aggregate', description: 'x', ...more });
  const product = (...domains: Body[]) =>
    people.make('/v1/dataProducts', {
      ...{ name: unique('product'), description: 'x' },
      domains: domains.map(({ fullyQualifiedName }) => fullyQualifiedName),
    });
  const setOwners = (who: { send: Person['send'] }, path: string, owners: object[]) =>
    who.send('PATCH', path, [{ op: 'add', path: '/owners', value: owners }]);
  const only = (condition: string): Rule[] => [
    { operations: ['ViewAll'] },
    { effect: 'deny', operations: ['All'], resources: ['dataProduct'], condition },
  ];
  /** Whether the person is shown the product by a read, the list, the search and the count of the list. */
  const shown = async (who: Person, { id, name }: Body) => {
    const read = await who.send('GET', `/v1/dataProducts/${id}`);
    const list = await who.send('GET', '/v1/dataProducts?limit=1000');
    const found = await who.send('GET', `/v1/search/query?q=${name}&index=dataProduct`);
    const listed = list.body.data.some((one: Body) => one.id === id);
    expect(list.body.paging.total).toBe(list.body.data.length);
    const hits = found.body.hits.hits.some(({ _id }: { _id: string }) => _id === id);
    expect([listed, hits]).toEqual([read.status === 200, read.status === 200]);
    return read.status === 200;
  };

  it('decide what rules say of owners, until the product has its own', async () => {
    const owner = await people.person(only('!isOwner()'));
    const unowned = await people.person(only('!noOwner()'));
    const above = await domain({ owners: [ref(owner)] });
    const below = await domain({ parent: above.fullyQualifiedName });
    const [inside, outside] = [await product(below), await product(await domain())];
    expect([await shown(owner, inside), await shown(owner, outside)]).toEqual([true, false]);
    expect([await shown(unowned, inside), await shown(unowned, outside)]).toEqual([false, true]);
    await setOwners(people, `/v1/domains/${below.id}`, [ref(unowned)]);
    expect(await shown(owner, inside)).toBe(false);
    await setOwners(people, `/v1/dataProducts/${inside.id}`, [ref(owner)]);
    expect(await shown(owner, inside)).toBe(true);
    expect(await shown(unowned, inside)).toBe(false);
  });

  it('are what the product is searched and counted by, as a read shows it', async () => {
    const [ann, bob] = [await people.person([]), await people.person([])];
    const above = await domain({ owners: [ref(ann), ref(bob)] });
    const below = await domain({ parent: above.fullyQualifiedName });
    const both = await product(below, await domain({ owners: [ref(bob)] }));
    const one = await product(below);
    const searched = async (field: string, value: string) => {
      const filter = encodeURIComponent(JSON.stringify({ query: { term: { [field]: value } } }));
      const path = `/v1/search/query?q=*&index=dataProduct&query_filter=${filter}`;
      const { body } = await people.send('GET', path);
      const counts = await people.send(
        'GET',
        path.replace('/query?', '/aggregate?').replace('&', '&field=owners.name&'),
      );
      const [terms] = Object.values(counts.body.aggregations) as { buckets: { key: string; doc_count: number }[] }[];
      return {
        hits: body.hits.hits.map(({ _id }: { _id: string }) => _id).sort(),
        owners: Object.fromEntries(terms?.buckets.map(({ key, doc_count }) => [key, doc_count]) ?? []),
      };
    };
    const shownAs = async (id: string) =>
      (await people.send('GET', `/v1/dataProducts/${id}?fields=owners`)).body.owners
        .map(({ name }: Body) => name)
        .sort();
    expect(await shownAs(both.id)).toEqual([ann.name, bob.name].sort());
    const each = { hits: [both.id, one.id].sort(), owners: { [ann.name]: 2, [bob.name]: 2 } };
    expect(await searched('owners.name', ann.name)).toEqual(each);
    expect(await searched('owners.id', bob.id)).toEqual(each);
    await setOwners(people, `/v1/domains/${below.id}`, [ref(bob)]);
    expect(await shownAs(both.id)).toEqual([bob.name]);
    expect(await searched('owners.name', ann.name)).toEqual({ hits: [], owners: {} });
    expect(await searched('owners.id', bob.id)).toEqual({ ...each, owners: { [bob.name]: 2 } });
    await setOwners(people, `/v1/dataProducts/${one.id}`, [ref(ann)]);
    expect(await searched('owners.name', ann.name)).toEqual({ hits: [one.id], owners: { [ann.name]: 1 } });
    expect(await searched('owners.id', bob.id)).toEqual({ hits: [both.id], owners: { [bob.name]: 1 } });
  });

  it('let an owner of the domain create and edit products in it', async () => {
    const own: Rule = {
      operations: ['Create', 'EditAll', 'ViewAll'],
      resources: ['dataProduct'],
      condition: 'isOwner()',
    };
    const owner = await people.person([own]);
    const [mine, other] = [await domain({ owners: [ref(owner)] }), await domain()];
    const create = ({ fullyQualifiedName }: Body) =>
      owner.send('POST', '/v1/dataProducts', {
        ...{ name: unique('product'), description: 'x' },
        domains: [fullyQualifiedName],
      });
    const made = await create(mine);
    expect([made.status, (await create(other)).status]).toEqual([201, 403]);
    const step = { op: 'add', path: '/displayName', value: 'Better' };
    expect((await owner.send('PATCH', `/v1/dataProducts/${made.body.id}`, [step])).status).toBe(200);
    const elsewhere = await product(other);
    expect((await owner.send('PATCH', `/v1/dataProducts/${elsewhere.id}`, [step])).status).toBe(403);
  });

  it('cannot be changed, or left, by whom a rule about them denies something', async () => {
    const [ann, bob] = [await people.person([]), await people.person([])];
    const denied = await people.person([
      { operations: ['All'] },
      { effect: 'deny', operations: ['Delete'], resources: ['dataProduct'], condition: '!isOwner()' },
    ]);
    const [above, other] = [await domain({ owners: [ref(ann)] }), await domain({ owners: [ref(denied)] })];
    const below = await domain({ parent: above.fullyQualifiedName });
    const inside = await product(below);
    const path = `/v1/domains/${above.id}`;
    expect((await setOwners(denied, path, [ref(bob)])).status).toBe(200); // denied before and after
    const refused = await setOwners(denied, path, [ref(denied)]);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining(`[Delete] on a dataProduct in domain ${above.fullyQualifiedName}`),
    ]);
    const moved = [{ op: 'replace', path: '/domains', value: [ref(other, 'domain')] }];
    expect((await denied.send('PATCH', `/v1/dataProducts/${inside.id}`, moved)).status).toBe(403);
    expect((await people.send('DELETE', `/v1/dataProducts/${inside.id}?hardDelete=true`)).status).toBe(200);
    expect((await setOwners(denied, path, [ref(denied)])).status).toBe(200);
  });
});
