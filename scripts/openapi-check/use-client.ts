// Calls of a client that `@hey-api/openapi-ts` generated: compiled under `strict`, then run with a server.
import { client } from './client/client.gen.js';
import {
  createDatabase,
  createDatabaseSchema,
  createDatabaseService,
  createTable,
  deleteDatabaseService,
  getTableByName,
  listTables,
  patchTable,
} from './client/sdk.gen.js';
import type { Table } from './client/types.gen.js';

declare const process: { readonly argv: readonly string[] };
const [, , baseUrl = '', token = ''] = process.argv;
client.setConfig({ baseUrl, auth: token, throwOnError: true });
const throwOnError = true;

const { data: service } = await createDatabaseService({
  throwOnError,
  body: { name: 'generated', serviceType: 'CustomDatabase' },
});
const { data: database } = await createDatabase({
  throwOnError,
  body: { name: 'd', service: service.fullyQualifiedName ?? '' },
});
const { data: schema } = await createDatabaseSchema({
  throwOnError,
  body: { name: 's', database: database.fullyQualifiedName ?? '' },
});
const { data: made } = await createTable({
  throwOnError,
  body: {
    name: 'orders',
    databaseSchema: schema.fullyQualifiedName ?? '',
    columns: [{ name: 'id', dataType: 'BIGINT', tags: [] }],
  },
});
const id = made.id;
await patchTable({
  throwOnError,
  path: { id },
  body: [{ op: 'add', path: '/description', value: 'All orders' }],
});
const { data: found } = await getTableByName({
  throwOnError,
  path: { fqn: made.fullyQualifiedName ?? '' },
  query: { fields: 'owners,tags' },
});
const { data: page } = await listTables({ throwOnError, query: { limit: 10, service: service.name } });
const names: string[] = page.data.map((table: Table) => table.name);
expect('the description', found.description, 'All orders');
expect('the columns', found.columns.map(({ dataType }) => dataType).join(), 'BIGINT');
expect('the list', names.join(), 'orders');

const refused = await createTable({
  throwOnError: false,
  // @ts-expect-error a table has columns
  body: { name: 'none', databaseSchema: schema.fullyQualifiedName ?? '' },
});
expect('the status of a wrong request', refused.response?.status, 400);
expect('its error', refused.error?.code, 400);
await deleteDatabaseService({
  throwOnError,
  path: { id: service.id },
  query: { hardDelete: true, recursive: true },
});
const gone = await getTableByName({ throwOnError: false, path: { fqn: made.fullyQualifiedName ?? '' } });
expect('the status of what was deleted', gone.response?.status, 404);

function expect(what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`);
}
