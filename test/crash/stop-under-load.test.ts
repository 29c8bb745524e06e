// SIGTERM while search is built anew, clients write and broad searches run: the server ends in order, and what was
// acknowledged is there. `CAIRN_TEST_STOP_ROUNDS=100` stops it more often.
import { afterEach, describe, expect, it } from 'vitest';
import { fillTables } from './fill-tables.js';
import { command, type Place, places, type ServerProcess, startServer } from './server-process.js';
import { type Memory, writeUntilDeath } from './write-loop.js';

const rounds = Number(process.env.CAIRN_TEST_STOP_ROUNDS ?? 5);
const tables = 2000;
const app = '/v1/apps';
const name = 'SearchIndexingApplication';

describe.each(places())('stopped under load ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;

  afterEach(async () => {
    await server?.kill();
    await place?.remove();
  });

  it(`ends in order, ${rounds} times`, { timeout: 60_000 + rounds * 60_000 }, async () => {
    place = await make();
    server = await startServer(place);
    await fillTables(server, tables);
    for (let round = 0; round < rounds; round++) {
      const memory: Memory = { entities: [], acknowledged: 0 };
      const clients = ['a', 'b'].map((client) => writeUntilDeath(server!.send, memory, `r${round}${client}`));
      clients.push(...['*', 'column:a OR t1*', 'tabel'].map((words) => searchUntilDeath(server!, words)));
      await server.send('POST', `${app}/trigger/${name}`, { recreateIndex: true });
      await underWay(server);
      await new Promise((done) => setTimeout(done, Math.random() * 100));
      await server.stop();
      await Promise.all(clients);
      server = await startServer(place);
      for (const { path, name, state } of memory.entities.filter(({ open }) => open === null)) {
        const fqn = path === '/v1/tables' ? `crash.db.public.${name}` : name;
        const { status } = await server.send('GET', `${path}/name/${fqn}?include=all`);
        expect([fqn, status]).toEqual([fqn, state === null ? 404 : 200]);
      }
    }
    await server.stop();
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
  });
});

/** A rebuild that a stop cut off goes on after the start, where a new one is refused. */
async function underWay({ send }: ServerProcess): Promise<void> {
  for (let done = 0; done === 0; ) {
    const { json } = await send('GET', `${app}/name/${name}/runs/latest`);
    done = json.successContext.stats.jobStats.successRecords;
  }
}

async function searchUntilDeath({ send }: ServerProcess, words: string): Promise<void> {
  for (;;) {
    const path = `/v1/search/query?q=${encodeURIComponent(words)}&size=1000&sort_field=name.keyword`;
    const answer = await send('GET', path).catch(() => null);
    if (answer === null) return;
  }
}
