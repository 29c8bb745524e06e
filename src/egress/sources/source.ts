import type { AddressPolicy } from '../address-policy.js';

/** A column value in a row of a source. */
export type SourceValue = string | number | bigint | boolean | null | Uint8Array;

export interface SourceRows {
  /** Column names, in the order of the statement. */
  columns: readonly string[];
  rows: readonly (readonly SourceValue[])[];
  /** Whether the source had more rows than requested. */
  cut: boolean;
}

export interface SourceLimits {
  /** Milliseconds to connect. */
  connectTimeout: number;
  /** Milliseconds for each statement, including the transfer of its rows. */
  statementTimeout: number;
  /** Maximum number of rows a statement returns; no more are fetched from the source. */
  maxRows: number;
}

/** The SQL that a source understands. MariaDB is `mysql`. */
export type SourceKind = 'postgres' | 'mysql' | 'sqlite';

/** How the connection is encrypted. `require` does not verify the server; `verify` also checks its certificate. */
export type SourceTls = 'off' | 'require' | 'verify';

/** Certificates in PEM, in place of or in addition to those of the system. */
export interface SourceCertificates {
  /** The authorities that may sign the server's certificate. */
  ca?: string | undefined;
  /** Certificate and key of this client. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** How to reach a database server. */
export interface ServerSourceOptions {
  host: string;
  port: number;
  user: string;
  password: string;
  /** The default database; empty for none, where the server allows it. */
  database: string;
  tls: SourceTls;
  certificates?: SourceCertificates;
  policy: AddressPolicy;
  limits: SourceLimits;
}

/** Milliseconds beyond the time limit of a statement until a server that does not respond at all is given up. */
export const SERVER_GRACE = 2000;

/** An external database, opened for reading. */
export interface Source {
  /**
   * Runs one read statement. Rejects with an `EgressError`; on a timeout the statement is also cancelled in the
   * source.
   */
  query(text: string): Promise<SourceRows>;
  /** Closes every connection and process. */
  close(): Promise<void>;
}

/** A value as drivers return it, in one of the types of a source. */
export function sourceValue(value: unknown): SourceValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value;
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
