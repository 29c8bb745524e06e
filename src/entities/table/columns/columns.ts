// Finds columns in a table value by name, path or FQN. Pure.
import { type Column, catalogError, type Stored, type Table } from '../../../../contract/index.js';
import { joinFqn, quoteName, splitFqn } from '../../../catalog/index.js';

/** A stored table. */
export type StoredTable = Stored<Table>;

/** Number of parts in the FQN of a table. */
const tableParts = 4;

/** Splits the FQN of a column into that of its table and its path below the table, which may be empty. */
export function splitColumnFqn(fqn: string): { tableFqn: string; columnPath: string } {
  const parts = splitFqn(fqn);
  return {
    tableFqn: parts.slice(0, tableParts).reduce<string | null>((above, name) => joinFqn(above, name), null) ?? '',
    columnPath: parts.slice(tableParts).map(quoteName).join('.'),
  };
}

/** Finds a column by top-level name, path (`address.city`) or FQN. */
export function findColumn(table: StoredTable, name: string, isNamed = hasName): Column | undefined {
  const columns = table.columns ?? [];
  const top = columns.find((column) => isNamed(column, name));
  if (top) return top;
  const tableFqn = String(table.fullyQualifiedName ?? '');
  const path = tableFqn !== '' && name.startsWith(`${tableFqn}.`) ? name.slice(tableFqn.length + 1) : name;
  return splitFqn(path).reduce<{ list: Column[]; found: Column | undefined }>(
    ({ list }, part) => {
      const found = list.find((column) => isNamed(column, part));
      return { list: found?.children ?? [], found };
    },
    { list: columns, found: undefined },
  ).found;
}

const hasName = (column: Column, name: string): boolean => column.name === name;

/** The same, also by a name in another case where no column has it in this one: engines differ in the case they report. */
export function findColumnInAnyCase(table: StoredTable, name: string): Column | undefined {
  const anyCase = (column: Column, given: string) => column.name.toLowerCase() === given.toLowerCase();
  return findColumn(table, name) ?? findColumn(table, name, anyCase);
}

/** Like `findColumn`, but refuses with 400 if the table has no such column. */
export function requireColumn(table: StoredTable, name: string, find = findColumn): Column {
  const column = find(table, name);
  if (!column) throw catalogError('BAD_REQUEST', `Invalid column name ${name}`);
  return column;
}

/** Path of a column below its entity, quoted as in FQNs. */
export function columnPath(holder: Pick<StoredTable, 'fullyQualifiedName'>, column: Column): string {
  return String(column.fullyQualifiedName).slice(String(holder.fullyQualifiedName).length + 1);
}
