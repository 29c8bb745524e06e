/** A value of a row of a source. */
export type SourceValue = string | number | bigint | boolean | null | Uint8Array;

export interface SourceRows {
  /** Names in the order of the statement. */
  columns: readonly string[];
  rows: readonly (readonly SourceValue[])[];
  /** Whether the source had more rows than were asked for. */
  cut: boolean;
}

export interface SourceLimits {
  /** Milliseconds to connect. */
  connectTimeout: number;
  /** Milliseconds for each statement, its rows included. */
  statementTimeout: number;
  /** Most rows that a statement gives; the source is not asked for more. */
  maxRows: number;
}

/** A database of somebody else, opened for reading. */
export interface Source {
  /** Runs one statement that reads. Rejects with an `EgressError`; what a timeout cut off is ended in the source, too. */
  query(text: string): Promise<SourceRows>;
  /** Leaves no connection and no process behind. */
  close(): Promise<void>;
}
