import { type DatabaseAccess, databaseAccess, type SourceOptions } from '../../egress/index.js';

export interface InspectionOptions extends SourceOptions {
  /** Milliseconds that one statement may take in a source. */
  sourceTimeout: number;
}

const CONNECT_TIMEOUT = 10_000;
/** Statements of tests and profiles return figures; those that return rows return samples. */
const MAX_ROWS = 1000;

/** The limits and addresses with which sources are opened. */
export function inspectionAccess(options: InspectionOptions): DatabaseAccess {
  const statementTimeout = options.sourceTimeout;
  const connectTimeout = Math.min(CONNECT_TIMEOUT, statementTimeout);
  return databaseAccess(options, { connectTimeout, statementTimeout, maxRows: MAX_ROWS });
}
