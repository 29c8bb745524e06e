import { placeAll as placeNow } from '../../src/events/index.js';
import { eventLag, readEvents, type Store } from '../../src/storage/index.js';
import type { Answer } from './engine.js';

/** Change events of one entity, or all, in their order; those that wait for a position get it first. */
export async function eventsOf(store: Store, entityId?: string): Promise<Answer['json'][]> {
  await placeAll(store);
  const found: Answer['json'][] = [];
  let after = 0;
  while (true) {
    const rows = await store.read((sql) => readEvents(sql, { after, limit: 1000 }));
    for (const row of rows) if (entityId === undefined || row.entity_id === entityId) found.push(JSON.parse(row.doc));
    if (rows.length < 1000) return found;
    after = rows.at(-1)!.position;
  }
}

const PATIENCE = 15_000;

/**
 * Waits until every event has its position: before that nobody can read it. A transaction that another test has open in
 * the same database holds positions back.
 */
export async function placeAll(store: Store): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!store.dialect.positionsAtInsert) {
    await placeNow(store, new AbortController().signal);
    const { waiting } = await store.read(eventLag);
    if (waiting === 0) return;
    if (Date.now() > end) throw new Error(`${waiting} events got no position`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
