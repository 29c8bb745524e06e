// Nobody takes what is nobody's to get at what is somebody's: services, domains, tags, teams, and what lies below.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openPeople, type People, type Person } from './support/catalog-of-people.js';

forEachSeededStore('claiming', (use) => {
  let people: People;
  beforeAll(async () => {
    people = await openPeople(use());
  });
  afterAll(() => people.app.close());

  const ref = ({ id }: Body | Person, type: string) => ({ id, type });
  const patch = (who: Person, path: string, ...steps: object[]) => who.send('PATCH', path, steps);
  const own = (who: Person) => ({ op: 'add', path: '/owners', value: [ref(who, 'user')] });
  const unique = (name: string) => people.world.unique(name);
  const domain = (name: string, more: object = {}) =>
    people.make('/v1/domains', { name: unique(name), domainType: 'Aggregate', description: 'x', ...more });
  const classified = async (more: object = {}) => {
    const group = await people.make('/v1/classifications', { name: unique('Secrecy'), description: 'x' });
    const tag = await people.make('/v1/tags', { name: 'High', description: 'x', classification: group.name, ...more });
    return { group, tag };
  };
  /** A service with a database, a schema and tables of it. */
  const tree = async (owner: Person | null, tables: readonly (Person | null)[]) => {
    const owners = owner ? [ref(owner, 'user')] : [];
    const name = unique('tree');
    const service = await people.make('/v1/services/databaseServices', { name, serviceType: 'Postgres', owners });
    const database = await people.make('/v1/databases', { name: 'd', service: service.name });
    const schema = await people.make('/v1/databaseSchemas', { name: 's', database: database.fullyQualifiedName });
    for (const [i, other] of tables.entries())
      await people.table({
        name: `t${i}`,
        databaseSchema: schema.fullyQualifiedName,
        ...(other ? { owners: [ref(other, 'user')] } : {}),
      });
    return { service, database, schema };
  };

  it('works for data assets, not for what decides about others', async () => {
    const who = await people.person([]);
    const { group, tag } = await classified();
    const { service, database, schema } = await tree(null, [null]);
    const area = await domain('Unowned');
    const persona = await people.make('/v1/personas', { name: unique('persona') }).catch(() => null);
    const team = await people.make('/v1/teams', { name: unique('team'), teamType: 'Group' });
    const product = await people.make('/v1/dataProducts', {
      name: unique('Product'),
      description: 'x',
      domains: [area.fullyQualifiedName],
    });
    const pipeline = await people.make('/v1/services/ingestionPipelines', {
      name: unique('nightly'),
      pipelineType: 'metadata',
      service: ref(service, 'databaseService'),
      sourceConfig: { config: { type: 'DatabaseMetadata' } },
      airflowConfig: {},
    });
    const role = (await people.send('GET', '/v1/roles/name/DataConsumer')).body;
    const policy = (await people.send('GET', '/v1/policies/name/DataConsumerPolicy')).body;
    for (const [path, thing] of Object.entries({
      '/v1/domains': area,
      '/v1/dataProducts': product,
      '/v1/classifications': group,
      '/v1/tags': tag,
      '/v1/services/databaseServices': service,
      '/v1/services/ingestionPipelines': pipeline,
      '/v1/teams': team,
      '/v1/roles': role,
      '/v1/policies': policy,
      ...(persona ? { '/v1/personas': persona } : {}),
    })) {
      const { status } = await patch(who, `${path}/${thing.id}`, own(who));
      const after = (await people.send('GET', `${path}/${thing.id}?fields=*`)).body;
      expect(after.owners ?? [], path).toEqual([]);
      // A type without owners has nothing to change; it does not take the step for one.
      expect(after.owners === undefined ? [200, 400, 403] : [403], path).toContain(status);
    }
    const assets = [ref(service, 'databaseService'), ref(area, 'domain'), ref(tag, 'tag')];
    const added = await who.send('PUT', `/v1/teams/${team.name}/assets/add`, { assets });
    expect(added.body).toMatchObject({ numberOfRowsFailed: 3 });
    for (const [path, thing] of [
      ['/v1/databases', database],
      ['/v1/databaseSchemas', schema],
    ] as const)
      expect((await patch(who, `${path}/${thing.id}`, own(who))).status, path).toBe(200);
  });

  it('opens no domain: its owner adds assets that they may edit, and never themselves', async () => {
    const who = await people.person([
      { effect: 'deny', operations: ['All'], resources: ['table'], condition: '!hasDomain()' },
    ]);
    const other = await people.person([]);
    const area = await domain('Mine', { owners: [ref(who, 'user')] });
    const inside = await people.table({ domains: [area.fullyQualifiedName] });
    const foreign = await people.table();
    const add = async (...assets: object[]) =>
      (await who.send('PUT', `/v1/domains/${area.name}/assets/add`, { assets, dryRun: false })).body;
    expect((await add(ref(who, 'user'))).numberOfRowsFailed).toBe(1);
    expect((await add(ref(other, 'user'))).numberOfRowsFailed).toBe(1);
    expect((await add(ref(foreign, 'table'))).numberOfRowsFailed).toBe(1);
    expect((await who.send('GET', `/v1/tables/${inside.id}`)).status).toBe(403);
    const maker = await people.person([{ operations: ['Create', 'EditAll', 'ViewAll'], resources: ['user'] }]);
    const account = { name: unique('helper').toLowerCase(), email: `${unique('h').toLowerCase()}@example.com` };
    expect((await maker.send('POST', '/v1/users', { ...account, domains: [area.fullyQualifiedName] })).status).toBe(
      403,
    );
    const domains = { op: 'add', path: '/domains', value: [ref(area, 'domain')] };
    expect((await patch(maker, `/v1/users/${other.id}`, domains)).status).toBe(403);
    expect((await people.send('PATCH', `/v1/users/${other.id}`, [domains])).status).toBe(200);
  });

  it('of a domain does not open it by deleting it', async () => {
    const who = await people.person([]);
    const area = await domain('Full', { owners: [ref(who, 'user')] });
    const below = await domain('Below', { parent: area.fullyQualifiedName });
    await people.table({ domains: [below.fullyQualifiedName] });
    const refused = await who.send('DELETE', `/v1/domains/${area.id}?hardDelete=true&recursive=true`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('on some assets of domain')]);
    const empty = await domain('Empty', { owners: [ref(who, 'user')] });
    expect((await who.send('DELETE', `/v1/domains/${empty.id}?hardDelete=true`)).status).toBe(200);
  });

  it('of a tag does not lift the rules that name it', async () => {
    const who = await people.person([]);
    const owners = [ref(who, 'user')];
    const { group, tag } = await classified({ owners });
    const certified = await classified({ owners });
    await people.send('PATCH', `/v1/classifications/${group.id}`, [own(who)]);
    const free = await people.make('/v1/tags', { name: 'Free', description: 'x', classification: group.name, owners });
    const rules = [
      {
        effect: 'deny',
        operations: ['ViewAll'],
        resources: ['table'],
        condition: `!isOwner() && matchAnyTag('${tag.fullyQualifiedName}')`,
      },
      {
        effect: 'deny',
        operations: ['Delete'],
        condition: `matchAnyCertification('${certified.tag.fullyQualifiedName}')`,
      },
    ] as const;
    const denied = await people.person(rules);
    const labels = [
      { tagFQN: tag.fullyQualifiedName, source: 'Classification', labelType: 'Manual', state: 'Confirmed' },
    ];
    const table = await people.table({ tags: labels });
    expect((await denied.send('GET', `/v1/tables/${table.id}`)).status).toBe(403);
    const rename = { op: 'replace', path: '/name', value: 'Low' };
    for (const [path, query] of [
      [`/v1/tags/${tag.id}`, '?hardDelete=true'],
      [`/v1/tags/${tag.id}`, ''],
      [`/v1/tags/${certified.tag.id}`, '?hardDelete=true'],
      [`/v1/classifications/${group.id}`, '?hardDelete=true&recursive=true'],
      [`/v1/classifications/${group.id}`, '?recursive=true'],
    ]) {
      const refused = await who.send('DELETE', `${path}${query}`);
      expect([refused.status, refused.text], `${path}${query}`).toEqual([
        403,
        expect.stringContaining('a rule of a policy names'),
      ]);
    }
    for (const path of [`/v1/tags/${tag.id}`, `/v1/classifications/${group.id}`])
      expect((await patch(who, path, rename)).status, path).toBe(403);
    expect((await denied.send('GET', `/v1/tables/${table.id}`)).status).toBe(403);
    expect((await patch(who, `/v1/tags/${free.id}`, rename)).status).toBe(200);
    expect((await who.send('DELETE', `/v1/tags/${free.id}?hardDelete=true`)).status).toBe(200);
    expect((await people.send('PATCH', `/v1/tags/${tag.id}`, [rename])).status).toBe(200);
    expect((await denied.send('GET', `/v1/tables/${table.id}`)).status).toBe(403);
  });

  it('of a service takes nothing of others along', async () => {
    const who = await people.person([]);
    const other = await people.person([]);
    const { service, schema } = await tree(who, [null, other, other, who]);
    const at = `/v1/services/databaseServices/${service.id}`;
    const names = async (include = 'all') =>
      (await people.send('GET', `/v1/tables?databaseSchema=${schema.fullyQualifiedName}&include=${include}`)).body.data
        .length;
    for (const query of ['?hardDelete=true&recursive=true', '?recursive=true']) {
      const refused = await who.send('DELETE', `${at}${query}`);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        `Principal: CatalogPrincipal{name='${who.name}'} operations [Delete] not allowed on some entities below databaseService ${service.name}`,
      ]);
      expect((await who.send('DELETE', `/v1/services/databaseServices/async/${service.id}${query}`)).status).toBe(403);
    }
    const stale = { scopeFqn: service.name, scopeEntityType: 'service', seenFqns: ['another'], hardDelete: true };
    const removed = (await who.send('DELETE', '/v1/databaseSchemas/deleteStale', stale)).body;
    expect(removed).toMatchObject({ numberOfRowsPassed: 0, numberOfRowsFailed: 1 });
    expect(await names('non-deleted')).toBe(4);
    // What is theirs, by itself or by what it lies in, they delete; what was deleted by all needs the same right to come back.
    const alone = await tree(who, [null, who]);
    expect((await who.send('DELETE', `/v1/services/databaseServices/${alone.service.id}?recursive=true`)).status).toBe(
      200,
    );
    await people.send('DELETE', `${at}?recursive=true`);
    const restored = await who.send('PUT', '/v1/services/databaseServices/restore', { id: service.id });
    expect([restored.status, restored.body.message]).toEqual([403, expect.stringContaining('on some entities below')]);
    expect(await names('non-deleted')).toBe(0);
    expect((await who.send('PUT', '/v1/services/databaseServices/restore', { id: alone.service.id })).status).toBe(200);
  });

  it('of a service with more below than one slice holds is decided on all of it', async () => {
    const who = await people.person([]);
    const other = await people.person([]);
    const { service, schema } = await tree(who, []);
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = (i: number) => ({ name: `t${i}`, databaseSchema: schema.fullyQualifiedName, columns });
    // Where statements do not hold the thread, one slice holds everything.
    const count = use().store.dialect.blocking ? 2100 : 700;
    for (let at = 0; at < count; at += 700) {
      const body = Array.from({ length: 700 }, (_, i) => table(at + i));
      expect((await people.send('PUT', '/v1/tables/bulk', body)).body.numberOfRowsFailed).toBe(0);
    }
    const last = (await people.send('GET', `/v1/tables/name/${schema.fullyQualifiedName}.t699`)).body;
    await people.send('PATCH', `/v1/tables/${last.id}`, [own(other)]);
    const at = `/v1/services/databaseServices/${service.id}?hardDelete=true&recursive=true`;
    const refused = await who.send('DELETE', at);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('on some entities below')]);
    await people.send('DELETE', `/v1/tables/${last.id}?hardDelete=true`);
    expect((await who.send('DELETE', at)).status).toBe(200);
  });

  it('of a team takes no team of others along, and none that has rights', async () => {
    const who = await people.person([]);
    const owners = [ref(who, 'user')];
    const make = (more: object) => people.make('/v1/teams', { name: unique('unit'), teamType: 'Department', ...more });
    const top = await make({ owners });
    await make({ parents: [top.id], owners });
    const foreign = await make({ parents: [top.id] });
    const refused = await who.send('DELETE', `/v1/teams/${top.id}?recursive=true`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('on some entities below team')]);
    await people.send('DELETE', `/v1/teams/${foreign.id}?hardDelete=true`);
    expect((await who.send('DELETE', `/v1/teams/${top.id}?hardDelete=true&recursive=true`)).status).toBe(200);
    const policy = (await people.send('GET', '/v1/policies/name/DataConsumerPolicy')).body;
    const bound = await make({ owners, policies: [policy.id] });
    expect((await who.send('DELETE', `/v1/teams/${bound.id}`)).status).toBe(403);
    await people.send('DELETE', `/v1/teams/${bound.id}`);
    expect((await who.send('PUT', '/v1/teams/restore', { id: bound.id })).status).toBe(403);
    const again = { name: bound.name, teamType: 'Department' };
    expect((await who.send('PUT', '/v1/teams', again)).status).toBe(403);
  });

  it('of a policy or role does not bring it back', async () => {
    const who = await people.person([]);
    const owners = [ref(who, 'user')];
    const rules = [{ name: 'r', effect: 'allow', operations: ['All'], resources: ['all'] }];
    const policy = await people.make('/v1/policies', { name: unique('p'), rules, owners });
    const team = await people.make('/v1/teams', { name: unique('t'), teamType: 'Group', policies: [policy.id] });
    await people.send('PUT', `/v1/teams/${team.id}/users`, [ref(who, 'user')]);
    await people.send('DELETE', `/v1/policies/${policy.id}`);
    expect((await who.send('PUT', '/v1/policies/restore', { id: policy.id })).status).toBe(403);
    expect((await who.send('PUT', '/v1/policies', { name: policy.name, rules })).status).toBe(403);
    expect((await people.send('PUT', '/v1/policies/restore', { id: policy.id })).status).toBe(200);
  });
});
