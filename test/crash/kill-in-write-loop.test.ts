// kill -9 while several clients write: what was acknowledged is there, what was not is there whole or not at all, and the
// event log tells exactly what happened. `npm run crash -- --rounds 30` runs more rounds.
import { afterEach, describe, expect, it } from 'vitest';
import { placeAll } from '../../src/events/index.js';
import { eventLag, lastPosition, readEvents, type Store } from '../../src/storage/index.js';
import { command, type Json, type Place, places, type ServerProcess, startServer } from './server-process.js';
import { type Known, type Memory, writeUntilDeath } from './write-loop.js';

const rounds = Number(process.env.CAIRN_TEST_CRASH_ROUNDS ?? 4);
const writers = 6;

describe.each(places())('killed in a write loop ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;

  afterEach(async () => {
    await server?.kill();
    await place?.remove();
  });

  it(`loses nothing that it acknowledged, ${rounds} times`, { timeout: 60_000 + rounds * 20_000 }, async () => {
    place = await make();
    server = await startServer(place);
    await makeSchema(server);
    let total = 0;
    for (let round = 0; round < rounds; round++) {
      const memory: Memory = { entities: [], acknowledged: 0 };
      const from = await newest(place);
      const loops = Array.from({ length: writers }, (_, i) =>
        writeUntilDeath((server as ServerProcess).send, memory, `r${round}w${i}`),
      );
      await until(memory, 20 + Math.random() * 130);
      await server.kill();
      await Promise.all(loops);
      server = await startServer(place);
      await checkAll(server, place, memory, from);
      total += memory.acknowledged;
    }
    expect(total).toBeGreaterThanOrEqual(rounds * 20);
    await server.stop();
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
    console.log(`${total} acknowledged writes over ${rounds} kills`);
  });
});

/** Waits for so many acknowledged writes, and then for a moment that nothing is aligned with. */
async function until(memory: Memory, count: number): Promise<void> {
  while (memory.acknowledged < count) await new Promise((done) => setTimeout(done, 1));
  await new Promise((done) => setTimeout(done, Math.random() * 20));
}

async function makeSchema({ send }: ServerProcess): Promise<void> {
  for (const [path, body] of [
    ['/v1/services/databaseServices', { name: 'crash', serviceType: 'CustomDatabase' }],
    ['/v1/databases', { name: 'db', service: 'crash' }],
    ['/v1/databaseSchemas', { name: 'public', database: 'crash.db' }],
  ] as const)
    expect((await send('POST', path, body)).status).toBe(201);
}

async function checkAll({ send }: ServerProcess, place: Place, memory: Memory, from: number): Promise<void> {
  const events = await eventsSince(place, from);
  for (const known of memory.entities) {
    const found = await send('GET', `${known.path}/name/${nameOf(known)}?include=all`);
    const told = events.filter((event) => event.entityFullyQualifiedName === nameOf(known));
    const kinds = told.map(({ eventType, currentVersion }) => `${eventType} ${currentVersion}`);
    const now = found.status === 404 ? null : stateOf(found.json);
    const happened = known.open !== null && kinds.length === known.events.length + 1;
    const message = `${JSON.stringify(known)} is ${JSON.stringify(now)} with ${kinds}`;
    expect(kinds.slice(0, known.events.length), message).toEqual(known.events);
    expect(told.length, message).toBe(known.events.length + (happened ? 1 : 0));
    if (happened) expect(told.at(-1).eventType, message).toBe(known.open?.kind);
    expect(now, message).toEqual(happened ? known.open?.state : known.state);
    if (found.status === 200) expect(told.at(-1).currentVersion, message).toBe(found.json.version);
  }
  const names = new Set(memory.entities.map(nameOf));
  expect(events.filter((event) => !names.has(event.entityFullyQualifiedName))).toEqual([]);
}

const nameOf = ({ path, name }: Known) => (path === '/v1/tables' ? `crash.db.public.${name}` : name);

const stateOf = ({ description, deleted }: Json) => ({ description, deleted });

/** Events of tables and classifications behind a position, once all have one. */
async function eventsSince(place: Place, from: number): Promise<Json[]> {
  return withStore(place, async (store) => {
    await placeEvents(store);
    const events: Json[] = [];
    for (let after = from; ; ) {
      const types = ['table', 'classification'];
      const rows = await store.read((sql) => readEvents(sql, { after, limit: 1000, types }));
      events.push(...rows.map(({ doc }) => JSON.parse(doc)));
      if (rows.length < 1000) return events;
      after = rows.at(-1)?.position ?? 0;
    }
  });
}

function newest(place: Place): Promise<number> {
  return withStore(place, async (store) => {
    await placeEvents(store);
    return store.read(lastPosition);
  });
}

/** Does what the server does, which would do when it is started again. */
async function placeEvents(store: Store): Promise<void> {
  while ((await store.read(eventLag)).waiting > 0) {
    await placeAll(store, new AbortController().signal);
    await new Promise((done) => setTimeout(done, 10));
  }
}

async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await place.open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
