// When data was made, changed and read: a PUT never takes back what is newer. And when a certification was applied.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPeople, type People } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

forEachSeededStore('life cycle and certification', (use) => {
  let people: People;
  let table: Body;

  const put = async (lifeCycle?: object): Promise<Body> => {
    const { name, databaseSchema } = table;
    const body = {
      name,
      databaseSchema: databaseSchema.fullyQualifiedName,
      columns: [{ name: 'id', dataType: 'INT' }],
    };
    const answer = await people.send('PUT', '/v1/tables', { ...body, ...(lifeCycle ? { lifeCycle } : {}) });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.lifeCycle;
  };
  const patch = async (operations: object[]): Promise<Body> => {
    const answer = await people.send('PATCH', `/v1/tables/${table.id}`, operations);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  beforeAll(async () => {
    people = await openPeople(use());
    await people.make('/v1/classifications', { name: 'Worth', description: 'How good' });
    for (const name of ['Gold', 'Silver'])
      await people.make('/v1/tags', { name, classification: 'Worth', description: name });
  });
  afterAll(() => people.app.close());

  it('merges entry by entry on PUT', async () => {
    table = await people.table({ lifeCycle: { created: { timestamp: 100 }, updated: { timestamp: 300 } } });
    const before = { created: { timestamp: 100 }, updated: { timestamp: 300 } };
    expect(await put()).toEqual(before);
    expect(await put({ accessed: { timestamp: 200, accessedByAProcess: 'dbt' } })).toEqual({
      ...before,
      accessed: { timestamp: 200, accessedByAProcess: 'dbt' },
    });
    expect(await put({ updated: { timestamp: 250 }, accessed: { timestamp: 400 } })).toEqual({
      ...before,
      accessed: { timestamp: 400 },
    });
    expect(await put({ created: { timestamp: 100, accessedByAProcess: 'dbt' } })).toEqual({
      created: { timestamp: 100, accessedByAProcess: 'dbt' },
      updated: { timestamp: 300 },
      accessed: { timestamp: 400 },
    });
  });

  it('is what a PATCH says', async () => {
    const { lifeCycle } = await patch([{ op: 'replace', path: '/lifeCycle/updated', value: { timestamp: 5 } }]);
    expect(lifeCycle.updated).toEqual({ timestamp: 5 });
    expect((await patch([{ op: 'remove', path: '/lifeCycle/accessed' }])).lifeCycle).not.toHaveProperty('accessed');
  });

  it('keeps what a bot does not know in its PATCH, or knows of an earlier time', async () => {
    const known = { created: { timestamp: 100 }, accessed: { timestamp: 300, accessedByAProcess: 'usage' } };
    const fresh = await people.table({ lifeCycle: known });
    const bot = await people.person([{ operations: ['All'] }], { isBot: true });
    const send = async (...operations: object[]) => {
      const answer = await bot.send('PATCH', `/v1/tables/${fresh.id}`, operations);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.lifeCycle;
    };
    const updated = { timestamp: 400 };
    const value = { updated, accessed: { timestamp: 200 } };
    expect(await send({ op: 'replace', path: '/lifeCycle', value })).toEqual({ ...known, updated });
    const removed = { op: 'remove', path: '/lifeCycle/created' };
    const later = { op: 'replace', path: '/lifeCycle/accessed', value: { timestamp: 500 } };
    expect(await send(removed, later)).toEqual({ ...known, updated, accessed: { timestamp: 500 } });
    expect(await send({ op: 'remove', path: '/lifeCycle' })).toBeUndefined();
  });

  it('creates no version when it changes alone', async () => {
    const fresh = await people.table({});
    const path = `/v1/tables/${fresh.id}`;
    const read = async () => (await people.send('GET', `${path}?fields=lifeCycle`)).body;
    for (const timestamp of [1_695_059_900_000, 1_695_060_000_000]) {
      const value = { accessed: { timestamp } };
      const answer = await people.send('PATCH', path, [{ op: 'add', path: '/lifeCycle', value }]);
      expect(answer.body).toMatchObject({ version: 0.1, lifeCycle: value });
      expect(await read()).toMatchObject({ version: 0.1, lifeCycle: value });
    }
    await people.send('PATCH', path, [
      { op: 'add', path: '/lifeCycle', value: { accessed: { timestamp: 1_695_060_100_000 } } },
      { op: 'add', path: '/description', value: 'Orders' },
    ]);
    expect(await read()).toMatchObject({ version: 0.2, lifeCycle: { accessed: { timestamp: 1_695_060_100_000 } } });
    const { versions } = (await people.send('GET', `${path}/versions`)).body;
    expect(versions).toHaveLength(2);
  });

  it('is merged of many at once', async () => {
    const { name, databaseSchema } = table;
    const row = { name, databaseSchema: databaseSchema.fullyQualifiedName, columns: [{ name: 'id', dataType: 'INT' }] };
    const answer = await people.send('PUT', '/v1/tables/bulk', [{ ...row, lifeCycle: { created: { timestamp: 1 } } }]);
    expect(answer.body.numberOfRowsFailed).toBe(0);
    const read = await people.send('GET', `/v1/tables/${table.id}`);
    expect(read.body.lifeCycle).toMatchObject({ created: { timestamp: 100 }, updated: { timestamp: 5 } });
  });

  const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
  const certify = async (value: object) => (await patch([{ op: 'add', path: '/certification', value }])).certification;
  const setRule = (config_value: object) =>
    people.send('PUT', '/v1/system/settings', { config_type: 'assetCertificationSettings', config_value });

  it('certifies with tags of the classification of the setting, for its period', async () => {
    const certifyBy = (tagFQN: string) => {
      const value = { tagLabel: label(tagFQN) };
      return people.send('PATCH', `/v1/tables/${table.id}`, [{ op: 'add', path: '/certification', value }]);
    };
    const refused = await certifyBy('Worth.Gold');
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Invalid Classification: Worth.Gold is not valid for Certification.',
    ]);
    for (const validityPeriod of ['30', 'P', 'PT1H', 'P1.5D'])
      expect((await setRule({ allowedClassification: 'Worth', validityPeriod })).status, validityPeriod).toBe(400);
    expect((await setRule({ allowedClassification: 'Worth', validityPeriod: 'P2W' })).status).toBe(200);
    expect((await certifyBy('Certification.Gold')).status).toBe(400);
    const { appliedDate, expiryDate } = (await certifyBy('Worth.Silver')).body.certification;
    expect(expiryDate - appliedDate).toBe(14 * 86_400_000);
    // What certifies already may stay, and be extended.
    await setRule({ allowedClassification: 'Certification', validityPeriod: 'P30D' });
    expect((await certify({ tagLabel: label('Worth.Silver'), expiryDate: 2_000_000_000_000 })).expiryDate).toBe(2e12);
    await setRule({ allowedClassification: 'Worth', validityPeriod: 'P30D' });
  });

  it('dates a certification when it is set, and not again while it stays', async () => {
    const begun = Date.now();
    const set = await certify({ tagLabel: label('Worth.Gold'), appliedDate: 1, expiryDate: 2_000_000_000_000 });
    expect(set.appliedDate).toBeGreaterThanOrEqual(begun - 1000);
    expect(set.appliedDate).toBeLessThanOrEqual(Date.now() + 1000);
    expect(set.expiryDate).toBe(2_000_000_000_000);
    const later = await certify({ tagLabel: label('Worth.Gold'), appliedDate: 7, expiryDate: 2_100_000_000_000 });
    expect(later).toMatchObject({ appliedDate: set.appliedDate, expiryDate: 2_100_000_000_000 });
    const again = await certify({ tagLabel: label('Worth.Gold') });
    expect(again).toEqual(later);
    const other = await certify({ tagLabel: label('Worth.Silver'), appliedDate: 7 });
    expect(other.appliedDate).toBeGreaterThanOrEqual(set.appliedDate);
    expect(other.expiryDate).toBeGreaterThan(other.appliedDate);
  });
});
