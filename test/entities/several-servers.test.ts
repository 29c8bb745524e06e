// Three servers on one database behind a round robin: what one changes, the next request finds on another. Needs a
// database for several.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteEntities,
  findDangling,
  lockEntityById,
  lockForRemoval,
  putRelations,
  type Sql,
} from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { type Answer, createTestApp, type TestApp } from '../support/app.js';
import { forPostgres } from '../support/stores.js';

let last = 0;
const fresh = (word: string) => `${word}${++last}`;
const description = 'd';
const label = (source: string) => (tagFQN: string) => ({
  tagFQN,
  source,
  labelType: 'Manual',
  state: 'Confirmed',
});
const tagged = label('Classification');
const termed = label('Glossary');
const put = (path: string, value: unknown) => [{ op: 'add', path, value }];

forPostgres('types on three servers', (use) => {
  const servers: TestApp[] = [];
  let turn = 0;
  beforeAll(async () => {
    for (const store of [use().store, use().another(), use().another()])
      servers.push(await createTestApp({ store: { ...use(), store } }));
    await ok('POST', '/v1/services/databaseServices', { name: 'wh', serviceType: 'Postgres' });
    await ok('POST', '/v1/databases', { name: 'db', service: 'wh' });
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  /** Each request goes to another server than the one before. */
  const send = (method: string, path: string, body?: unknown) =>
    servers[turn++ % servers.length]!.request(method, path, body === undefined ? {} : { body });
  const ok = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await send(method, path, body);
    expect([200, 201, 202], `${method} ${path}: ${answer.text.slice(0, 500)}`).toContain(answer.status);
    return answer.json;
  };
  /** The same request on every server. */
  const everywhere = async (path: string): Promise<Body[]> => {
    const all: Body[] = [];
    for (const _ of servers) all.push(await ok('GET', path));
    return all;
  };
  /** Whether somebody waits for what this transaction has locked. */
  const isWaitedFor = async (tx: Sql) => {
    const waiting = await tx.get<{ count: number }>(
      'select count(*) as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    return Number(waiting?.count) > 0;
  };
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await setTimeout(20);
  };
  const addTable = async (more: object = {}) => {
    const schema = await ok('POST', '/v1/databaseSchemas', { name: fresh('sc'), database: 'wh.db' });
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    const body = { name: fresh('t'), databaseSchema: schema.fullyQualifiedName, columns, ...more };
    return { schema, table: await ok('POST', '/v1/tables', body) };
  };
  const addClassification = async (names: string[], more: object = {}) => {
    const name = fresh('Kind');
    await ok('POST', '/v1/classifications', { name, description, ...more });
    const tags: Body[] = [];
    for (const tag of names) tags.push(await ok('POST', '/v1/tags', { name: tag, classification: name, description }));
    return { name, tags };
  };
  const tablesWith = async (field: string, value: string) => {
    const filter = encodeURIComponent(JSON.stringify({ query: { term: { [field]: value } } }));
    const answers = await everywhere(`/v1/search/query?index=table&q=*&query_filter=${filter}`);
    return answers.map(({ hits }) => hits.hits.map(({ _source }: Body) => _source.name));
  };
  const labelsOf = async (id: string) =>
    (await everywhere(`/v1/tables/${id}?fields=tags`)).map(({ tags }) => tags.map(({ tagFQN }: Body) => tagFQN));

  it('apply the definition of a property that another server stored', async () => {
    const { table } = await addTable();
    const type = await ok('GET', '/v1/metadata/types/name/table');
    const integer = await ok('GET', '/v1/metadata/types/name/integer');
    const property = { name: 'weight', description, propertyType: { id: integer.id, type: 'type' } };
    await ok('PUT', `/v1/metadata/types/${type.id}`, property);
    const wrong = await send('PATCH', `/v1/tables/${table.id}`, put('/extension', { weight: 'much' }));
    expect([wrong.status, wrong.json.message]).toEqual([400, expect.stringContaining('extension.weight')]);
    await ok('PATCH', `/v1/tables/${table.id}`, put('/extension', { weight: 7 }));
    for (const { hits } of await everywhere('/v1/search/query?index=table&q=extension.weight:7'))
      expect(hits.hits.map(({ _source }: Body) => _source.id)).toEqual([table.id]);
    await ok('PATCH', `/v1/metadata/types/${type.id}`, [{ op: 'remove', path: '/customProperties/0' }]);
    for (const { extension } of await everywhere(`/v1/tables/${table.id}?fields=extension`))
      expect(extension?.weight).toBeUndefined();
  });

  it('show labels, derived labels and new names of terms', async () => {
    const { table } = await addTable();
    const { name: tags } = await addClassification(['x']);
    const [from, to] = [fresh('Words'), fresh('Other')];
    for (const name of [from, to]) await ok('POST', '/v1/glossaries', { name, description });
    const term = await ok('POST', '/v1/glossaryTerms', { name: 'one', glossary: from, description });
    await ok('PATCH', `/v1/tables/${table.id}`, put('/tags', [termed(`${from}.one`)]));
    await ok('PATCH', `/v1/glossaryTerms/${term.id}`, put('/tags', [tagged(`${tags}.x`)]));
    for (const seen of await labelsOf(table.id)) expect(seen.sort()).toEqual([`${from}.one`, `${tags}.x`].sort());
    for (const found of await tablesWith('tags.tagFQN', `${tags}.x`)) expect(found).toEqual([table.name]);
    await ok('PATCH', `/v1/glossaryTerms/${term.id}`, put('/tags', []));
    for (const seen of await labelsOf(table.id)) expect(seen).toEqual([`${from}.one`]);
    for (const found of await tablesWith('tags.tagFQN', `${tags}.x`)) expect(found).toEqual([]);
    await ok('PATCH', `/v1/glossaryTerms/${term.id}`, put('/name', 'two'));
    for (const seen of await labelsOf(table.id)) expect(seen).toEqual([`${from}.two`]);
    const { id } = await ok('GET', `/v1/glossaries/name/${to}`);
    await ok('PATCH', `/v1/glossaryTerms/${term.id}`, put('/glossary', { id, type: 'glossary' }));
    for (const seen of await labelsOf(table.id)) expect(seen).toEqual([`${to}.two`]);
    for (const found of await tablesWith('tags.tagFQN', `${to}.two`)) expect(found).toEqual([table.name]);
    for (const { usageCount } of await everywhere(`/v1/glossaryTerms/${term.id}?fields=usageCount`))
      expect(usageCount).toBe(1);
    expect((await send('GET', `/v1/glossaryTerms/name/${from}.two`)).status).toBe(404);
  });

  it('relate terms by a relation type that another server stored', async () => {
    const path = '/v1/system/settings';
    const { config_value: setting } = await ok('GET', `${path}/glossaryTermRelationSettings`);
    const added = { name: 'rhymesWith', displayName: 'Rhymes with', category: 'associative', isSymmetric: true };
    const config_value = { relationTypes: [...setting.relationTypes, added] };
    const glossary = fresh('Rhymes');
    await ok('POST', '/v1/glossaries', { name: glossary, description });
    const one = await ok('POST', '/v1/glossaryTerms', { name: 'one', glossary, description });
    const two = await ok('POST', '/v1/glossaryTerms', { name: 'two', glossary, description });
    const relate = () =>
      send(
        'PATCH',
        `/v1/glossaryTerms/${one.id}`,
        put('/relatedTerms', [{ term: { id: two.id, type: 'glossaryTerm' }, relationType: 'rhymesWith' }]),
      );
    for (const _ of servers) expect((await relate()).status).toBe(400);
    await ok('PUT', path, { config_type: 'glossaryTermRelationSettings', config_value });
    expect((await relate()).status).toBe(200);
    for (const { relatedTerms } of await everywhere(`/v1/glossaryTerms/${two.id}?fields=relatedTerms`))
      expect(relatedTerms).toMatchObject([{ term: { id: one.id }, relationType: 'rhymesWith' }]);
  });

  it('inherit domains from a container that another server changed', async () => {
    const { table, schema } = await addTable();
    const name = fresh('Domain');
    const { id } = await ok('POST', '/v1/domains', { name, domainType: 'Aggregate', description });
    await ok('PATCH', `/v1/databaseSchemas/${schema.id}`, put('/domains', [{ id, type: 'domain' }]));
    for (const { domains } of await everywhere(`/v1/tables/${table.id}?fields=domains`))
      expect(domains).toMatchObject([{ id, inherited: true }]);
    for (const found of await tablesWith('domains.fullyQualifiedName', name)) expect(found).toEqual([table.name]);
    await ok('PATCH', `/v1/domains/${id}`, put('/name', `${name}New`));
    for (const { domains } of await everywhere(`/v1/tables/${table.id}?fields=domains`))
      expect(domains).toMatchObject([{ fullyQualifiedName: `${name}New` }]);
    await ok('PATCH', `/v1/databaseSchemas/${schema.id}`, [{ op: 'remove', path: '/domains' }]);
    for (const { domains } of await everywhere(`/v1/tables/${table.id}?fields=domains`)) expect(domains).toEqual([]);
  });

  it('let one of two writers set tags that exclude each other', async () => {
    for (let round = 0; round < 5; round++) {
      const { table } = await addTable();
      const { name, tags } = await addClassification(['a', 'b'], { mutuallyExclusive: true });
      const answers = await Promise.all(
        ['a', 'b'].map((tag) => send('PATCH', `/v1/tables/${table.id}`, put('/tags/-', tagged(`${name}.${tag}`)))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const [seen] = await labelsOf(table.id);
      expect(seen).toHaveLength(1);
      for (const tag of tags) {
        const { usageCount } = await ok('GET', `/v1/tags/${tag.id}?fields=usageCount`);
        expect(usageCount).toBe(seen.filter((fqn: string) => fqn === tag.fullyQualifiedName).length);
      }
    }
  });

  it('make no team its own ancestor', async () => {
    for (let round = 0; round < 10; round++) {
      const teams: Body[] = [];
      for (const word of ['hill', 'lake', 'moor'])
        teams.push(await ok('POST', '/v1/teams', { name: fresh(word), teamType: 'Department' }));
      const below = ({ id }: Body, i: number) =>
        send('PATCH', `/v1/teams/${id}`, put('/parents', [{ id: teams[(i + 1) % 3]?.id, type: 'team' }]));
      const answers = await Promise.all(teams.map(below));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
    await ok('GET', '/v1/users/loggedInUser');
  });

  it('accept no more web events of one person together than one server', async () => {
    const timestamp = Date.now();
    const path = '/v1/analytics/web/events/collect';
    const event = { timestamp, eventType: 'PageView', eventData: { url: '/', hostname: 'h' } };
    const answers = await Promise.all(Array.from({ length: 310 }, () => send('PUT', path, event)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    for (const { data: events } of await everywhere(`${path}?eventType=PageView`)) expect(events).toHaveLength(300);
  });

  it('list every change in the audit log, on whichever server it was made', async () => {
    const ids: string[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { id } = await ok('POST', '/v1/domains', {
          name: fresh('Audited'),
          domainType: 'Aggregate',
          description,
        });
        await ok('PATCH', `/v1/domains/${id}`, put('/description', 'changed'));
        ids.push(id);
        const { data: entries } = await ok('GET', '/v1/audit/logs?entityType=domain&limit=200');
        expect(entries.filter(({ entityId }: Body) => entityId === id)).toHaveLength(2);
      }),
    );
    for (const { data: entries } of await everywhere('/v1/audit/logs?entityType=domain&limit=200')) {
      const times: number[] = entries.map(({ eventTs }: Body) => eventTs);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      for (const id of ids) expect(entries.filter(({ entityId }: Body) => entityId === id)).toHaveLength(2);
    }
  });

  it('remove a property while others write values of it', async () => {
    const { table } = await addTable();
    const type = await ok('GET', '/v1/metadata/types/name/table');
    const text = await ok('GET', '/v1/metadata/types/name/string');
    await ok('PUT', `/v1/metadata/types/${type.id}`, {
      name: 'shade',
      description,
      propertyType: { id: text.id, type: 'type' },
    });
    await ok('PATCH', `/v1/tables/${table.id}`, put('/extension', { shade: 'dark' }));
    const { customProperties } = await ok('GET', '/v1/metadata/types/name/table?fields=customProperties');
    const at = customProperties.findIndex(({ name }: Body) => name === 'shade');
    // A writer of the table that would wait for the type next.
    await use().store.write(async (tx) => {
      await lockEntityById(tx, table.id);
      await ok('PATCH', `/v1/metadata/types/${type.id}`, [{ op: 'remove', path: `/customProperties/${at}` }]);
    });
    await until(async () => (await ok('GET', `/v1/tables/${table.id}?fields=extension`)).extension === undefined);
  });

  it('lock the tables whose columns a job updates in the order of other writers', async () => {
    const tables = [(await addTable()).table, (await addTable()).table].sort((a, b) => (a.id < b.id ? -1 : 1));
    const [one, two] = tables.map(({ id }) => String(id));
    const columnUpdates = tables.toReversed().map(({ fullyQualifiedName }) => ({
      columnFQN: `${fullyQualifiedName}.id`,
      entityType: 'table',
      description: 'updated',
    }));
    await use().store.write(async (tx) => {
      await lockEntityById(tx, String(one));
      await ok('POST', '/v1/columns/bulk-update-async', { columnUpdates });
      await until(() => isWaitedFor(tx));
      await tx.all('select id from entity where id = $1 for update nowait', [String(two)]);
    });
    for (const id of [one, two])
      await until(async () => (await ok('GET', `/v1/tables/${id}`)).columns[0].description === 'updated');
  });

  it('give no assets to a team that another server removes', async () => {
    const team = await ok('POST', '/v1/teams', { name: fresh('team'), teamType: 'Group' });
    const { table } = await addTable();
    const add = { assets: [{ id: table.id, type: 'table' }] };
    const adding = await use().store.write(async (tx) => {
      await lockEntityById(tx, table.id);
      const sent = send('PUT', `/v1/teams/${team.name}/assets/add`, add);
      await until(() => isWaitedFor(tx));
      await ok('DELETE', `/v1/teams/${team.id}?hardDelete=true`);
      return { sent };
    });
    const answer = await adding.sent;
    expect(answer).toMatchObject({ status: 200, json: { status: 'failure', failedRequest: [{ status: 404 }] } });
  });

  it('store no reference to what another server is removing', async () => {
    const { table } = await addTable();
    const domain = await ok('POST', '/v1/domains', { name: fresh('Going'), domainType: 'Aggregate', description });
    let patched: Promise<Answer> | undefined;
    await use().store.write(async (tx) => {
      await lockForRemoval(tx, [domain.id]);
      await deleteEntities(tx, [domain.id]);
      patched ??= send('PATCH', `/v1/tables/${table.id}`, put('/domains', [{ id: domain.id, type: 'domain' }]));
      await until(() => isWaitedFor(tx));
    });
    expect((await patched)?.status).toBe(404);
    expect(await use().store.read((sql) => findDangling(sql, 10))).toEqual([]);
  });

  it('remove the references to an entity that another server was just storing', async () => {
    const { table } = await addTable();
    const domain = await ok('POST', '/v1/domains', { name: fresh('Going'), domainType: 'Aggregate', description });
    let deleted: Promise<Answer> | undefined;
    await use().store.write(async (tx) => {
      await putRelations(tx, [
        {
          from_id: domain.id,
          from_type: 'domain',
          kind: 'hasDomain',
          to_id: table.id,
          to_type: 'table',
          ord: 0,
          data: null,
        },
      ]);
      deleted ??= send('DELETE', `/v1/domains/${domain.id}?hardDelete=true`);
      await until(() => isWaitedFor(tx));
    });
    expect((await deleted)?.status).toBe(200);
    expect(await use().store.read((sql) => findDangling(sql, 10))).toEqual([]);
    expect((await ok('GET', `/v1/tables/${table.id}?fields=domains`)).domains ?? []).toEqual([]);
  });
});
