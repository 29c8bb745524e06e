// Names and texts inside of statements for a source.
import { EgressError } from '../egress-error.js';
import type { SourceKind } from './source.js';

/** A name of a column, table or schema, quoted. */
export function quoteSourceName(kind: SourceKind, name: string): string {
  refuseZero(name);
  const quote = kind === 'mysql' ? '`' : '"';
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}

/** A text as a literal, whatever the settings of the session say about backslashes. */
export function quoteSourceText(kind: SourceKind, text: string): string {
  refuseZero(text);
  const doubled = text.replaceAll("'", "''");
  if (!text.includes('\\') || kind === 'sqlite') return `'${doubled}'`;
  if (kind === 'postgres') return `E'${doubled.replaceAll('\\', '\\\\')}'`;
  return `_utf8mb4 x'${Buffer.from(text).toString('hex')}'`;
}

/** The quoted name of a table in a schema; of MySQL, the schema is the database. */
export function quoteSourceTable(kind: SourceKind, { schema, table }: { schema: string; table: string }): string {
  return `${quoteSourceName(kind, schema)}.${quoteSourceName(kind, table)}`;
}

function refuseZero(text: string): void {
  if (text.includes('\0')) throw new EgressError('invalid', 'names and texts of a statement have no NUL characters');
}
