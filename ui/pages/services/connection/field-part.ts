import type { FieldSchema } from './connection-schema.js';

/** A part of a connection in its form. */
export interface Part {
  schema: FieldSchema;
  value: unknown;
  change: (value: unknown) => void;
  /** Where it is in the connection, as a pointer: `/authType`; empty for all of it. */
  path: string;
  /** What is wrong, by pointer. */
  problems: Readonly<Record<string, string>>;
}

export interface FieldPart extends Part {
  name: string;
  isRequired: boolean;
}
