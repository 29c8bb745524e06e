// Columns as values: finding them by name and by path. Pure.
import { type Column, catalogError, type Stored, type Table } from '../../../../contract/index.js';
import { joinFqn, quoteName, splitFqn } from '../../../catalog/index.js';

/** A table as it is stored. */
export type StoredTable = Stored<Table>;

/** Parts of the FQN of a table; a column has more. */
const tableParts = 4;

/** The FQN of the table that a column's FQN begins with, and the rest as the path of the column; the rest may be empty. */
export function splitColumnFqn(fqn: string): { tableFqn: string; columnPath: string } {
  const parts = splitFqn(fqn);
  return {
    tableFqn: parts.slice(0, tableParts).reduce<string | null>((above, name) => joinFqn(above, name), null) ?? '',
    columnPath: parts.slice(tableParts).map(quoteName).join('.'),
  };
}

/** A column by its name at the top, by its path (`address.city`), or by its FQN. */
export function findColumn(table: StoredTable, name: string): Column | undefined {
  const columns = table.columns ?? [];
  const top = columns.find((column) => column.name === name);
  if (top) return top;
  const tableFqn = String(table.fullyQualifiedName ?? '');
  const path = tableFqn !== '' && name.startsWith(`${tableFqn}.`) ? name.slice(tableFqn.length + 1) : name;
  return splitFqn(path).reduce<{ list: Column[]; found: Column | undefined }>(
    ({ list }, part) => {
      const found = list.find((column) => column.name === part);
      return { list: found?.children ?? [], found };
    },
    { list: columns, found: undefined },
  ).found;
}

/** Refuses a name that is no column of the table with 400. */
export function requireColumn(table: StoredTable, name: string): Column {
  const column = findColumn(table, name);
  if (!column) throw catalogError('BAD_REQUEST', `Invalid column name ${name}`);
  return column;
}

/** Path of a column below its table, as in FQNs. */
export function columnPath(table: StoredTable, column: Column): string {
  const tableFqn = String(table.fullyQualifiedName);
  return String(column.fullyQualifiedName).slice(tableFqn.length + 1);
}
