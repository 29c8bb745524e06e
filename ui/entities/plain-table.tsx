import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

interface Props {
  columns: readonly string[];
  /** Values in the order of the columns. */
  rows: readonly (readonly ReactNode[])[];
  className?: string | undefined;
}

/** A few rows that are only read. */
export function PlainTable({ columns, rows, className = classes.table }: Props) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name
          <tr key={i}>
            {columns.map((column, at) => (
              <td key={column}>{row[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
