// Previews of alerts on events so large that a few of them would delay every other request.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertEvents, type Sql, type Store } from '../../src/storage/index.js';
import { placeAll } from '../support/read-events.js';
import { forEachSeededStore, type TestStore } from '../support/stores.js';
import { openAlertWorld, PATH } from './support/alert-world.js';

const EVENTS = 30;
/** About a megabyte of JSON. */
const COLUMNS = Array.from({ length: 12_000 }, (_, i) => ({
  ...{ name: `column ${i}`, dataType: 'STRING', description: 'One of very many columns', tags: [] },
}));

forEachSeededStore('a preview', (use) => {
  it('reads few large events at a time', { timeout: 60_000 }, async () => {
    const pieces: number[] = [];
    const world = await openAlertWorld(watchingScans(use(), pieces));
    const entity = JSON.stringify({ name: 'wide', columns: COLUMNS });
    await use().store.write((tx) =>
      insertEvents(
        tx,
        Array.from({ length: EVENTS }, () => {
          const about = { id: randomUUID(), eventType: 'entityUpdated', entityType: 'table', entityId: randomUUID() };
          const at = Date.now();
          return {
            ...{ id: about.id, kind: about.eventType, entity_type: about.entityType, entity_id: about.entityId },
            ...{ entity_fqn: 'wide', user_name: 'admin', at, doc: JSON.stringify({ ...about, timestamp: at }) },
            ...{ change: null, entity },
          };
        }),
      ),
    );
    await placeAll(use().store);
    const draft = { alertType: 'Notification', resources: ['table'], destinations: [] };
    const told = await world.ok('POST', `${PATH}/preview?limit=0`, draft);
    expect(told).toMatchObject({ looked: EVENTS, matched: EVENTS, complete: true });
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(EVENTS);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(4);
    await world.close();
  });
});

/** Keeps how many events each scan of the log returned. */
function watchingScans(given: TestStore, pieces: number[]): TestStore {
  const watched = (sql: Sql): Sql => ({
    ...sql,
    async all<R>(text: string, params?: Parameters<Sql['all']>[1]) {
      const rows = await sql.all<R>(text, params);
      if (/from change_event where position between/.test(text)) pieces.push(rows.length);
      return rows;
    },
  });
  const watch = (store: Store): Store => {
    const { readLong } = store;
    return {
      ...store,
      read: (work) => store.read((sql) => work(watched(sql))),
      ...(readLong ? { readLong: (work) => readLong((sql) => work(watched(sql))) } : {}),
    };
  };
  return { ...given, another: () => watch(given.another()) };
}
