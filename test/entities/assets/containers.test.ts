import { beforeAll, expect, it } from 'vitest';
import { forEachAssetsApp, grade, search } from './support/assets-app.js';

const columns = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'place', dataType: 'STRUCT', children: [{ name: 'cityOfPlace', dataType: 'STRING', tags: [grade('Good')] }] },
];

forEachAssetsApp('containers', (use) => {
  beforeAll(async () => {
    for (const name of ['lake', 'pond'])
      await use().expect(201, 'POST', '/v1/services/storageServices', { name, serviceType: 'S3' });
  });
  const add = (name: string, more: object = {}) =>
    use().expect(201, 'POST', '/v1/containers', { name, service: 'lake', ...more });
  const below = (parent: { id: string }) => ({ parent: { id: parent.id, type: 'container' } });
  const service = ({ id }: { id: string }) => [
    { op: 'replace', path: '/service', value: { id, type: 'storageService' } },
  ];
  const names = (list: { name: string }[]) => list.map(({ name }) => name);

  it('are nested, and tell what is above and below', async () => {
    const top = await add('top.bucket');
    const mid = await add('mid', { ...below(top), owners: [] });
    for (const name of ['c', 'a', 'b']) await add(name, below(mid));
    const a = await use().expect(200, 'GET', '/v1/containers/name/lake."top.bucket".mid.a?fields=parent');
    expect(a).toMatchObject({ service: { name: 'lake' }, serviceType: 'S3', parent: { id: mid.id } });
    expect(await use().expect(200, 'GET', `/v1/containers/${a.id}`)).not.toHaveProperty('parent');
    const whole = await use().expect(200, 'GET', `/v1/containers/${mid.id}?fields=children,parent`);
    expect(names(whole.children)).toEqual(['a', 'b', 'c']);
    const at = '/v1/containers/name/lake."top.bucket".mid';
    const page = await use().expect(200, 'GET', `${at}/children?limit=2&offset=1&fields=owners`);
    expect(names(page.data)).toEqual(['b', 'c']);
    expect(page).toMatchObject({ paging: { total: 3, limit: 2, offset: 1 }, data: [{ owners: [] }, {}] });
    expect(names(await use().expect(200, 'GET', `${at}.a/ancestors`))).toEqual(['top.bucket', 'mid']);
    expect(await use().expect(200, 'GET', `/v1/containers/name/lake."top.bucket"/ancestors`)).toEqual([]);
    for (const wrong of ['limit=0', 'limit=1001', 'offset=-1', 'fields=colour'])
      await use().expect(400, 'GET', `${at}/children?${wrong}`);
    await use().expect(404, 'GET', '/v1/containers/name/lake.none/children');
    const roots = await use().expect(200, 'GET', '/v1/containers?root=true&service=lake&limit=1000');
    expect(names(roots.data)).toEqual(['top.bucket']);
    expect((await use().expect(200, 'GET', '/v1/containers?root=false&service=lake')).paging.total).toBe(5);
    await use().expect(400, 'GET', '/v1/containers?root=perhaps');
    expect(names((await use().expect(200, 'GET', `/v1/containers?parent=lake."top.bucket".mid`)).data)).toEqual([
      'a',
      'b',
      'c',
    ]);
    await use().expect(400, 'DELETE', `/v1/containers/${top.id}`);
    await use().expect(200, 'DELETE', `/v1/containers/${top.id}?recursive=true`);
    await use().expect(404, 'GET', `/v1/containers/${a.id}`);
    await use().expect(200, 'PUT', '/v1/containers/restore', { id: top.id });
    expect((await use().expect(200, 'GET', `${at}/children`)).paging.total).toBe(3);
    await use().expect(200, 'DELETE', `/v1/containers/${top.id}?recursive=true&hardDelete=true`);
    await use().expect(404, 'GET', `/v1/containers/${a.id}?include=all`);
  });

  it('are moved below another parent or to the top of their service, with all below them', async () => {
    const [from, to] = [await add('from'), await add('to')];
    const city = { name: 'town', dataType: 'STRING', tags: [grade('Good')] };
    const dataModel = { columns: [{ name: 'site', dataType: 'STRUCT', children: [city] }] };
    const mid = await add('moving', { ...below(from), dataModel });
    const low = await add('low', { ...below(mid), dataModel });
    const put = (value: object) => [{ op: 'add', path: '/parent', value }];
    const move = (status: number, operations: object[], id = mid.id) =>
      use().expect(status, 'PATCH', `/v1/containers/${id}`, operations);
    const shown = (id: string) => use().expect(200, 'GET', `/v1/containers/${id}?fields=parent,dataModel,tags`);
    const found = async (query: string) =>
      (await search(use(), query, 'container')).hits.hits.map(({ _source }) => _source.name).sort();

    const moved = await move(200, put({ id: to.id, type: 'container' }));
    expect(moved).toMatchObject({ fullyQualifiedName: 'lake.to.moving', parent: { id: to.id }, version: 0.2 });
    expect(moved.changeDescription.fieldsUpdated).toMatchObject([{ name: 'parent' }]);
    for (const [id, place] of [
      [mid.id, 'lake.to.moving'],
      [low.id, 'lake.to.moving.low'],
    ]) {
      const { fullyQualifiedName, service, dataModel } = await shown(id);
      expect({ fullyQualifiedName, service: service.name }).toEqual({ fullyQualifiedName: place, service: 'lake' });
      expect(dataModel.columns[0].children).toMatchObject([{ ...city, fullyQualifiedName: `${place}.site.town` }]);
    }
    expect(names((await use().expect(200, 'GET', '/v1/containers/name/lake.to/children')).data)).toEqual(['moving']);
    expect((await use().expect(200, 'GET', '/v1/containers/name/lake.from/children')).data).toEqual([]);
    expect(names((await use().expect(200, 'GET', '/v1/containers?parent=lake.to&limit=10')).data)).toContain('moving');
    expect(await found('fullyQualifiedName:lake.to.*')).toEqual(['low', 'moving']);

    const top = await move(200, [{ op: 'remove', path: '/parent' }]);
    expect(top).toMatchObject({ fullyQualifiedName: 'lake.moving', service: { name: 'lake' } });
    expect(top).not.toHaveProperty('parent');
    expect(await shown(low.id)).toMatchObject({ fullyQualifiedName: 'lake.moving.low', parent: { id: mid.id } });
    const roots = await use().expect(200, 'GET', '/v1/containers?root=true&service=lake&limit=1000');
    expect(names(roots.data)).toContain('moving');

    await move(400, put({ id: low.id, type: 'container' }));
    const pond = await use().expect(200, 'GET', '/v1/services/storageServices/name/pond');
    const away = await use().expect(201, 'POST', '/v1/containers', { name: 'away', service: 'pond' });
    for (const operations of [put({ id: away.id, type: 'container' }), service(pond)])
      expect((await move(400, operations)).message).toBe('service: lake.moving cannot be moved to another service');
    await add('moving', below(to));
    await move(409, put({ id: to.id, type: 'container' }));
    expect(await shown(mid.id)).toMatchObject({ fullyQualifiedName: 'lake.moving' });
  });

  it('refuse a parent in another service', async () => {
    const top = await add('alone');
    const request = { name: 'lost', service: 'pond', ...below(top) };
    for (const method of ['POST', 'PUT']) {
      const refused = await use().expect(400, method, '/v1/containers', request);
      expect(refused.message).toBe('service: container lake.alone is not in the storageService pond');
    }
    await use().expect(404, 'POST', '/v1/containers', { ...request, service: 'nowhere' });
  });

  it('inherit owners, whatever lies between', async () => {
    const owner = await use().expect(201, 'POST', '/v1/users', { name: 'keeper', email: 'keeper@example.com' });
    const top = await add('owned', { owners: [{ id: owner.id, type: 'user' }] });
    const deep = await add('deep', below(await add('between', below(top))));
    const shown = await use().expect(200, 'GET', `/v1/containers/${deep.id}?fields=owners`);
    expect(shown.owners).toMatchObject([{ id: owner.id, inherited: true }]);
  });

  it('show their data model on request, with the tags of its columns', async () => {
    const made = await add('orders', { dataModel: { isPartitioned: true, columns }, size: 1, numberOfObjects: 2 });
    expect(made.dataModel.columns[1].children[0].tags).toMatchObject([grade('Good')]);
    const path = `/v1/containers/${made.id}`;
    expect(await use().expect(200, 'GET', path)).not.toHaveProperty('dataModel');
    expect(await use().expect(200, 'GET', `${path}?fields=tags`)).not.toHaveProperty('dataModel');
    const plain = await use().expect(200, 'GET', `${path}?fields=dataModel`);
    expect(plain.dataModel.columns[1].children[0].fullyQualifiedName).toBe('lake.orders.place.cityOfPlace');
    expect(plain.dataModel.columns[1].children[0]).not.toHaveProperty('tags');
    for (const url of [`${path}?fields=dataModel,tags`, `${path}/versions/0.1`])
      expect((await use().expect(200, 'GET', url)).dataModel).toMatchObject({
        isPartitioned: true,
        columns: [{ tags: [] }, { children: [{ tags: [grade('Good')] }] }],
      });
    const listed = await use().expect(200, 'GET', '/v1/containers?service=lake&limit=1000&fields=dataModel');
    expect(listed.data.find(({ id }: { id: string }) => id === made.id).dataModel.columns).toHaveLength(2);
    const same = [{ op: 'replace', path: '/size', value: 9 }];
    expect(await use().expect(200, 'PATCH', path, same)).toMatchObject({ version: 0.1, size: 9 });
    const described = [{ op: 'add', path: '/dataModel/columns/0/description', value: 'The key' }];
    const changed = await use().expect(200, 'PATCH', path, described);
    expect(changed.changeDescription.fieldsAdded).toEqual([
      { name: 'dataModel.columns.id.description', newValue: 'The key' },
    ]);
    expect((await use().expect(200, 'PATCH', path, [{ op: 'remove', path: '/dataModel' }])).version).toBe(1.1);
    const back = [{ op: 'add', path: '/dataModel', value: { columns } }];
    await use().expect(200, 'PATCH', path, back);
    for (const q of ['dataModel.columns.name:cityOfPlace', 'columnNames:cityOfPlace', 'cityOfPlace']) {
      const { hits } = await search(use(), q, 'container_search_index');
      expect(
        hits.hits.map(({ _id }) => _id),
        q,
      ).toEqual([made.id]);
    }
  });

  it('have columns as other types have: by name, in the grid, with profiles and samples', async () => {
    const made = await add('sales', {
      dataModel: { columns: [...columns, { name: 'onlySalesHasIt', dataType: 'INT' }] },
    });
    const name = '/v1/columns/name/lake.sales.place.cityOfPlace?entityType=container';
    expect(await use().expect(200, 'GET', `${name}&fields=tags`)).toMatchObject({ tags: [grade('Good')] });
    expect(await use().expect(200, 'PUT', name, { description: 'Where' })).toMatchObject({ description: 'Where' });
    expect(await use().expect(200, 'GET', name)).toMatchObject({ description: 'Where' });
    const both = { tags: [grade('Good'), grade('Bad')] };
    await use().expect(400, 'PUT', name, both);
    const grid = await use().expect(200, 'GET', '/v1/columns/grid?entityTypes=container&columnNamePattern=onlySales');
    expect(grid.columns.map(({ columnName }: { columnName: string }) => columnName)).toEqual(['onlySalesHasIt']);
    const update = { columnFQN: 'lake.sales.id', entityType: 'container', displayName: 'Key' };
    const preview = await use().expect(200, 'POST', '/v1/columns/bulk-update-preview', { columnUpdates: [update] });
    expect(preview.columnPreviews).toMatchObject([{ newValues: { displayName: 'Key' }, hasChanges: true }]);
    const path = `/v1/containers/${made.id}/sampleData`;
    const sample = { columns: ['id', 'onlySalesHasIt'], rows: [[1, 2]] };
    expect((await use().expect(200, 'PUT', path, sample)).sampleData).toEqual(sample);
    expect((await use().expect(200, 'GET', path)).sampleData).toEqual(sample);
    await use().expect(400, 'PUT', path, { columns: ['nope'], rows: [] });
    await use().expect(400, 'PUT', path, { columns: ['id'], rows: [[1, 2]] });
    const counts = await use().expect(200, 'GET', '/v1/system/entities/count');
    expect(counts.storageContainerCount).toBeGreaterThanOrEqual(1);
  });

  it('go with what a crawl no longer saw above them', async () => {
    await use().expect(201, 'POST', '/v1/services/storageServices', { name: 'river', serviceType: 'S3' });
    const inRiver = { service: 'river' };
    const top = await add('a', inRiver);
    const mid = await add('b', { ...inRiver, ...below(top) });
    await add('c', { ...inRiver, ...below(mid) });
    await add('0', inRiver);
    const request = { scopeFqn: 'river', scopeEntityType: 'storageService', seenFqns: ['river.0'] };
    const swept = await use().expect(200, 'DELETE', '/v1/containers/deleteStale', request);
    expect(swept).toMatchObject({ status: 'success', numberOfRowsPassed: 3, numberOfRowsFailed: 0 });
    const { data } = await use().expect(200, 'GET', '/v1/containers?service=river');
    expect(names(data)).toEqual(['0']);
  });

  it('show the caller only the children and ancestors that it may see', async () => {
    const top = await add('guarded');
    const rules = [
      { name: 'hide', effect: 'deny', resources: ['container'], operations: ['All'], condition: '!isOwner()' },
    ];
    await use().expect(201, 'POST', '/v1/policies', { name: 'own-containers', rules });
    const role = await use().expect(201, 'POST', '/v1/roles', {
      name: 'container-owner',
      policies: ['own-containers'],
    });
    const request = { name: 'porter', email: 'porter@example.com', roles: [role.id] };
    const owners = [{ id: (await use().expect(201, 'POST', '/v1/users', request)).id, type: 'user' }];
    const mine = await add('mine', { ...below(top), owners });
    const admin = await use().expect(200, 'GET', '/v1/users/name/admin');
    await add('hidden', { ...below(mine), owners: [{ id: admin.id, type: 'user' }] });
    const leaf = await add('leaf', below(mine));
    const token = await use().app.tokenFor('porter');
    await use().expect(403, 'GET', '/v1/containers/name/lake.guarded/children', undefined, { token });
    const ancestors = '/v1/containers/name/lake.guarded.mine/ancestors';
    expect(await use().expect(200, 'GET', ancestors, undefined, { token })).toEqual([]);
    const page = await use().expect(200, 'GET', '/v1/containers/name/lake.guarded.mine/children', undefined, { token });
    expect(page).toMatchObject({ data: [{ id: leaf.id }], paging: { total: 1 } });
  });
});
