import { createSequencer } from '../../src/events/index.js';
import { eventLag, readEvents, type Store } from '../../src/storage/index.js';
import type { Answer } from './engine.js';

/** Change events of one entity, or all, in their order; those that wait for a position get it first. */
export async function eventsOf(store: Store, entityId?: string): Promise<Answer['json'][]> {
  await placeAll(store);
  const found: Answer['json'][] = [];
  let after = 0;
  while (true) {
    const rows = await store.read((sql) => readEvents(sql, { after, limit: 1000, ...(entityId ? { entityId } : {}) }));
    for (const row of rows) found.push(JSON.parse(row.doc));
    if (rows.length < 1000) return found;
    after = rows.at(-1)!.position;
  }
}

/** A transaction that runs anywhere in the cluster holds positions back, so it may take some tries. */
async function placeAll(store: Store): Promise<void> {
  const sequencer = createSequencer({ store });
  for (let tries = 0; sequencer && tries < 500; tries++) {
    await sequencer.run(new AbortController().signal);
    if ((await store.read(eventLag)).waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
