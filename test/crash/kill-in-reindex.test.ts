// kill -9 while search is built anew and clients write: the rebuild goes on after the restart, and search is what is stored.
import { afterEach, describe, expect, it } from 'vitest';
import { fillTables } from './fill-tables.js';
import { command, type Place, places, type ServerProcess, startServer } from './server-process.js';
import { type Memory, writeUntilDeath } from './write-loop.js';

const tables = 3000;
const app = '/v1/apps';
const name = 'SearchIndexingApplication';

interface Run {
  status: string;
  done: number;
}

describe.each(places())('killed while search is built anew ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;

  afterEach(async () => {
    await server?.kill();
    await place?.remove();
  });

  it('goes on after the restart, with what was written meanwhile', { timeout: 180_000 }, async () => {
    place = await make();
    server = await startServer(place);
    await fillTables(server, tables);
    let cut: Run | null = null;
    for (let round = 0; cut === null && round < 10; round++) cut = await killInRebuild();
    expect(cut, 'every rebuild was over before the kill').not.toBeNull();
    server = await startServer(place);
    await until(async () => (await latest(server as ServerProcess)).status === 'success');
    expect((await latest(server)).done).toBeGreaterThanOrEqual(tables);
    await server.stop();
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
    expect(command(place.env, 'reindex')).toMatch(/ documents written/);
    expect(command(place.env, 'validate')).toMatch(/ 0 problems/);
  });

  /** Starts a rebuild and kills the server in the middle; null when it was over before, with the server started again. */
  async function killInRebuild(): Promise<Run | null> {
    const { send, kill } = server as ServerProcess;
    const memory: Memory = { entities: [], acknowledged: 0 };
    const writers = ['a', 'b', 'c'].map((writer) => writeUntilDeath(send, memory, `${writer}${Date.now()}`));
    expect((await send('POST', `${app}/trigger/${name}`, { recreateIndex: true })).status).toBe(200);
    let run: Run;
    do run = await latest(server as ServerProcess);
    while (run.status !== 'success' && run.done === 0);
    await kill();
    await Promise.all(writers);
    const cut = await storedRun();
    if (cut.status === 'running') return cut;
    server = await startServer(place as Place);
    return null;
  }

  async function latest({ send }: ServerProcess): Promise<Run> {
    const { json } = await send('GET', `${app}/name/${name}/runs/latest`);
    return { status: json.status, done: json.successContext.stats.jobStats.successRecords };
  }

  async function storedRun(): Promise<Run> {
    const store = await (place as Place).open();
    const row = await store.read((sql) =>
      sql.get<{ value: string }>("select value from search_state where name = 'rebuild'"),
    );
    await store.close();
    return JSON.parse(row?.value ?? '{}') as Run;
  }
});

async function until(probe: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error('it did not come to an end');
    await new Promise((done) => setTimeout(done, 100));
  }
}
