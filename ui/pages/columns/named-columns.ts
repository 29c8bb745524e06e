import type { SchemaValue } from 'cairn/contract';

/** Columns of one name, grouped by their descriptions and tags. */
export type Named = SchemaValue<'api/data/columnGridResponse'>['columns'][number];
export type Variant = Named['groups'][number];

export const STATES = ['MISSING', 'INCOMPLETE', 'INCONSISTENT', 'COMPLETE'] as const;
