// Columns over the whole catalog: by name, where one name is, and updates of many at once.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const root = '/v1/columns';
const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });

forEachSeededStore('columns over the catalog', (use) => {
  let people: People;
  let who: Person;
  let hidden: Body;
  let domain: Body;
  const tables: Record<string, Body> = {};

  beforeAll(async () => {
    people = await openPeople(use());
    for (const name of ['Eyes', 'Kind']) await people.make('/v1/classifications', { name, description: 'Labels' });
    await people.make('/v1/tags', { name: 'Only', classification: 'Eyes', description: 'Few' });
    await people.make('/v1/tags', { name: 'Some', classification: 'Kind', description: 'Some' });
    domain = await people.make('/v1/domains', { name: 'Sales', domainType: 'Aggregate', description: 'x' });
    const described = { name: 'email', dataType: 'STRING', description: 'Mail', tags: [label('Kind.Some')] };
    const id = { name: 'id', dataType: 'BIGINT' };
    const address = {
      name: 'address',
      dataType: 'STRUCT',
      description: 'Where',
      children: [{ name: 'city', dataType: 'STRING', tags: [label('Kind.Some')] }, id],
    };
    await people.make('/v1/services/databaseServices', {
      name: 'shop.main',
      displayName: 'The shop',
      serviceType: 'Mysql',
    });
    await people.make('/v1/databases', { name: 'sales', service: '"shop.main"', domains: ['Sales'] });
    await people.make('/v1/databaseSchemas', { name: 'public', database: '"shop.main".sales' });
    tables.one = await people.table({ name: 'one', displayName: 'First', columns: [id, described, address] });
    tables.two = await people.table({ name: 'two', columns: [id, described, { name: 'amount', dataType: 'INT' }] });
    tables.three = await people.table({
      name: 'three',
      databaseSchema: '"shop.main".sales.public',
      columns: [id, { name: 'email', dataType: 'STRING' }, { name: 'ID', dataType: 'INT', displayName: 'Other' }],
    });
    hidden = await people.table({
      name: 'hidden',
      tags: [label('Eyes.Only')],
      columns: [
        id,
        { name: 'secret', dataType: 'STRING' },
        { name: 'email', dataType: 'STRING', description: 'Inner' },
      ],
    });
    who = await people.person(
      [
        { operations: ['ViewAll', 'EditAll', 'EditDescription', 'EditDisplayName', 'EditTags'] },
        { effect: 'deny', operations: ['All'], resources: ['table'], condition: "matchAnyTag('Eyes.Only')" },
      ],
      { isBot: true },
    );
  });
  afterAll(() => people.app.close());

  const ask = async (path: string, query: Record<string, string> = {}, send = people.send) => {
    const { body, status, text } = await send('GET', `${root}/${path}?${new URLSearchParams(query)}`);
    expect(status, text).toBe(200);
    if (send === who.send) expect(text).not.toMatch(/hidden|secret|Inner/);
    return body;
  };
  const grid = async (query: Record<string, string> = {}, send = people.send) => {
    const body = await ask('grid', query, send);
    expect(people.app.contract.validator('api/data/columnGridResponse')(body)).toMatchObject({ ok: true });
    return body;
  };
  const names = async (query: Record<string, string>, send = people.send) =>
    (await grid(query, send)).columns.map(({ columnName }: Body) => columnName);

  it('are grouped by name, and by what is said of them', async () => {
    const body = await grid({}, who.send);
    expect(body.columns.map(({ columnName, totalOccurrences }: Body) => [columnName, totalOccurrences])).toEqual([
      ['ID', 1],
      ['address', 1],
      ['amount', 1],
      ['email', 3],
      ['id', 3],
    ]);
    expect([body.totalUniqueColumns, body.totalOccurrences, body.cursor]).toEqual([5, 9, undefined]);
    const email = body.columns[3];
    expect(email).toMatchObject({ hasVariations: true, metadataStatus: 'INCONSISTENT' });
    expect(email.groups).toMatchObject([
      {
        description: 'Mail',
        tags: [{ tagFQN: 'Kind.Some' }],
        dataType: 'STRING',
        metadataStatus: 'COMPLETE',
        occurrenceCount: 2,
      },
      { metadataStatus: 'MISSING', occurrenceCount: 1, tags: [] },
    ]);
    const { fullyQualifiedName } = tables.one as Body;
    expect(email.groups[0].occurrences).toContainEqual({
      columnFQN: `${fullyQualifiedName}.email`,
      entityType: 'table',
      entityFQN: fullyQualifiedName,
      entityDisplayName: 'First',
      serviceName: 'held',
      databaseName: 'db.main',
      schemaName: 'public',
    });
    expect(body.columns[1].groups[0]).toMatchObject({
      metadataStatus: 'INCOMPLETE',
      children: [
        { name: 'city', fullyQualifiedName: `${fullyQualifiedName}.address.city`, tags: [{ tagFQN: 'Kind.Some' }] },
        { name: 'id', tags: [] },
      ],
    });
    expect((await grid()).columns.map(({ columnName }: Body) => columnName)).toContain('secret');
  });

  it('come page by page', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const body = await grid({ size: '2', ...(cursor ? { cursor } : {}) });
      expect([body.totalUniqueColumns, body.totalOccurrences]).toEqual([6, 12]);
      for (const { groups } of body.columns) for (const group of groups) expect(group.occurrences).not.toEqual([]);
      seen.push(...body.columns.map(({ columnName }: Body) => columnName));
      cursor = body.cursor ?? '';
    } while (cursor);
    expect(seen).toEqual(['ID', 'address', 'amount', 'email', 'id', 'secret']);
    expect(await names({ limit: '1' })).toEqual(['ID']);
  });

  it('are filtered', async () => {
    expect(await names({ columnNamePattern: 'AIL' })).toEqual(['email']);
    expect(await names({ columnNamePattern: 'i*d' })).toEqual([]);
    expect(await names({ columnName: 'id' })).toEqual(['id']);
    expect(await names({ columnName: 'city' }), 'only nested').toEqual([]);
    expect(await names({ columnName: 'secret' }, who.send)).toEqual([]);
    expect(await names({ serviceName: 'shop.main' })).toEqual(['ID', 'email', 'id']);
    expect(await names({ serviceName: 'The shop', databaseName: 'sales', schemaName: 'public' })).toHaveLength(3);
    expect(await names({ databaseName: '"shop.main".sales' })).toHaveLength(3);
    expect(await names({ serviceName: 'shop.main', databaseName: 'db.main' })).toEqual([]);
    expect(await names({ databaseName: 'one' })).toEqual([]);
    expect(await names({ serviceTypes: 'Mysql,Oracle' })).toHaveLength(3);
    expect(await names({ domainId: String(domain.id) })).toHaveLength(3);
    expect(await names({ domainId: String(hidden.id) })).toEqual([]);
    expect(await names({ entityTypes: 'dashboardDataModel' })).toEqual([]);
    expect(await names({ entityTypes: 'table,topic' })).toHaveLength(6);
    expect(await names({ tags: 'Kind.Some' })).toEqual(['email']);
    expect(await names({ tags: 'kind.some', glossaryTerms: 'Terms.None' })).toEqual(['email']);
    expect(await names({ tags: 'Eyes.Only' })).toEqual([]);
    expect((await grid({ tags: 'Kind.Some' })).totalOccurrences).toBe(2);
    expect(await names({ metadataStatus: 'missing' })).toEqual(['ID', 'amount', 'id', 'secret']);
    expect(await names({ metadataStatus: 'INCOMPLETE' })).toEqual(['address']);
    expect(await names({ metadataStatus: 'INCONSISTENT' })).toEqual(['email']);
    expect(await names({ hasConflicts: 'true' })).toEqual(['email']);
    expect(await names({ hasMissingMetadata: 'true', serviceName: 'held' }, who.send)).toEqual([
      'address',
      'amount',
      'id',
    ]);
    expect(await names({ metadataStatus: 'COMPLETE', serviceName: 'held' }, who.send)).toEqual(['email']);
    expect((await grid({ metadataStatus: 'INCONSISTENT', size: '1' })).totalUniqueColumns).toBe(1);
  });

  it('refuse filters that say nothing', async () => {
    for (const query of [
      'size=0',
      'size=10001',
      'limit=x',
      'cursor=nonsense',
      'metadataStatus=GOOD',
      'hasConflicts=perhaps',
      'domainId=x',
    ])
      expect((await people.send('GET', `${root}/grid?${query}`)).status, query).toBe(400);
    expect((await people.send('GET', `${root}/search`)).status).toBe(400);
    expect((await people.send('GET', `${root}/search?columnName=id&domainId=x`)).status).toBe(400);
  });

  it('of one name are found wherever they are', async () => {
    const found = async (query: Record<string, string>, send = people.send) => {
      const body = await ask('search', query, send);
      for (const group of body)
        expect(people.app.contract.validator('api/data/groupedColumnsResponse')(group)).toMatchObject({ ok: true });
      return body;
    };
    const [ids, ...others] = await found({ columnName: 'id' }, who.send);
    expect(others).toEqual([]);
    expect(ids).toMatchObject({ columnName: 'id', totalCount: 4 });
    expect(ids.occurrences.map(({ columnFQN }: Body) => columnFQN).sort()).toEqual(
      [
        `${tables.one?.fullyQualifiedName}.id`,
        `${tables.one?.fullyQualifiedName}.address.id`,
        `${tables.two?.fullyQualifiedName}.id`,
        `${tables.three?.fullyQualifiedName}.id`,
      ].sort(),
    );
    expect((await found({ columnName: 'id' }))[0].totalCount).toBe(5);
    expect(await found({ columnName: 'Id' })).toEqual([]);
    expect(await found({ columnName: 'city' })).toMatchObject([
      { occurrences: [{ dataType: 'STRING', tags: [{ tagFQN: 'Kind.Some' }], schemaName: 'public' }] },
    ]);
    expect((await found({ columnName: 'email', serviceName: 'shop.main' }))[0].totalCount).toBe(1);
    expect(await found({ columnName: 'secret' }, who.send)).toEqual([]);
    await people.send('DELETE', `/v1/tables/${(await people.table({ name: 'gone' })).id}`);
    expect((await found({ columnName: 'id' }))[0].totalCount).toBe(5);
  });

  const preview = async (body: object, send = people.send) => {
    const answer = await send('POST', `${root}/bulk-update-preview`, body);
    expect(answer.status, answer.text).toBe(200);
    expect(people.app.contract.validator('api/data/bulkColumnUpdatePreview')(answer.body)).toMatchObject({ ok: true });
    return answer.body;
  };
  const column = (of: Body | undefined, name: string) => `${of?.fullyQualifiedName}.${name}`;
  const named = (of: Body | undefined, name: string, more: object = {}) => ({
    columnFQN: column(of, name),
    entityType: 'table',
    ...more,
  });

  it('show what an update would make of them', async () => {
    const all = await preview({ columnName: 'email', description: 'Mail' }, who.send);
    expect(all.totalColumns).toBe(3);
    const changed = all.columnPreviews.filter(({ hasChanges }: Body) => hasChanges);
    expect(changed).toMatchObject([
      {
        columnFQN: column(tables.three, 'email'),
        entityFQN: tables.three?.fullyQualifiedName,
        serviceName: 'shop.main',
        currentValues: { tags: [] },
        newValues: { description: 'Mail', tags: [] },
      },
    ]);
    const listed = await preview(
      {
        columnUpdates: [
          named(tables.one, 'address.city', { displayName: 'City', tags: [] }),
          named(hidden, 'secret', { description: 'Told' }),
          named(tables.one, 'nope'),
          { ...named(tables.one, 'id'), entityType: 'topic' },
          named(tables.one, 'email', { description: ' ' }),
        ],
      },
      who.send,
    );
    expect(listed.totalColumns).toBe(5);
    expect(listed.columnPreviews).toMatchObject([
      {
        columnFQN: column(tables.one, 'address.city'),
        currentValues: { tags: [{ tagFQN: 'Kind.Some' }] },
        newValues: { displayName: 'City', tags: [] },
        hasChanges: true,
      },
      { columnFQN: column(tables.one, 'email'), currentValues: { description: 'Mail' }, hasChanges: true },
    ]);
    expect(listed.columnPreviews[1].newValues).not.toHaveProperty('description');
    expect((await preview({ columnName: 'nothing' })).columnPreviews).toEqual([]);
  });

  it('refuse updates of nothing in particular, and of too much', async () => {
    const many = Array.from({ length: 1001 }, () => named(tables.one, 'id'));
    for (const path of ['bulk-update-preview', 'bulk-update-async']) {
      const status = async (body: unknown) => (await people.send('POST', `${root}/${path}`, body)).status;
      expect(await status({})).toBe(400);
      expect(await status({ columnUpdates: [] })).toBe(400);
      expect(await status({ columnName: '' })).toBe(400);
      expect(await status({ columnName: 'id', color: 1 })).toBe(400);
      expect(await status({ columnName: 'id', domainId: 'x' })).toBe(400);
      expect(await status({ columnUpdates: [{ columnFQN: 'x' }] })).toBe(400);
      expect(await status({ columnUpdates: many })).toBe(413);
    }
  });

  const update = async (body: object, send = people.send) => {
    const answer = await send('POST', `${root}/bulk-update-async`, body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.message).toBe('Bulk column update is in progress.');
    for (let i = 0; i < 200; i++) {
      const job = await send('GET', `${root}/bulk-update-async/${answer.body.jobId}`);
      expect(job.status, job.text).toBe(200);
      expect(people.app.contract.validator('type/bulkOperationResult')(job.body.result)).toMatchObject({ ok: true });
      if (job.body.status !== 'RUNNING') return job.body;
      await setTimeout(20);
    }
    return expect.fail('the job does not end');
  };
  const eventsOf = async (of: Body | undefined) => (await people.app.events(String(of?.id))).length;
  const read = async (of: Body | undefined, name: string) =>
    (await people.send('GET', `${root}/name/${encodeURIComponent(column(of, name))}?entityType=table&fields=tags`))
      .body;

  it('are updated together, each table once', async () => {
    const wide = await people.table({
      name: 'wide',
      columns: ['a', 'b', 'c'].map((name) => ({ name, dataType: 'INT' })),
    });
    const before = await eventsOf(wide);
    const job = await update({
      columnUpdates: [
        named(wide, 'a', { description: 'A', tags: [label('Kind.Some')] }),
        named(wide, 'b', { displayName: 'B' }),
        named(wide, 'nope', { displayName: 'B' }),
        named(wide, 'c', { description: 'C' }),
        named(wide, 'c', { displayName: 'Cc' }),
        { columnFQN: 'no.such.table.at.all', entityType: 'table', description: 'x' },
      ],
    });
    expect(job).toMatchObject({ status: 'COMPLETED', createdBy: 'admin' });
    expect(job.result).toMatchObject({
      status: 'partialSuccess',
      numberOfRowsProcessed: 5,
      numberOfRowsPassed: 3,
      numberOfRowsFailed: 2,
      failedRequest: [
        { request: { columnFQN: column(wide, 'nope') }, status: 404 },
        { request: { columnFQN: 'no.such.table.at.all' }, status: 404 },
      ],
    });
    expect(await read(wide, 'a')).toMatchObject({ description: 'A', tags: [{ tagFQN: 'Kind.Some' }] });
    expect(await read(wide, 'c')).toMatchObject({ description: 'C', displayName: 'Cc' });
    const other = await people.table({
      name: 'narrow',
      columns: ['a', 'b'].map((name) => ({ name, dataType: 'INT' })),
    });
    const events = await eventsOf(other);
    await update({ columnUpdates: ['a', 'b'].map((name) => named(other, name, { description: 'Both' })) });
    expect((await eventsOf(other)) - events).toBe(1);
    expect((await people.send('GET', `/v1/tables/${other.id}`)).body.version).toBe(0.2);
    expect((await eventsOf(wide)) - before).toBe(1);
    expect(await people.app.searchProblems()).toEqual([]);
  });

  it('that are named twice get the later update on top, however the name is written', async () => {
    const [first, second] = [label('Eyes.Only'), label('Kind.Some')];
    const twice = await people.table({
      name: 'twice',
      columns: [{ name: 'a', dataType: 'INT', tags: [first, second] }],
    });
    const before = await eventsOf(twice);
    const job = await update({
      columnUpdates: [named(twice, 'a', { tags: [first], displayName: 'A' }), named(twice, '"a"', { tags: [second] })],
    });
    expect(job.result).toMatchObject({ numberOfRowsPassed: 1, numberOfRowsFailed: 0 });
    expect(await read(twice, 'a')).toMatchObject({ displayName: 'A', tags: [{ tagFQN: 'Kind.Some' }] });
    expect((await read(twice, 'a')).tags).toHaveLength(1);
    expect((await eventsOf(twice)) - before).toBe(1);
  });

  it('of one table are written a few times at most where one update of many is refused', async () => {
    const names = Array.from({ length: 64 }, (_, i) => `c${i}`);
    const many = await people.table({ name: 'refused', columns: names.map((name) => ({ name, dataType: 'INT' })) });
    const before = await eventsOf(many);
    const job = await update({
      columnUpdates: names.map((name, i) =>
        named(many, name, i === 40 ? { tags: [label('Kind.Nothing')] } : { description: 'Told' }),
      ),
    });
    expect(job.result).toMatchObject({
      numberOfRowsPassed: 63,
      failedRequest: [{ request: { columnFQN: column(many, 'c40') }, status: 404 }],
    });
    expect((await eventsOf(many)) - before).toBeLessThanOrEqual(6);
    const { body } = await people.send('GET', `/v1/tables/${many.id}`);
    expect(body.columns.filter(({ description }: Body) => description === 'Told')).toHaveLength(63);
  });

  it('of what was deleted are not there, and nothing tells what it was', async () => {
    const gone = await people.table({ name: 'deleted' });
    await people.send('DELETE', `/v1/tables/${gone.id}`);
    const { result } = await update({ columnUpdates: [named(gone, 'id', { description: 'x' })] });
    const path = `${root}/name/${column(gone, 'id')}?entityType=table`;
    const alone = await people.send('PUT', path, { description: 'x' });
    expect([result.failedRequest[0].status, alone.status]).toEqual([404, 404]);
    expect(result.failedRequest[0].message).toBe(alone.body.message);
    expect(alone.text).not.toContain(gone.id);
    expect(JSON.stringify(result)).not.toContain(gone.id);
  });

  it('of a name are updated wherever the one who asks may see them', async () => {
    const job = await update({ columnName: 'email', description: 'All mail', serviceName: 'held' }, who.send);
    expect(job.result).toMatchObject({ status: 'success', numberOfRowsPassed: 2, numberOfRowsFailed: 0 });
    expect(JSON.stringify(job)).not.toContain('hidden');
    expect((await read(tables.one, 'email')).description).toBe('All mail');
    expect((await read(tables.three, 'email')).description).toBeUndefined();
    expect((await read(hidden, 'email')).description).toBe('Inner');
    const events = await eventsOf(tables.one);
    const again = await update({ columnName: 'email', description: 'All mail', serviceName: 'held' }, who.send);
    expect(again.result.numberOfRowsPassed).toBe(2);
    expect(await eventsOf(tables.one)).toBe(events);
    expect((await update({ columnName: 'nothing', description: 'x' })).result.numberOfRowsProcessed).toBe(0);
  });

  it('are left as they are by a dry run', async () => {
    const job = await update({ columnName: 'id', description: 'Key', dryRun: true });
    expect(job.result).toMatchObject({ dryRun: true, numberOfRowsFailed: 0 });
    expect(job.result.successRequest.map(({ request }: Body) => request.columnFQN)).toContain(
      column(tables.one, 'address.id'),
    );
    expect((await read(tables.one, 'id')).description).toBeUndefined();
    expect(await people.app.searchProblems()).toEqual([]);
    const refused = await update({
      columnUpdates: [named(tables.one, 'id', { tags: [label('Kind.Nothing')] }), named(tables.two, 'id')],
      dryRun: true,
    });
    expect(refused.result).toMatchObject({ numberOfRowsPassed: 1, failedRequest: [{ status: 404 }] });
  });

  it('fail one by one where a right is missing', async () => {
    const describer = await people.person([{ operations: ['ViewAll', 'EditDescription'] }], { isBot: true });
    const job = await update(
      {
        columnUpdates: [
          named(tables.two, 'id', { description: 'By right' }),
          named(tables.two, 'amount', { displayName: 'Without' }),
          named(tables.three, 'id', { description: 'By right' }),
        ],
      },
      describer.send,
    );
    expect(job.result).toMatchObject({
      numberOfRowsPassed: 2,
      failedRequest: [{ request: { columnFQN: column(tables.two, 'amount') }, status: 403 }],
    });
    expect((await read(tables.two, 'id')).description).toBe('By right');
    expect((await read(tables.two, 'amount')).displayName).toBeUndefined();
    expect((await people.send('GET', `/v1/tables/${tables.three?.id}`)).body.updatedBy).toBe(describer.name);
    const path = `${root}/bulk-update-async/${job.jobId}`;
    expect((await who.send('GET', path)).status).toBe(403);
    expect((await people.send('GET', path)).status).toBe(200);
    expect((await people.send('GET', `${root}/bulk-update-async/${hidden.id}`)).status).toBe(404);
    const viewer = await people.person([{ operations: ['ViewAll'] }], { isBot: true });
    const body = { columnName: 'id', description: 'x' };
    expect((await viewer.send('POST', `${root}/bulk-update-async`, body)).status).toBe(403);
  });

  it('are updated in many tables, part after part', { timeout: 60_000 }, async () => {
    const made: Body[] = [];
    for (let i = 0; i < 45; i++)
      made.push(await people.table({ name: `many${i}`, columns: [{ name: 'batch_key', dataType: 'INT' }] }));
    const job = await update({ columnName: 'batch_key', displayName: 'Batch' });
    expect(job.result).toMatchObject({ numberOfRowsPassed: 45, numberOfRowsFailed: 0 });
    expect((await read(made[44], 'batch_key')).displayName).toBe('Batch');
    const { columns } = await grid({ columnNamePattern: 'batch_key' });
    expect(columns).toMatchObject([{ totalOccurrences: 45, groups: [{ displayName: 'Batch', occurrenceCount: 45 }] }]);
    const left = await use().store.read((sql) =>
      sql.all<{ name: string }>("select name from setting where name like 'columns.update.part.%'"),
    );
    expect(left).toEqual([]);
  });
});
