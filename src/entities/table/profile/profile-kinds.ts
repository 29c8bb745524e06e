/** Kinds of time series on a table. A column's profile has the path of the column as key, a system profile its operation. */
export const tableProfileKind = 'tableProfile';
export const columnProfileKind = 'columnProfile';
export const systemProfileKind = 'systemProfile';
