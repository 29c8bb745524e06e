/**
 * Kinds of time series of a table. The key is the path of the column for column profiles, the operation for system
 * profiles.
 */
export const tableProfileKind = 'tableProfile';
export const columnProfileKind = 'columnProfile';
export const systemProfileKind = 'systemProfile';
