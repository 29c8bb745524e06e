/**
 * Kinds of time series of a table. The key is the path of the column for column profiles, the operation for system
 * profiles.
 */
export const tableProfileKind = 'tableProfile';
export const columnProfileKind = 'columnProfile';
export const systemProfileKind = 'systemProfile';

/** The types of what profiles can be taken of: a table, or all tables of what contains them. */
export const PROFILED = ['table', 'databaseService', 'database', 'databaseSchema'] as const;
