// What is over is removed after the days that the options say; what is open, and the last of each test, stays.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';

const CASES = '/v1/dataQuality/testCases';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

forEachSeededStore('retention of incidents and threads', (use) => {
  let app: TestApp;
  let token: string | undefined;
  const start = Date.now();
  let now = start;
  const send = (method: string, path: string, body?: unknown) =>
    app.request(method, path, { ...(body === undefined ? {} : { body }), ...(token ? { token } : {}) });
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).toBeLessThan(300);
    return answer.json;
  };

  beforeAll(async () => {
    const flags = { incidentRetentionDays: '2', threadRetentionDays: '2' };
    app = await createTestApp({ store: use(), now: () => now, flags });
  });
  afterAll(() => app.close());

  it('keeps what is open and the last of each test', { timeout: 120_000 }, async () => {
    await ok('POST', '/v1/services/databaseServices', { name: 'kept', serviceType: 'CustomDatabase' });
    await ok('POST', '/v1/databases', { name: 'd', service: 'kept' });
    await ok('POST', '/v1/databaseSchemas', { name: 's', database: 'kept.d' });
    const columns = [{ name: 'id', dataType: 'INT' }];
    await ok('POST', '/v1/tables', { name: 't', databaseSchema: 'kept.d.s', columns });
    const about = '<#E::table::kept.d.s.t>';
    const test = await ok('POST', CASES, {
      ...{ name: 'rows', entityLink: about, testDefinition: 'tableRowCountToEqual' },
      parameterValues: [{ name: 'value', value: '5' }],
    });
    const fails = async () => {
      const result = { timestamp: ++now, testCaseStatus: 'Failed', testResultValue: [] };
      return (await ok('POST', `${CASES}/testCaseResults/${test.fullyQualifiedName}`, result)).incidentId;
    };
    const resolve = () =>
      ok('POST', `${CASES}/testCaseIncidentStatus`, {
        ...{ testCaseReference: test.fullyQualifiedName, testCaseResolutionStatusType: 'Resolved' },
        testCaseResolutionStatusDetails: { testCaseFailureReason: 'Other', testCaseFailureComment: 'x' },
      });
    const first = await fails();
    await resolve();
    const last = await fails();
    await resolve();
    const talk = async () => (await ok('POST', '/v1/feed', { message: 'Hm', about })).id;
    const [ended, open] = [await talk(), await talk()];
    const patch = [{ op: 'replace', path: '/resolved', value: true }];
    await ok('PATCH', `/v1/feed/${ended}`, patch);
    now = start + 4 * DAY;
    /** Retention runs every hour; a run that has begun before the clock was put forward removes nothing. */
    const statuses = async () => {
      now += HOUR;
      await app.lookForJobs();
      token = await app.tokenFor('admin');
      return Promise.all(
        [`/v1/tasks/${first}?include=all`, `/v1/feed/${ended}`].map(async (path) => (await send('GET', path)).status),
      );
    };
    await expect.poll(statuses, { timeout: 100_000, interval: 250 }).toEqual([404, 404]);
    const states = (id: string) => ok('GET', `${CASES}/testCaseIncidentStatus/stateId/${id}`);
    expect((await states(first)).data).toEqual([]);
    expect((await states(last)).data).toHaveLength(2);
    expect((await send('GET', `/v1/tasks/${last}`)).status).toBe(200);
    expect((await send('GET', `/v1/feed/${open}`)).status).toBe(200);
  });
});
