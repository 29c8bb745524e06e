import { expect, it } from 'vitest';
import { forEachStore } from '../support/stores.js';
import { addSchema, addTable, createTestCatalog, freshName } from './support/catalog.js';

forEachStore('data of tables', (use) => {
  const prepare = async () => {
    const catalog = createTestCatalog(use());
    const { fqn } = await addSchema(catalog);
    const table = await addTable(catalog, fqn);
    return { catalog, schema: fqn, table, path: `/v1/tables/${table.id}`, fqn: String(table.fullyQualifiedName) };
  };

  it('lists columns by page', async () => {
    const { catalog, path, fqn } = await prepare();
    const page = await catalog.expect(200, 'GET', `${path}/columns`, undefined, { query: { limit: '1', offset: '1' } });
    expect(page).toMatchObject({ data: [{ name: 'email' }], paging: { total: 3, limit: 1, offset: 1 } });
    const all = await catalog.expect(200, 'GET', `/v1/tables/name/${fqn}/columns`, undefined, {
      query: { fields: 'tags' },
    });
    expect(all.data).toHaveLength(3);
    expect(all.data[0].tags).toEqual([]);
    await catalog.expect(400, 'GET', `${path}/columns`, undefined, { query: { limit: '1001' } });
    await catalog.expect(400, 'GET', `${path}/columns`, undefined, { query: { fields: 'colour' } });
    await catalog.expect(404, 'GET', '/v1/tables/name/no.such.table.here/columns');
  });

  it('searches columns, also nested ones', async () => {
    const { catalog, path } = await prepare();
    const names = async (query: Record<string, string>) =>
      (await catalog.expect(200, 'GET', `${path}/columns/search`, undefined, { query })).data.map(
        (column: { name: string }) => column.name,
      );
    expect(await names({ q: 'CITY' })).toEqual(['address']);
    expect(await names({ q: 'write to' })).toEqual(['email']);
    expect(await names({ q: 'nothing like this' })).toEqual([]);
    expect(await names({ sortBy: 'name', sortOrder: 'desc' })).toEqual(['id', 'email', 'address']);
  });

  it('lists columns in the order of their positions, and those with a tag', async () => {
    const { catalog, schema } = await prepare();
    const classification = freshName('Secrecy');
    await catalog.expect(201, 'POST', '/v1/classifications', { name: classification, description: 'x' });
    await catalog.expect(201, 'POST', '/v1/tags', { name: 'High', description: 'x', classification });
    const tags = [{ tagFQN: `${classification}.High`, source: 'Classification' }];
    const column = (name: string, ordinalPosition: number, more: object = {}) => ({
      ...{ name, dataType: 'INT', ordinalPosition, ...more },
    });
    const table = await addTable(catalog, schema, {
      columns: [
        column('c', 3, { tags }),
        column('a', 1),
        column('b', 2, { dataType: 'STRUCT', children: [{ name: 'in', dataType: 'INT', tags }] }),
      ],
    });
    const names = async (verb: string, query: Record<string, string>) => {
      const path = `/v1/tables/${table.id}/${verb}`;
      const { data, paging } = await catalog.expect(200, 'GET', path, undefined, { query });
      return [data.map(({ name }: { name: string }) => name).join(), paging.total];
    };
    expect(await names('columns', {})).toEqual(['a,b,c', 3]);
    expect(await names('columns', { sortBy: 'ordinalPosition', sortOrder: 'desc', limit: '2' })).toEqual(['c,b', 3]);
    expect(await names('columns/search', { tags: `Other.Tag,${classification}.High` })).toEqual(['b,c', 2]);
    expect(await names('columns/search', { tags: `${classification}.High`, q: 'c', fields: 'tags' })).toEqual(['c', 1]);
    expect(await names('columns/search', { tags: 'Other.Tag' })).toEqual(['', 0]);
  });

  it('keeps sample data apart', async () => {
    const { catalog, path } = await prepare();
    const sampleData = {
      columns: ['id', 'email'],
      rows: [
        [1, 'a@b'],
        [2, null],
      ],
    };
    expect((await catalog.expect(200, 'PUT', `${path}/sampleData`, sampleData)).sampleData).toEqual(sampleData);
    expect((await catalog.expect(200, 'GET', `${path}/sampleData`)).sampleData).toEqual(sampleData);
    expect(await catalog.expect(200, 'GET', path)).not.toHaveProperty('sampleData');
    await catalog.expect(400, 'PUT', `${path}/sampleData`, { columns: ['id'], rows: [[1, 2]] });
    await catalog.expect(400, 'PUT', `${path}/sampleData`, { columns: ['nope'], rows: [] });
    await catalog.expect(200, 'DELETE', `${path}/sampleData`);
    expect(await catalog.expect(200, 'GET', `${path}/sampleData`)).not.toHaveProperty('sampleData');
  });

  it('keeps profiles over time', async () => {
    const { catalog, path, fqn } = await prepare();
    const at = catalog.clock.now;
    const profile = (timestamp: number, rowCount: number) => ({
      tableProfile: { timestamp, rowCount, columnCount: 3 },
      columnProfile: [
        { name: 'id', timestamp, valuesCount: rowCount },
        { name: 'address.city', timestamp, nullCount: 1 },
      ],
      systemProfile: [{ timestamp, operation: 'INSERT', rowsAffected: 2 }],
    });
    expect((await catalog.expect(200, 'PUT', `${path}/tableProfile`, profile(at - 1000, 1))).profile.rowCount).toBe(1);
    await catalog.expect(200, 'PUT', `${path}/tableProfile`, profile(at, 2));
    const query = { startTs: String(at - 2000), endTs: String(at) };
    const list = await catalog.expect(200, 'GET', `/v1/tables/${fqn}/tableProfile`, undefined, { query });
    expect(list).toMatchObject({ data: [{ rowCount: 2 }, { rowCount: 1 }], paging: { total: 2 } });
    expect(
      await catalog.expect(200, 'GET', `/v1/tables/${fqn}.address.city/columnProfile`, undefined, { query }),
    ).toMatchObject({ paging: { total: 2 } });
    expect(await catalog.expect(200, 'GET', `/v1/tables/${fqn}/systemProfile`, undefined, { query })).toMatchObject({
      data: [{ rowsAffected: 2 }, {}],
    });
    const latest = await catalog.expect(200, 'GET', `/v1/tables/${fqn}/tableProfile/latest`);
    expect(latest).toMatchObject({
      profile: { rowCount: 2 },
      columns: [{ profile: { valuesCount: 2 } }, {}, { children: [{ profile: { nullCount: 1 } }] }],
    });
    await catalog.expect(200, 'DELETE', `/v1/tables/${fqn}/table/${at}/profile`);
    expect((await catalog.expect(200, 'GET', `/v1/tables/${fqn}/tableProfile/latest`)).profile.rowCount).toBe(1);
    await catalog.expect(400, 'PUT', `${path}/tableProfile`, { tableProfile: { timestamp: 1_700_000_000 } });
    await catalog.expect(400, 'PUT', `${path}/tableProfile`, {
      tableProfile: { timestamp: at },
      columnProfile: [{ name: 'nope', timestamp: at }],
    });
    await catalog.expect(404, 'GET', `/v1/tables/${fqn}.nope/columnProfile`);
  });

  it('sums joins of both tables over 30 days', async () => {
    const { catalog, path, schema, fqn } = await prepare();
    const other = await addTable(catalog, schema);
    const with_ = (column: string, joinCount: number) => ({
      fullyQualifiedName: `${other.fullyQualifiedName}${column}`,
      joinCount,
    });
    const day = (back: number) => new Date(catalog.clock.now - back * 86_400_000).toISOString().slice(0, 10);
    const joins = (startDate: string, count: number) => ({
      startDate,
      dayCount: 1,
      columnJoins: [{ columnName: 'id', joinedWith: [with_('.id', count)] }],
      directTableJoins: [with_('', count)],
    });
    await catalog.expect(200, 'PUT', `${path}/joins`, joins(day(1), 3));
    const answer = await catalog.expect(200, 'PUT', `${path}/joins`, joins(day(0), 4));
    expect(answer.joins).toEqual({
      startDate: day(30),
      dayCount: 30,
      columnJoins: [{ columnName: 'id', joinedWith: [with_('.id', 7)] }],
      directTableJoins: [with_('', 7)],
    });
    const back = await catalog.expect(200, 'GET', `/v1/tables/${other.id}`, undefined, { query: { fields: 'joins' } });
    expect(back.joins.directTableJoins).toEqual([{ fullyQualifiedName: fqn, joinCount: 7 }]);
    await catalog.expect(400, 'PUT', `${path}/joins`, joins(day(31), 1));
    await catalog.expect(400, 'PUT', `${path}/joins`, {
      ...joins(day(0), 1),
      directTableJoins: [{ fullyQualifiedName: 'a.b.c.d', joinCount: 1 }],
    });
  });

  it('keeps profiler configuration and custom metrics without a version', async () => {
    const { catalog, path } = await prepare();
    const config = { excludeColumns: ['id'], sampleDataCount: 10 };
    expect((await catalog.expect(200, 'PUT', `${path}/tableProfilerConfig`, config)).tableProfilerConfig).toMatchObject(
      config,
    );
    expect((await catalog.expect(200, 'GET', `${path}/tableProfilerConfig`)).tableProfilerConfig).toMatchObject(config);
    await catalog.expect(400, 'PUT', `${path}/tableProfilerConfig`, { includeColumns: [{ columnName: 'nope' }] });
    expect(await catalog.expect(200, 'DELETE', `${path}/tableProfilerConfig`)).not.toHaveProperty(
      'tableProfilerConfig',
    );
    const metric = { name: 'rows', expression: 'select count(*) from t' };
    const table = await catalog.expect(200, 'PUT', `${path}/customMetric`, metric);
    expect(table.customMetrics).toMatchObject([{ ...metric, id: expect.any(String), updatedBy: 'ann' }]);
    const changed = await catalog.expect(200, 'PUT', `${path}/customMetric`, { ...metric, expression: 'select 1' });
    expect(changed).toMatchObject({
      version: 0.1,
      customMetrics: [{ id: table.customMetrics[0].id, expression: 'select 1' }],
    });
    await catalog.expect(404, 'DELETE', `${path}/customMetric/none`);
    expect(await catalog.expect(200, 'DELETE', `${path}/customMetric/rows`)).not.toHaveProperty('customMetrics');
    const ofColumn = await catalog.expect(200, 'PUT', `${path}/customMetric`, { ...metric, columnName: 'id' });
    expect(ofColumn.columns[0].customMetrics).toMatchObject([{ name: 'rows' }]);
    await catalog.expect(200, 'DELETE', `${path}/customMetric/id/rows`);
    await catalog.expect(400, 'PUT', `${path}/customMetric`, { ...metric, columnName: 'nope' });
  });

  it('fills what a table leaves open from its model', async () => {
    const { catalog, path } = await prepare();
    const table = await catalog.expect(200, 'PUT', `${path}/dataModel`, {
      modelType: 'DBT',
      sql: 'select 1',
      description: 'From dbt',
      columns: [
        { name: 'id', dataType: 'BIGINT', description: 'Key' },
        { name: 'email', dataType: 'VARCHAR', dataLength: 1, description: 'Other' },
      ],
    });
    expect(table).toMatchObject({ description: 'From dbt', dataModel: { modelType: 'DBT' } });
    expect(table.columns).toMatchObject([{ description: 'Key' }, { description: 'Where to write to' }, {}]);
    const again = await catalog.expect(200, 'PUT', `${path}/dataModel`, { modelType: 'DBT', rawSql: 'select 2' });
    expect(again.dataModel).toMatchObject({ sql: 'select 1', rawSql: 'select 2' });
  });

  it('takes the tags of a model in place of those that they exclude', async () => {
    const { catalog, schema } = await prepare();
    const level = freshName('Level');
    await catalog.expect(201, 'POST', '/v1/classifications', {
      ...{ name: level, description: 'x', mutuallyExclusive: true },
    });
    const kind = freshName('Kind');
    await catalog.expect(201, 'POST', '/v1/classifications', { name: kind, description: 'x' });
    for (const [classification, name] of [
      [level, 'Low'],
      [level, 'High'],
      [kind, 'A'],
      [kind, 'B'],
    ])
      await catalog.expect(201, 'POST', '/v1/tags', { name, description: 'x', classification });
    const tags = (...names: string[]) => names.map((tagFQN) => ({ tagFQN, source: 'Classification' }));
    const old = tags(`${level}.Low`, `${kind}.A`);
    const columns = ['x', 'y'].map((name) => ({ name, dataType: 'INT', tags: old }));
    const table = await addTable(catalog, schema, { tags: old, columns });
    const model = tags(`${level}.High`, `${kind}.B`);
    await catalog.expect(200, 'PUT', `/v1/tables/${table.id}/dataModel`, {
      ...{ modelType: 'DBT', sql: 'select 1', tags: model },
      columns: [{ name: 'x', dataType: 'INT', tags: model }],
    });
    const now = await catalog.expect(200, 'GET', `/v1/tables/${table.id}`, undefined, { query: { fields: 'tags' } });
    const names = (labels: { tagFQN: string }[]) => labels.map(({ tagFQN }) => tagFQN).sort();
    const merged = [`${kind}.A`, `${kind}.B`, `${level}.High`].sort();
    expect(names(now.tags)).toEqual(merged);
    expect(now.columns.map((column: { tags: { tagFQN: string }[] }) => names(column.tags))).toEqual([
      merged,
      [`${kind}.A`, `${level}.Low`].sort(),
    ]);
    const both = await catalog.send('PUT', `/v1/tables/${table.id}/dataModel`, {
      ...{ modelType: 'DBT', sql: 'select 1', tags: tags(`${level}.High`, `${level}.Low`) },
    });
    expect(both.status).toBe(400);
  });

  it('keeps what pipelines say', async () => {
    const { catalog, path, fqn } = await prepare();
    await catalog.expect(201, 'POST', '/v1/services/pipelineServices', { name: 'etl', serviceType: 'Airflow' });
    const pipelines = await Promise.all(
      ['load', 'clean'].map((name) => catalog.expect(201, 'POST', '/v1/pipelines', { name, service: 'etl' })),
    );
    const [load, clean] = pipelines.map(({ id, fullyQualifiedName }) => ({ id, type: 'pipeline', fullyQualifiedName }));
    const entry = (pipeline: unknown, lastRunStatus: string) => ({ pipeline, lastRunStatus });
    const put = await catalog.expect(200, 'PUT', `${path}/pipelineObservability`, [entry(load, 'Failed')]);
    expect(put.pipelineObservability).toHaveLength(1);
    await catalog.expect(200, 'PUT', `${path}/pipelineObservability/etl.load`, entry(load, 'Successful'));
    await catalog.expect(200, 'PUT', `${path}/pipelineObservability/etl.clean`, entry(clean, 'Running'));
    expect(await catalog.expect(200, 'GET', `/v1/tables/name/${fqn}/pipelineObservability`)).toMatchObject([
      { lastRunStatus: 'Successful' },
      { lastRunStatus: 'Running' },
    ]);
    await catalog.expect(200, 'DELETE', `${path}/pipelineObservability/etl.load`);
    expect(await catalog.expect(200, 'GET', `${path}/pipelineObservability`)).toHaveLength(1);
    await catalog.expect(200, 'DELETE', `/v1/pipelines/${clean?.id}`);
    expect(await catalog.expect(200, 'GET', `${path}/pipelineObservability`)).toEqual([]);
    await catalog.expect(200, 'PUT', '/v1/pipelines/restore', { id: clean?.id });
    expect(await catalog.expect(200, 'GET', `${path}/pipelineObservability`)).toHaveLength(1);
    await catalog.expect(200, 'DELETE', `/v1/pipelines/${clean?.id}`, undefined, { query: { hardDelete: 'true' } });
    expect(await catalog.expect(200, 'GET', `${path}/pipelineObservability`)).toEqual([]);
    await catalog.expect(200, 'DELETE', `${path}/pipelineObservability`);
    expect(await catalog.expect(200, 'GET', `${path}/pipelineObservability`)).toEqual([]);
  });
});
