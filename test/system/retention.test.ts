// What is older than the options say goes by itself; the newest of everything stays.
import { expect, it } from 'vitest';
import { getJobByKey, getSetting, TIDIED } from '../../src/storage/index.js';
import { createTestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const DAY = 86_400_000;
const soon = { timeout: 50_000, interval: 50 };
/** A lease ends while the clock is put forward, so a run gets some time before. */
const slowly = { timeout: 50_000, interval: 250 };

forEachSeededStore('retention', (use) => {
  it('removes old events and versions, and keeps the newest', { timeout: 120_000 }, async () => {
    let ahead = 0;
    const flags = { eventRetentionDays: '2', historyRetentionDays: '10', mergeWindow: '0s' };
    const app = await createTestApp({ store: use(), now: () => Date.now() + ahead, flags });
    let token = app.adminToken;
    const pass = async (days: number) => {
      ahead += days * DAY;
      await app.lookForJobs();
      token = await app.tokenFor('admin');
    };
    const request = async (method: string, path: string, body?: unknown) =>
      (await app.request(method, path, { token, ...(body ? { body } : {}) })).json;
    const { id } = await request('POST', '/v1/classifications', { name: 'kept', description: '0' });
    const describe = (text: number) =>
      request('PATCH', `/v1/classifications/${id}`, [{ op: 'add', path: '/description', value: String(text) }]);
    const versions = async () => {
      const { versions: all } = await request('GET', `/v1/classifications/${id}/versions`);
      return all.map((text: string) => JSON.parse(text).version);
    };
    const told = async () => (await request('GET', '/v1/events?entityUpdated=classification&limit=100')).data;
    const events = async () => (await told()).length;
    /** An event counts for retention once it has its position. */
    const newest = async () => (await told()).at(-1)?.currentVersion;

    /** It runs every hour; a run that has begun before the clock was put forward removes nothing. */
    const hourly =
      <T>(look: () => Promise<T>) =>
      async () => {
        await pass(0.05);
        return look();
      };

    await describe(1);
    await describe(2);
    await expect.poll(events, soon).toBe(2);
    await pass(5);
    await describe(3);
    await expect.poll(newest, soon).toBe(0.4);
    await expect.poll(hourly(events), slowly).toBe(1);
    expect(await versions()).toEqual([0.4, 0.3, 0.2, 0.1]);

    await pass(7);
    await expect.poll(hourly(versions), slowly).toEqual([0.4, 0.3]);
    expect(await describe(4)).toMatchObject({ version: 0.5, description: '4' });
    expect((await request('GET', `/v1/classifications/${id}/versions/0.1`)).code).toBe(404);
    await expect.poll(newest, soon).toBe(0.5);
    await expect.poll(hourly(events), slowly).toBe(1);
    await app.close();
  });

  it('keeps everything when it is not asked for', { timeout: 120_000 }, async () => {
    let ahead = 0;
    const app = await createTestApp({ store: use(), now: () => Date.now() + ahead });
    const before = await count();
    const later = Date.now() + 399 * DAY;
    // It is due at the first time of its schedule after the queue was opened, so the clock waits for that.
    const dueAt = async () => (await use().store.read((sql) => getJobByKey(sql, TIDIED, 'schedule')))?.run_at;
    await expect.poll(dueAt, soon).toBeLessThan(Date.now() + DAY);
    ahead += 400 * DAY;
    await app.lookForJobs();
    // A job that runs whatever the options say has run since: so would those that remove something.
    const tidiedUntil = async () => {
      await app.lookForJobs(); // one that had begun before the clock was put forward counts for the time before
      return (await use().store.read((sql) => getSetting(sql, TIDIED)))?.updated_at;
    };
    await expect.poll(tidiedUntil, slowly).toBeGreaterThan(later);
    expect(await count()).toEqual(before);
    await app.close();

    async function count(): Promise<unknown> {
      return use().store.read((sql) =>
        sql.get('select (select count(*) from change_event) as events, (select count(*) from history) as versions'),
      );
    }
  });
});
