// How long requests wait while the owner, domain or data product of many tables is permanently deleted.
import { join } from 'node:path';
import { copyOf, heldBy } from './make-data.mjs';
import { createClient, measureWaits } from './measure-rename.mjs';
import { schemaName, TABLES_PER_SCHEMA, tableName } from './sample.mjs';
import { startServer } from './server-process.mjs';

export async function measureRemovedHolders({ tables, kept, scratch }) {
  const { place, holders } = await heldBy(tables, kept);
  const server = await startServer(copyOf(place, join(scratch, 'holders')));
  const client = createClient(server);
  const schema = `keep.d.${schemaName(0)}`;
  const made = {
    table: (n) => `/v1/tables/name/${schema}.${tableName(n % TABLES_PER_SCHEMA)}`,
    into: schema,
  };
  const changes = holders.map(({ path, name }) => ({
    name: `removed-${name}`,
    title: `longest wait of other requests while a ${name} of ${tables.toLocaleString('en')} tables is deleted`,
    requests: [['DELETE', `/v1/${path}/name/${name}-of-all?hardDelete=true`]],
  }));
  try {
    return await measureWaits(client, made, changes);
  } finally {
    client.close();
    await server.stop();
  }
}
