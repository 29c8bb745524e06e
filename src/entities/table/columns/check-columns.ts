// What columns must fulfil, and what is derived of them. Pure.
import { type Column, catalogError } from '../../../../contract/index.js';
import type { StoredTable } from './columns.js';

const needLength = new Set(['CHAR', 'VARCHAR', 'BINARY', 'VARBINARY']);

/** Derived fields of a column; its position counts from 1. */
export function completeColumn(column: Column, position: number): void {
  column.dataTypeDisplay ??= String(column.dataType).toLowerCase();
  column.ordinalPosition ??= position;
  // Deleting what is not there costs as much as deleting what is.
  if (column.dataType !== 'ARRAY' && 'arrayDataType' in column) delete column.arrayDataType;
  if ('profile' in column) delete column.profile;
}

/** Refuses columns that contradict themselves or each other with 400; the engine refuses repeated names. */
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
