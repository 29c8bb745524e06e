/**
 * Guarded fields: fields that require a view operation beyond `ViewBasic`. The only declaration; `fields`, patches,
 * responses, versions, events and search use it.
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

/** The operation required to view a field of a type or of its parts; undefined: `ViewBasic` suffices. */
export function guardOf(field: string, type?: EntityType): string | undefined {
  if (type?.guards && Object.hasOwn(type.guards, field)) return type.guards[field] ?? undefined;
  return Object.hasOwn(common, field) ? common[field] : undefined;
}

/** All guarded fields of a type with their operations. */
export function guardsOf(type: EntityType): (readonly [field: string, operation: string])[] {
  return Object.keys({ ...common, ...type.guards }).flatMap((field) => {
    const operation = guardOf(field, type);
    return operation === undefined ? [] : [[field, operation] as const];
  });
}

/** Fields that are guarded by default, whatever the type. */
export const commonlyGuarded: readonly string[] = Object.keys(common);
