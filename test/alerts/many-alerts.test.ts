// An event that is for hundreds of alerts: it is worked on in slices, and each alert gets it once, whatever happens between two of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sql, type Store, StoreUnavailable } from '../../src/storage/index.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { type AlertWorld, openAlertWorld, PATH, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

const ALERTS = 600;
/** What one transaction inserts. */
const SLICE = 250;

forEachSeededStore('an event for very many alerts', (use) => {
  let receiver: Receiver;
  let world: AlertWorld;
  let alerts: Body[];
  /** Deliveries that each transaction inserted. */
  const slices: number[] = [];
  /** No more are inserted after so many transactions. */
  let breaksAfter = Number.POSITIVE_INFINITY;

  /** The database, which counts inserted deliveries and can go away between two slices. */
  function watched(store: Store): Store {
    return {
      ...store,
      write: (work, last, priority) => {
        let inserted = 0;
        const note = (text: string) => {
          if (!text.startsWith('insert into alert_delivery')) return;
          if (slices.length >= breaksAfter) throw new StoreUnavailable('the database is away');
          inserted += 1;
        };
        const counting = async (tx: Sql) => {
          inserted = 0;
          return work({
            ...tx,
            run: (text, params, only) => {
              note(text);
              return tx.run(text, params, only);
            },
            ...(tx.later
              ? {
                  later(text, params, only) {
                    note(text);
                    tx.later?.(text, params, only);
                  },
                }
              : {}),
          });
        };
        return store.write(counting, last, priority).then((value) => {
          if (inserted > 0) slices.push(inserted);
          return value;
        });
      },
    };
  }
  /** What Node.js reports, such as ever more listeners. */
  const warnings: string[] = [];
  const noteWarning = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
  const open = async () => {
    world = await openAlertWorld({ ...use(), store: watched(use().store) });
  };

  beforeAll(async () => {
    process.on('warning', noteWarning);
    receiver = await startReceiver();
    await open();
    alerts = [];
    for (let i = 0; i < ALERTS; i += 1)
      alerts.push(await world.alert({ destinations: [world.hook(`${receiver.url}/${i}`)] }));
  }, 60_000);
  afterAll(async () => {
    process.off('warning', noteWarning);
    await world.close();
    await receiver.close();
  });

  /** Paths that got the event, in order. */
  const reached = (name: string) =>
    receiver.got
      .filter(({ event }) => event.entityFullyQualifiedName === name)
      .map(({ url }) => Number(url.slice(1)))
      .sort((a, b) => a - b);
  const everyone = Array.from({ length: ALERTS }, (_, i) => i);

  it('is inserted in slices, and comes once', { timeout: 60_000 }, async () => {
    slices.length = 0;
    const [name] = (await world.happen(1)) as [string];
    await soon(() => expect(reached(name)).toEqual(everyone), 30_000);
    expect(slices.reduce((sum, count) => sum + count, 0)).toBe(ALERTS);
    expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE);
    const [matched] = await world.read((sql) =>
      sql.all<Body>('select min(matched) as least, max(matched) as most from alert_cursor where alert_id <> $1', ['']),
    );
    expect(matched).toEqual({ least: 1, most: 1 });
    expect(warnings.filter((text) => text.startsWith('MaxListeners'))).toEqual([]);
  });

  it('comes once though the server stops, and alerts change, between two slices', { timeout: 90_000 }, async () => {
    slices.length = 0;
    breaksAfter = 1;
    const [name] = (await world.happen(1)) as [string];
    await soon(async () => {
      expect(slices).toHaveLength(1);
      expect(reached(name)).toHaveLength(slices[0] as number);
    }, 20_000);
    const [first] = reached(name) as [number];
    // It has met the event: that it is for another address now changes nothing.
    await world.patch(alerts[first]!, '/destinations/0/config/endpoint', `${receiver.url}/9999`);
    await world.close();
    breaksAfter = Number.POSITIVE_INFINITY;
    await open();
    await soon(() => expect(reached(name)).toEqual(everyone), 30_000);
    const [next] = (await world.happen(1)) as [string];
    await soon(() => expect(reached(next)).toHaveLength(ALERTS), 30_000);
    expect(reached(next)).toContain(9999);
    await wait(500);
    expect(reached(name)).toEqual(everyone);
  });

  it('comes once to alerts that were disabled meanwhile and are behind', { timeout: 90_000 }, async () => {
    const some = alerts.slice(1, 1 + SLICE + 50);
    const enable = (isOn: boolean) =>
      Promise.all(
        some.map(({ id }) => world.ok('PATCH', `${PATH}/${id}`, [{ op: 'add', path: '/enabled', value: isOn }])),
      );
    await enable(false);
    const [name] = (await world.happen(1)) as [string];
    const others = ALERTS - some.length;
    await soon(() => expect(reached(name)).toHaveLength(others), 30_000);
    slices.length = 0;
    await enable(true);
    await soon(() => expect(reached(name)).toHaveLength(ALERTS), 30_000);
    expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE);
    await wait(300);
    expect(new Set(reached(name)).size).toBe(ALERTS);
    expect(reached(name)).toHaveLength(ALERTS);
  });
});
