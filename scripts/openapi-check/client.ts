// A client as somebody would write it against the generated types; it only has to compile.
import type { components, operations, paths } from './openapi.js';

type Table = components['schemas']['Table'];
type Page = paths['/v1/tables']['get']['responses'][200]['content']['application/json'];
type Query = NonNullable<operations['listTables']['parameters']['query']>;

export const query: Query = { limit: 10, include: 'all', databaseSchema: 'shop.main.public' };
export const create: operations['createTable']['requestBody']['content']['application/json'] = {
  name: 'orders',
  databaseSchema: 'shop.main.public',
  columns: [{ name: 'id', dataType: 'BIGINT', tags: [] }], // the generator takes what has a default as given
};
export const path: operations['getTableById']['parameters']['path'] = { id: '5f6f4a8e-0000-4000-8000-000000000001' };
export const first = (page: Page): Table | undefined => page.data[0];
export const types = (table: Table): string[] => table.columns.map(({ dataType }) => dataType);
export const message = (error: components['schemas']['Error']): string => `${error.code}: ${error.message}`;
// @ts-expect-error a table has columns
export const wrong: typeof create = { name: 'orders', databaseSchema: 'shop.main.public' };
