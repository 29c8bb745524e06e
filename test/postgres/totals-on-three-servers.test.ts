// Totals of lists on three servers behind a round robin: whatever one did to what lies in something, the next counts it.
// All servers have counted before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Body, forSeveral, startThree, type ThreeServers } from './three-servers.js';

const CASES = '/v1/dataQuality/testCases';
const patience = { timeout: 60_000, interval: 50 };

describe.skipIf(!forSeveral)('totals on three servers', () => {
  let three: ThreeServers;
  beforeAll(async () => {
    three = await startThree({ CAIRN_DELETE_SLICE: '20' });
    await three.ok('POST', '/v1/services/databaseServices', { name: 'shop', serviceType: 'CustomDatabase' });
    await three.ok('POST', '/v1/databases', { name: 'sales', service: 'shop' });
  }, 180_000);
  afterAll(() => three?.close());

  const schemaOf = async (name: string, tables: number): Promise<Body> => {
    const schema = await three.ok('POST', '/v1/databaseSchemas', { name, database: 'shop.sales' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    const items = Array.from({ length: tables }, (_, i) => ({
      ...{ name: `t${i}`, columns, databaseSchema: schema.fullyQualifiedName },
    }));
    await three.ok('PUT', '/v1/tables/bulk', items);
    return schema;
  };
  const totals = async (path: string) => (await three.everywhere(path)).map(({ json }) => json.paging.total);
  const all = <T>(value: T) => [value, value, value];
  /** Tables in each state, as every server counts them. */
  const counted = async () => ({
    there: await totals('/v1/tables?limit=0'),
    below: await totals('/v1/tables?limit=1&database=shop.sales'),
    deleted: await totals('/v1/tables?limit=0&include=deleted'),
    any: await totals('/v1/tables?limit=0&include=all'),
    known: (await three.everywhere('/v1/system/entities/count')).map(({ json }) => json.tableCount),
  });
  const expected = (there: number, deleted: number) => ({
    ...{ there: all(there), below: all(there), deleted: all(deleted), any: all(there + deleted), known: all(there) },
  });

  // 150 are more than a request deletes: a job goes on.
  it.each([5, 150])(
    'follow a schema of %i tables that is deleted, restored and removed',
    async (size) => {
      const schema = await schemaOf(`of${size}`, size);
      const path = `/v1/databaseSchemas/${schema.id}`;
      expect(await counted()).toEqual(expected(size, 0));
      await three.ok('DELETE', `${path}?recursive=true`);
      await expect.poll(counted, patience).toEqual(expected(0, size));
      await three.ok('PUT', '/v1/databaseSchemas/restore', { id: schema.id });
      await expect.poll(counted, patience).toEqual(expected(size, 0));
      await three.ok('DELETE', `${path}?recursive=true&hardDelete=true`);
      expect(await counted()).toEqual(expected(0, 0));
    },
    120_000,
  );

  it('follow the domain of a service to the assets below it', async () => {
    const schema = await schemaOf('placed', 3);
    const create = { domainType: 'Aggregate', description: 'x' };
    const [one, two] = [
      await three.ok('POST', '/v1/domains', { name: 'one', ...create }),
      await three.ok('POST', '/v1/domains', { name: 'two', ...create }),
    ];
    const service = await three.ok('GET', '/v1/services/databaseServices/name/shop');
    const move = (to: Body) =>
      three.ok('PATCH', `/v1/services/databaseServices/${service.id}`, [
        { op: 'add', path: '/domains', value: [{ id: to.id, type: 'domain' }] },
      ]);
    const both = async () => [
      await totals(`/v1/domains/${one.id}/assets`),
      await totals(`/v1/domains/${two.id}/assets`),
      (await three.everywhere('/v1/domains/assets/counts')).map(({ json }) => json),
    ];
    const placed = (inOne: number, inTwo: number) => [all(inOne), all(inTwo), all({ one: inOne, two: inTwo })];
    expect(await both()).toEqual(placed(0, 0));
    await move(one); // the service, the database, the schema and its tables
    expect(await both()).toEqual(placed(6, 0));
    await move(two);
    expect(await both()).toEqual(placed(0, 6));
    await three.ok('DELETE', `/v1/databaseSchemas/${schema.id}?recursive=true&hardDelete=true`);
    expect(await both()).toEqual(placed(0, 2));
  });

  it('follow tests into suites and away with their table', async () => {
    const schema = await schemaOf('tested', 2);
    const ids: string[] = [];
    for (const table of ['t0', 't1']) {
      const { id } = await three.ok('POST', CASES, {
        ...{ name: 'rows', entityLink: `<#E::table::${schema.fullyQualifiedName}.${table}>` },
        ...{ testDefinition: 'tableRowCountToEqual', parameterValues: [{ name: 'value', value: '5' }] },
      });
      ids.push(id);
    }
    const suite = await three.ok('POST', '/v1/dataQuality/testSuites', { name: 'chosen' });
    const both = async () => [
      await totals(`${CASES}?limit=0`),
      await totals(`${CASES}?limit=0&testSuiteId=${suite.id}`),
    ];
    expect(await both()).toEqual([all(2), all(0)]);
    await three.ok('PUT', `${CASES}/logicalTestCases`, { testSuiteId: suite.id, testCaseIds: ids });
    expect(await both()).toEqual([all(2), all(2)]);
    await three.ok('DELETE', `${CASES}/logicalTestCases/${suite.id}/${ids[0]}`);
    expect(await both()).toEqual([all(2), all(1)]);
    await three.ok('DELETE', `/v1/databaseSchemas/${schema.id}?recursive=true&hardDelete=true`);
    expect(await both()).toEqual([all(0), all(0)]);
  });
});
