// kill -9 while a large subtree is deleted slice by slice: after the restart the rest follows, and nothing is left over.
import { afterEach, describe, expect, it } from 'vitest';
import { eventLag, readEvents, type Store } from '../../src/storage/index.js';
import { command, type Place, places, type ServerProcess, startServer } from './server-process.js';

const tables = 750;
const services = '/v1/services/databaseServices';
const slices = { CAIRN_DELETE_SLICE: '10' };

describe.each(places())('killed in a large delete ($name)', ({ make }) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;
  /** The database itself; one for all that a test counts, since to open it costs more than to count. */
  let store: Store | undefined;

  afterEach(async () => {
    await server?.kill();
    await store?.close();
    await place?.remove();
  });

  it('finishes a delete for good after the restart', { timeout: 240_000 }, async () => {
    const id = await fill();
    const { send } = server as ServerProcess;
    const answer = await send('DELETE', `${services}/async/${id}?hardDelete=true&recursive=true`);
    expect(answer.status).toBe(202);
    expect((await send('GET', '/v1/tables?limit=0&include=all')).json.paging.total).toBe(0);
    expect((await send('GET', `/v1/services/databaseServices/${id}?include=all`)).status).toBe(404);
    const again = await send('POST', '/v1/services/databaseServices', { name: 'large', serviceType: 'CustomDatabase' });
    expect(again.status).toBe(409);
    expect(again.json.errorType).toBe('ENTITY_LOCKED');
    await restart();
    expect((await get('/v1/tables?limit=0&include=all')).paging.total).toBe(0);
    await until(async () => (await leftRows()) === 0);
    expect(await deletions()).toEqual(['entityDeleted large recursive']);
    // What held the tables goes with the last slice.
    await until(async () => (await get('/v1/system/diagnostics')).deletions.length === 0);
    expect((await post('/v1/services/databaseServices', { name: 'large', serviceType: 'CustomDatabase' })).status).toBe(
      201,
    );
    expect((await post('/v1/databases', { name: 'db', service: 'large' })).status).toBe(201);
    await checkWhole();
  });

  it('finishes a soft delete after the restart', { timeout: 240_000 }, async () => {
    const id = await fill();
    const { send } = server as ServerProcess;
    const answer = await send('DELETE', `${services}/async/${id}?recursive=true`);
    expect(answer.status).toBe(202);
    await restart();
    await until(async () => (await get('/v1/tables?limit=0')).paging.total === 0);
    await until(async () => (await get('/v1/tables?limit=0&include=deleted')).paging.total === tables);
    expect(await deletions()).toEqual(['entitySoftDeleted large recursive']);
    await checkWhole();
  });

  it('finishes the delete of a tag that is used often', { timeout: 240_000 }, async () => {
    await begin();
    await post('/v1/classifications', { name: 'kinds', description: '-' });
    const { json: tag } = await post('/v1/tags', { name: 'often', classification: 'kinds', description: '-' });
    await addTables({ tags: [{ tagFQN: 'kinds.often', source: 'Classification' }] });
    const { send } = server as ServerProcess;
    expect((await send('DELETE', `/v1/tags/async/${tag.id}?hardDelete=true`)).status).toBe(202);
    const labels = async () => {
      const { data } = await get('/v1/tables?limit=1000&fields=tags');
      return data.flatMap((table: { tags: object[] }) => table.tags);
    };
    expect(await labels()).toEqual([]);
    await restart(leftLabels);
    expect(await labels()).toEqual([]);
    const shown = await (server as ServerProcess).send('GET', `/v1/tags/${tag.id}?include=all`);
    expect(shown.status).toBe(404);
    await until(async () => (await leftLabels()) === 0);
    await until(async () => (await get('/v1/system/diagnostics')).deletions.length === 0);
    expect(await deletions()).toEqual(['entityDeleted kinds.often']);
    expect((await post('/v1/tags', { name: 'often', classification: 'kinds', description: '-' })).status).toBe(201);
    await checkWhole();
  });

  it('finishes the delete of a user who owns much', { timeout: 240_000 }, async () => {
    await begin();
    const { json: user } = await post('/v1/users', { name: 'ann', email: 'ann@example.com' });
    await addTables({ owners: [{ id: user.id, type: 'user' }] });
    const { send } = server as ServerProcess;
    expect((await send('DELETE', `/v1/users/async/${user.id}?hardDelete=true`)).status).toBe(202);
    const owners = async () => {
      const { data } = await get('/v1/tables?limit=1000&fields=owners');
      return data.flatMap((table: { owners: object[] }) => table.owners);
    };
    const leftEdges = () => count("relation where kind = 'owns'");
    expect(await owners()).toEqual([]);
    await restart(leftEdges);
    expect(await owners()).toEqual([]);
    await until(async () => (await leftEdges()) === 0);
    await until(async () => (await get('/v1/system/diagnostics')).deletions.length === 0);
    expect(await deletions()).toEqual(['entityDeleted ann']);
    await checkWhole();
  });

  async function fill(): Promise<string> {
    const id = await begin();
    await addTables();
    return id;
  }

  /** A server with an empty schema; the id of its service. */
  async function begin(): Promise<string> {
    place = await make();
    server = await startServer(place, slices);
    store = await place.open();
    const { json: service } = await post('/v1/services/databaseServices', {
      name: 'large',
      serviceType: 'CustomDatabase',
    });
    await post('/v1/databases', { name: 'db', service: 'large' });
    await post('/v1/databaseSchemas', { name: 'public', database: 'large.db' });
    return service.id;
  }

  async function addTables(more: object = {}): Promise<void> {
    const columns = [{ name: 'a', dataType: 'INT' }];
    const items = Array.from({ length: tables }, (_, i) => ({
      name: `t${i}`,
      databaseSchema: 'large.db.public',
      columns,
      ...more,
    }));
    const { json } = await (server as ServerProcess).send('PUT', '/v1/tables/bulk', items);
    expect(json.status).toBe('success');
  }

  async function restart(leftOver = leftRows): Promise<void> {
    await server?.kill();
    const left = await leftOver();
    expect(left, 'the delete was over before the kill').toBeGreaterThan(0);
    server = await startServer(place as Place, slices);
  }

  async function get(path: string) {
    return (await (server as ServerProcess).send('GET', path)).json;
  }

  function post(path: string, body: object) {
    return (server as ServerProcess).send('POST', path, body);
  }

  async function checkWhole(): Promise<void> {
    await server?.stop();
    expect(command((place as Place).env, 'validate')).toMatch(/ 0 problems/);
  }

  /** Tables that are in the database, live or on their way out. */
  function leftRows(): Promise<number> {
    return count("entity where type = 'table' and deleted <> 1");
  }

  /** Labels of tables in the database, shown or not. */
  function leftLabels(): Promise<number> {
    return count('tag_usage');
  }

  async function count(rows: string): Promise<number> {
    const row = await (store as Store).read((sql) => sql.get<{ n: number }>(`select count(*) as n from ${rows}`));
    return Number(row?.n);
  }

  /** What the event log tells of deleting: one event for the whole subtree. */
  async function deletions(): Promise<string[]> {
    const database = store as Store;
    while ((await database.read(eventLag)).waiting > 0) await new Promise((done) => setTimeout(done, 50));
    const kinds = ['entitySoftDeleted', 'entityDeleted'];
    const rows = await database.read((sql) => readEvents(sql, { after: 0, limit: 100_000, kinds }));
    return rows.map((row) => `${row.kind} ${row.entity_fqn}${JSON.parse(row.doc).recursive ? ' recursive' : ''}`);
  }
});

async function until(probe: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 150_000;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error('it did not come to an end');
    await new Promise((done) => setTimeout(done, 100));
  }
}
