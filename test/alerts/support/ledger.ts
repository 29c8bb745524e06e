// What alerts delivered, compared with the log of events.
import { expect, vi } from 'vitest';
import { eventLag, readEvents, type Store } from '../../../src/storage/index.js';
import type { Receiver } from './receiver.js';

export interface Ledger {
  /** Requests beyond the first for an event. */
  repeated: number;
  events: number;
}

/** Ids of all events about entities of a type, in order, once all have a position. */
export async function eventsOf(store: Store, type: string): Promise<{ id: string; entity: string }[]> {
  const events: { id: string; entity: string }[] = [];
  await vi.waitFor(async () => expect((await store.read(eventLag)).waiting).toBe(0), { timeout: 20_000 });
  for (let after = 0; ; ) {
    const query = { after, limit: 1000, types: [type], withoutEntity: true };
    const rows = await store.read((sql) => readEvents(sql, query));
    events.push(...rows.map(({ id, entity_id }) => ({ id, entity: entity_id })));
    if (rows.length < 1000) return events;
    after = rows.at(-1)?.position ?? 0;
  }
}

/** Every event came, with one `webhook-id`, and first in the order of its entity. */
export function checkLedger(receiver: Receiver, events: readonly { id: string; entity: string }[]): Ledger {
  const ids = new Map<string, Set<unknown>>();
  const firsts = new Map<string, string[]>();
  for (const { event, headers } of receiver.got) {
    const known = ids.get(event.id);
    if (known) known.add(headers['webhook-id']);
    else {
      ids.set(event.id, new Set([headers['webhook-id']]));
      firsts.set(event.entityId, [...(firsts.get(event.entityId) ?? []), event.id]);
    }
  }
  expect(
    events.filter(({ id }) => !ids.has(id)),
    'lost events',
  ).toEqual([]);
  expect(
    [...ids.values()].filter((set) => set.size !== 1),
    'events with several ids',
  ).toEqual([]);
  const expected = new Map<string, string[]>();
  for (const { id, entity } of events) expected.set(entity, [...(expected.get(entity) ?? []), id]);
  for (const [entity, order] of expected) expect(firsts.get(entity), `order of ${entity}`).toEqual(order);
  return { repeated: receiver.got.length - ids.size, events: events.length };
}
