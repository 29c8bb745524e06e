// Profiles of sources that hang, refuse, or do not end a statement.
import { createServer, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { forSeededSqlite } from '../support/stores.js';
import { useProfiling } from './profiling.js';

forSeededSqlite('profiles in time', (use) => {
  const { ok, addService, addTable, sqliteFile, run, expectFigures, closers } = useProfiling(use, '2s');

  it('give up a source that hangs or refuses, without a profile and without an open connection', {
    timeout: 40_000,
  }, async () => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => open.delete(socket))
        .resume();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closers.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    for (const type of ['Postgres', 'Mysql']) {
      const config = {
        username: 'x',
        hostPort: `127.0.0.1:${port}`,
        authType: { password: 'secret-word' },
        database: 'd',
      };
      const { schema } = await addService(
        type === 'Mysql' ? { ...config, database: undefined } : config,
        type,
        'd',
        's',
      );
      const table = await addTable(schema);
      const job = JSON.stringify(await run(table));
      expect(job).toMatch(/was not profiled: .*127\.0\.0\.1/);
      expect(job).not.toContain('secret-word');
      await vi.waitFor(() => expect(open.size).toBe(0), { timeout: 10_000 });
    }
    const { schema } = await addService({ databaseMode: '../outside.db' }, 'SQLite', 'd', 'main');
    expect(JSON.stringify(await run(await addTable(schema)))).toContain('is not a file in the folder');
    const other = await addService({ hostPort: 'localhost:1' }, 'Hive', 'd', 's');
    expect(JSON.stringify(await run(await addTable(other.schema)))).toContain('opens no databases of type Hive');
  });

  it('end a statement at its limit and keep what was computed before', { timeout: 40_000 }, async () => {
    sqliteFile('slow.db');
    const { schema } = await addService({ databaseMode: 'slow.db' }, 'SQLite', 'shop', 'main');
    const table = await addTable(schema);
    const expression = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t';
    await ok('PUT', `/v1/tables/${table.id}/customMetric`, { name: 'endless', expression });
    expect(JSON.stringify(await run(table))).toContain('endless: slow.db was not read in time');
    await expectFigures(table);
  });
});
