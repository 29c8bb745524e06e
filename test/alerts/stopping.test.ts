// A server that stops while its database is away.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecorder } from '../../src/alerts/delivery/sending/recorder.js';
import { createSystemContext } from '../../src/context/index.js';
import { type Store, StoreUnavailable } from '../../src/storage/index.js';
import { forEachSeededStore } from '../support/stores.js';
import { openAlertWorld, soon, wait } from './support/alert-world.js';
import { type Receiver, startReceiver } from './support/receiver.js';

forEachSeededStore('alerts of a server that stops', (use) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  /** The database, which is away while `isAway` says so. */
  const breakable = () => {
    const { store } = use();
    const broken: { isAway: boolean; store: Store } = {
      isAway: false,
      store: {
        ...store,
        write(work, last, priority) {
          if (broken.isAway) return Promise.reject(new StoreUnavailable('the database is away'));
          return store.write(work, last, priority);
        },
      },
    };
    return broken;
  };

  it('ends soon while the database is away, and loses nothing', async () => {
    const broken = breakable();
    const world = await openAlertWorld({ ...use(), store: broken.store });
    const alert = await world.alert({ destinations: [world.hook(receiver.url)] });
    receiver.answer = (_, response) => {
      broken.isAway = true;
      response.end();
    };
    const begun = receiver.got.length;
    await world.happen(1);
    await receiver.until(begun + 1);
    const id = receiver.got.at(-1)?.headers['webhook-id'];
    const stopping = performance.now();
    await world.close();
    expect(performance.now() - stopping).toBeLessThan(3000);
    receiver.answer = (_, response) => void response.end();
    const next = await openAlertWorld(use());
    // On PostgreSQL the lease of the stopped server, which it could not give back, has to end first.
    await receiver.until(begun + 2, 40_000);
    expect(receiver.got.at(-1)?.headers['webhook-id']).toBe(id);
    const states = () =>
      next.read((sql) => sql.all('select state from alert_delivery where alert_id = $1', [alert.id]));
    await soon(async () => expect(await states()).toEqual([{ state: 'delivered' }]));
    await next.close();
  });

  it('ends while the database does not answer', async () => {
    const { store } = use();
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    const late: Pick<Store, 'write'> = { write: (work) => answered.then(() => store.write(work)) };
    const recorder = createRecorder({ store: late, context: createSystemContext('silent') });
    let stored = 0;
    const change = { id: 'gone', state: 'delivered' as const, due_at: 1, wait: 0, at: 1 };
    const add = () =>
      recorder.add({
        ...{ attempt: null, change: { ...change, code: null, reason: null, event: null }, destinations: [] },
        stored: () => {
          stored += 1;
        },
      });
    add();
    const stopping = performance.now();
    await recorder.stop(100);
    expect(performance.now() - stopping).toBeLessThan(1000);
    add();
    answer();
    await soon(() => expect(stored).toBe(1));
    await wait(100);
    expect(stored).toBe(1);
  });
});
