// What people see of the work of alerts, and how they steer it, on real deliveries.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

forEachSeededStore('looking at alerts', (use) => {
  let world: AlertWorld;
  let receiver: Receiver;
  /** Delivered three events, and failed to deliver one of them to its second destination. */
  let alert: Body;
  let names: string[];
  let ids: [string, string];
  beforeAll(async () => {
    world = await openAlertWorld(use());
    receiver = await startReceiver();
    receiver.answer = (delivered, response) => {
      const refused = delivered.url === '/picky' && delivered.event.entityFullyQualifiedName.startsWith('bad');
      response.statusCode = refused ? 422 : 200;
      response.end(refused ? 'not this one' : 'thanks');
    };
    const destinations = [world.hook(`${receiver.url}/open`), world.hook(`${receiver.url}/picky`)];
    alert = await world.alert({ destinations });
    ids = alert.destinations.map(({ id }: Body) => id);
    names = [...(await world.happen(2)), ...(await world.happen(1, 'bad'))];
    await receiver.until(6);
    const arrived = { successfulEventsCount: 5, failedEventsCount: 1 };
    await soon(async () => expect(await get('eventsRecord')).toMatchObject(arrived));
  });
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });

  const get = (what: string, of: Body = alert): Promise<Body> => world.ok('GET', `${PATH}/id/${of.id}/${what}`);
  const list = async (what: string, of: Body = alert): Promise<Body[]> => [...Object.values(await get(what, of))];
  const fqns = (events: Body[]) => events.map(({ entityFullyQualifiedName }) => entityFullyQualifiedName);
  const hasRead = async ({ id }: Body) => (await world.app.request('GET', `${PATH}/${id}/processedEvents`)).text;
  const status = async (method: string, path: string, body?: unknown) =>
    (await world.app.request(method, path, { body })).status;

  it('shows the state of each destination', async () => {
    const [open, picky] = (await list('destinations')) as [Body, Body];
    expect(open.statusDetails).toMatchObject({ status: 'active', lastSuccessfulAt: expect.any(Number) });
    expect(open.statusDetails).not.toHaveProperty('lastFailedAt');
    expect(picky.statusDetails).toMatchObject({
      lastFailedStatusCode: 422,
      lastFailedReason: expect.stringContaining('422'),
    });
    expect(await world.ok('GET', `${PATH}/name/${alert.name}/destinations`)).toEqual([open, picky]);
    for (const [i, destination] of [open, picky].entries()) {
      const details = destination.statusDetails;
      expect(await world.ok('GET', `${PATH}/${alert.id}/status/${ids[i]}`)).toEqual(details);
      expect(await world.ok('GET', `${PATH}/name/${alert.name}/status/${ids[i]?.toUpperCase()}`)).toEqual(details);
      expect((await world.ok('GET', `${PATH}/${alert.id}`)).destinations[i].statusDetails).toEqual(details);
    }
    expect(await status('GET', `${PATH}/${alert.id}/status/${NOBODY}`)).toBe(204);
    expect(await status('GET', `${PATH}/${NOBODY}/status/${ids[0]}`)).toBe(404);
    const off = await world.alert({ destinations: [world.hook(receiver.url)], enabled: false });
    expect(await get('destinations', off)).toEqual([]);
    const only = { status: 'disabled' };
    expect(await world.ok('GET', `${PATH}/${off.id}/status/${off.destinations[0].id}`)).toEqual(only);
  });

  it('counts deliveries', async () => {
    const counts = {
      ...{ totalEventsCount: 6, pendingEventsCount: 0, successfulEventsCount: 5, failedEventsCount: 1 },
    };
    await soon(async () => expect(await get('eventsRecord')).toEqual(counts));
    // Events of other tests may get their position only now.
    await soon(async () => expect(await world.ok('GET', `${PATH}/name/${alert.name}/eventsRecord`)).toEqual(counts));
    expect(await hasRead(alert)).toBe('true');
  });

  it('lists what failed and what arrived', async () => {
    const failed = await list('failedEvents');
    expect(failed).toEqual([
      {
        failingSubscriptionId: ids[1],
        changeEvent: expect.objectContaining({ eventType: 'entityCreated', entityFullyQualifiedName: names[2] }),
        reason: expect.stringContaining('422'),
        source: 'SUBSCRIBER',
        timestamp: expect.any(Number),
      },
    ]);
    expect(await world.ok('GET', `${PATH}/name/${alert.name}/failedEvents?source=SUBSCRIBER`)).toEqual(failed);
    expect(await get('failedEvents?source=PUBLISHER')).toEqual([]);
    expect(await get('failedEvents?paginationOffset=1')).toEqual([]);
    const all = await world.ok('GET', `${PATH}/listAllFailedEvents?limit=100`);
    expect(all).toContainEqual(failed[0]);
    const sent = await list('listSuccessfullySentChangeEvents');
    expect(fqns(sent).sort()).toEqual([...names].sort());
    const page = await world.ok(
      'GET',
      `${PATH}/name/${alert.name}/listSuccessfullySentChangeEvents?limit=2&paginationOffset=1`,
    );
    expect(fqns(Object.values(page))).toEqual(fqns(sent).slice(1, 3));
    expect(JSON.parse(sent[0]!.entity).name).toBe(sent[0]!.entityFullyQualifiedName);
  });

  it('lists both, the newest first', async () => {
    const { data, paging } = await get('listEvents');
    expect(paging).toEqual({ total: 6, offset: 0, limit: 15 });
    expect(data.map(({ status: of }: Body) => of).sort()).toEqual(['failed', ...Array(5).fill('successful')]);
    const times = data.map(({ timestamp }: Body) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const failed = await get('listEvents?status=failed');
    expect(failed.paging.total).toBe(1);
    expect(failed.data).toMatchObject([
      { status: 'failed', data: [{ failingSubscriptionId: ids[1], source: 'SUBSCRIBER' }] },
    ]);
    const arrived = await get('listEvents?status=successful&limit=2&paginationOffset=4');
    expect(arrived.paging).toEqual({ total: 5, offset: 4, limit: 2 });
    expect(arrived.data).toMatchObject([{ status: 'successful', data: [{ eventType: 'entityCreated' }] }]);
  });

  it('shows the circuits of destinations in the details', async () => {
    const { complete, destinations } = await get('diagnosticInfo?details=true&listCountOnly=true');
    expect(complete).toBe(true);
    expect(destinations).toMatchObject([
      { id: ids[0], circuit: 'closed', consecutiveFailures: 0, successfulEventsCount: 3, failedEventsCount: 0 },
      { id: ids[1], type: 'Webhook', status: expect.any(String), successfulEventsCount: 2, failedEventsCount: 1 },
    ]);
  });

  it('refuses parameters that make no sense, and alerts that do not exist', async () => {
    const at = `${PATH}/id/${alert.id}`;
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'paginationOffset=-1'])
      for (const what of ['failedEvents', 'listEvents', 'listSuccessfullySentChangeEvents', 'diagnosticInfo'])
        expect(await status('GET', `${at}/${what}?${query}`), `${what} ${query}`).toBe(400);
    expect(await status('GET', `${at}/listEvents?status=pending`)).toBe(400);
    expect(await status('GET', `${at}/failedEvents?source=nobody`)).toBe(400);
    expect(await status('GET', `${at}/diagnosticInfo?listCountOnly=perhaps`)).toBe(400);
    for (const what of [
      'destinations',
      'eventsRecord',
      'failedEvents',
      'diagnosticInfo',
      'listSuccessfullySentChangeEvents',
    ])
      for (const ref of [`id/${NOBODY}`, 'name/nobody']) {
        const answer = await world.app.request('GET', `${PATH}/${ref}/${what}`);
        expect(answer.status, `${ref} ${what}`).toBe(404);
        expect(answer.json.errorType).toBe('ENTITY_NOT_FOUND');
      }
    expect(await status('GET', `${PATH}/id/nonsense/eventsRecord`)).toBe(400);
    expect(await status('PUT', `${PATH}/name/nobody/syncOffset`)).toBe(404);
  });

  it('diagnoses what is not read yet, and skips it', async () => {
    const still = await world.alert({ destinations: [world.hook(receiver.url)], enabled: false });
    const others = await world.alert({ resources: ['topic'], enabled: false });
    const missed = await world.happen(3, 'missed');
    const told = await soonRelevant(still, missed.length);
    expect(told).toMatchObject({
      ...{ hasProcessedAllEvents: false, successfulEventsCount: 0, failedEventsCount: 0 },
      ...{ relevantUnprocessedEventsCount: 3, totalUnprocessedEventsCount: told.latestOffset - told.currentOffset },
    });
    expect(told).not.toHaveProperty('destinations');
    expect(fqns(told.relevantUnprocessedEventsList)).toEqual(missed);
    expect(told.totalUnprocessedEventsList).toHaveLength(told.totalUnprocessedEventsCount);
    const page = await get('diagnosticInfo?limit=1&paginationOffset=1', still);
    expect(fqns(page.relevantUnprocessedEventsList)).toEqual([missed[1]]);
    expect((await get('diagnosticInfo', others)).relevantUnprocessedEventsCount).toBe(0);
    const counts = await world.ok('GET', `${PATH}/name/${still.name}/diagnosticInfo?listCountOnly=true`);
    const { relevantUnprocessedEventsList: _, totalUnprocessedEventsList: __, ...rest } = told;
    expect(counts).toEqual(rest);
    expect(await hasRead(still)).toBe('false');
    const offset = await world.ok('PUT', `${PATH}/name/${still.name}/syncOffset`);
    expect(offset).toMatchObject({ startingOffset: told.startingOffset, currentOffset: expect.any(Number) });
    expect(offset.currentOffset).toBeGreaterThanOrEqual(told.latestOffset);
    expect((await get('diagnosticInfo', still)).hasProcessedAllEvents).toBe(true);
    await world.patch(still, '/enabled', true);
    const [next] = await world.happen(1, 'next');
    await soon(async () => expect(fqns(await list('listSuccessfullySentChangeEvents', still))).toEqual([next]));
  });

  const soonRelevant = async (of: Body, count: number): Promise<Body> => {
    let told: Body = {};
    await soon(async () => {
      told = await get('diagnosticInfo', of);
      expect(told.relevantUnprocessedEventsCount).toBe(count);
    });
    return told;
  };

  it('deletes in the background, with the records', async () => {
    for (const way of ['async', 'prefix']) {
      const gone = await world.alert({ destinations: [] });
      const answer = await world.app.request('DELETE', `${PATH}/${way}/${gone.id}`);
      expect(answer.status).toBe(202);
      expect(answer.json).toMatchObject({ jobId: expect.any(String), message: expect.stringContaining(gone.name) });
      await soon(async () => expect(await status('GET', `${PATH}/${gone.id}`)).toBe(404));
    }
  });
});
