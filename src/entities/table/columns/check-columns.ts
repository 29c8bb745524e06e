// Checks the columns of a table. Pure.
import { type Column, catalogError } from '../../../../contract/index.js';
import type { StoredTable } from './columns.js';

const needLength = new Set(['CHAR', 'VARCHAR', 'BINARY', 'VARBINARY']);

/** Refuses inconsistent columns with 400. The engine refuses duplicate names. */
export function checkColumns(table: StoredTable): void {
  const columns = table.columns ?? [];
  checkLevel(columns);
  if (columns.filter((column) => column.constraint === 'PRIMARY_KEY').length > 1)
    throw catalogError('BAD_REQUEST', 'columns: more than one column is tagged as primary key; use tableConstraints');
  for (const column of columns)
    if (needLength.has(String(column.dataType)) && column.dataLength === undefined)
      throw catalogError(
        'BAD_REQUEST',
        `columns.${column.name}: For column data types char, varchar, binary, varbinary dataLength must not be null`,
      );
}

function checkLevel(columns: readonly Column[]): void {
  for (const column of columns) {
    checkType(column);
    checkScale(column);
    if (column.children) checkLevel(column.children);
  }
}

function checkType(column: Column): void {
  if (column.dataType === 'ARRAY' && column.arrayDataType === undefined)
    throw catalogError(
      'BAD_REQUEST',
      `columns.${column.name}: For column data type array, arrayDataType must not be null`,
    );
  if (column.dataType === 'STRUCT' && column.children === undefined)
    throw catalogError('BAD_REQUEST', `columns.${column.name}: For column data type struct, children must not be null`);
}

function checkScale({ name, precision, scale }: Column): void {
  if (scale === undefined) return;
  if (precision === undefined) throw catalogError('BAD_REQUEST', `columns.${name}: scale is set, but precision is not`);
  if (Number(scale) > Number(precision))
    throw catalogError('BAD_REQUEST', `columns.${name}: scale cannot be greater than precision`);
}
