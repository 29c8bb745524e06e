import { containerIn, splitFqn } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';

/** The location of a table in its source. */
export interface TablePlace {
  serviceId: string;
  /** Of PostgreSQL the database to connect to; others have their tables in schemas only. */
  database: string;
  schema: string;
  table: string;
}

/** The place of a table of the catalog. */
export function placeOfTable(row: Pick<EntityRow, 'fqn' | 'refs'>): TablePlace {
  const [, database = '', schema = '', table = ''] = splitFqn(row.fqn).map(nameInSource);
  const serviceId = containerIn(row, 'service');
  if (serviceId === undefined) throw new Error(`${row.fqn} has no service`);
  return { serviceId, database, schema, table };
}

// compat: the Python client writes these for characters that FQNs have another use for.
const RESERVED: readonly [string, string][] = [
  ['__reserved__colon__', '::'],
  ['__reserved__arrow__', '>'],
  ['__reserved__quote__', '"'],
];

/** The name in the source of something that has this name in the catalog. */
export function nameInSource(name: string): string {
  return RESERVED.reduce((text, [written, meant]) => text.replaceAll(written, meant), name);
}
