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
