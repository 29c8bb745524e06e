// On PostgreSQL, one type of each shape stands for the others where a suite tries what the engine does for every type: which
// statements are sent depends on the shape alone. The suites of test/contract run for every type on both databases.
import type { EntityType } from '../../src/catalog/index.js';

/** The types to try on a database, the last of each shape. */
export function typesToTry(types: readonly EntityType[], store: string): readonly EntityType[] {
  return store === 'postgres' ? [...new Map(types.map((type) => [shapeOf(type), type])).values()] : types;
}

/** What decides which statements a type needs. */
function shapeOf({ parents, parts, renameable, containers, with: routes, traits }: EntityType): string {
  const fields = traits?.map(({ field }) => field) ?? [];
  const some = ['owners', 'tags', 'domains', 'children'].filter((field) => fields.includes(field));
  return JSON.stringify([parents?.length ?? 0, parts?.length ?? 0, renameable, containers !== undefined, routes, some]);
}
