/** What can be computed of a column, from the type that its source gives it. */
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
  // Types are free texts there; these are the words that decide the affinity of a column, after those of times.
  sqlite: [
    [/date|time/i, 'time'],
    [/bool/i, 'other'],
    [/int/i, 'number'],
    [/char|clob|text/i, 'text'],
    [/real|floa|doub|num|dec/i, 'number'],
  ],
};

/** `type`: as `columnsStatement` returns it. */
export function columnKindOf(kind: SourceKind, type: string): ColumnKind {
  return PATTERNS[kind].find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
