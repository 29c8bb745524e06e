/** The kind of a column, which decides the figures of its profile, by the type that the foreign database reports. */
import type { SourceKind } from './source.js';

export type ColumnKind = 'number' | 'text' | 'time' | 'other';

const PATTERNS: Readonly<Record<SourceKind, readonly [RegExp, ColumnKind][]>> = {
  postgres: [
    [/^(?:smallint|integer|bigint|numeric|decimal|real|double precision)\b(?!.*\[\])/, 'number'],
    [/^(?:character|character varying|text|name|citext)\b(?!.*\[\])/, 'text'],
    [/^(?:date|time|timestamp)\b(?!.*\[\])/, 'time'],
  ],
  mysql: [
    [/^(?:tinyint|smallint|mediumint|int|bigint|decimal|float|double|year)\b/, 'number'],
    [/^(?:char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/, 'text'],
    [/^(?:date|time|datetime|timestamp)\b/, 'time'],
  ],
  // SQLite accepts any text as a type. These are its own rules for the affinity of a column, after those for times.
  sqlite: [
    [/date|time/i, 'time'],
    [/bool/i, 'other'],
    [/int/i, 'number'],
    [/char|clob|text/i, 'text'],
    [/real|floa|doub|num|dec/i, 'number'],
  ],
};

/** `type` is the text that the statement of `columnsStatement` returns. */
export function columnKindOf(kind: SourceKind, type: string): ColumnKind {
  return PATTERNS[kind].find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
