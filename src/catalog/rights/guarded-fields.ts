/**
 * Which right beyond `ViewBasic` shows which field. The one declaration: `fields`, patches, composed answers, versions, events and
 * search go by it.
 */
import type { EntityType } from '../define/define.js';

const common: Readonly<Record<string, string>> = {
  usageSummary: 'ViewUsage',
  sampleData: 'ViewSampleData',
  profile: 'ViewDataProfile',
  tableProfilerConfig: 'ViewDataProfile',
  databaseProfilerConfig: 'ViewDataProfile',
  databaseSchemaProfilerConfig: 'ViewDataProfile',
  testSuite: 'ViewTests',
  tests: 'ViewTests',
  queries: 'ViewQueries',
  extension: 'ViewCustomFields',
};

/** The operation that shows a field of a type, or of its parts, beyond `ViewBasic`; undefined: none. */
export function guardOf(field: string, type?: EntityType): string | undefined {
  if (type?.guards && Object.hasOwn(type.guards, field)) return type.guards[field] ?? undefined;
  return Object.hasOwn(common, field) ? common[field] : undefined;
}

/** All such fields of a type with their operations. */
export function guardsOf(type: EntityType): (readonly [field: string, operation: string])[] {
  return Object.keys({ ...common, ...type.guards }).flatMap((field) => {
    const operation = guardOf(field, type);
    return operation === undefined ? [] : [[field, operation] as const];
  });
}

/** Names of all fields that are guarded in some type. */
export const commonlyGuarded: readonly string[] = Object.keys(common);
