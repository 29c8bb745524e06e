// On PostgreSQL, one type of each shape stands for the others where a suite tries what the engine does for every type: which
// statements are sent depends on the shape alone. What a shape is depends on what the suite does. `test/contract/life.test.ts`
// runs for every type on both databases, since hooks and traits of a type may send statements of their own.
import type { EntityType } from '../../src/catalog/index.js';

/** What decides which statements a suite sends for a type. */
export type Shape = (type: EntityType) => readonly unknown[];

/** The types to try on a database. */
export function typesToTry(types: readonly EntityType[], store: string, shape: Shape): readonly EntityType[] {
  return store === 'postgres' ? oneOfEach(types, shape) : types;
}

/** The last type of each shape. */
export function oneOfEach(types: readonly EntityType[], shape: Shape): EntityType[] {
  return [...new Map(types.map((type) => [JSON.stringify(shape(type)), type])).values()];
}

/** For suites that read and write in many ways. */
export const anyShape: Shape = (type) => {
  const { parents, parts, renameable, with: routes } = type;
  const some = fieldsAmong(type, ['owners', 'tags', 'domains', 'children']);
  return [parents?.length ?? 0, parts?.length ?? 0, renameable, hasContainers(type), routes, some];
};

/** For what search finds after a write: what a field holds is read from its declaration on both databases alike. */
export const foundShape: Shape = (type) => {
  const { parts = [], renameable, with: routes = [] } = type;
  const ways = routes.filter((route) => route === 'bulk' || route === 'deleteStale');
  return [hasParent(type), parts.length > 0, renameable, hasContainers(type), ways];
};

/** For lists. */
export const listShape: Shape = (type) => [
  hasParent(type),
  hasContainers(type),
  subject(type),
  fieldsAmong(type, ['children']),
];

/** For what a write checks before it stores anything, and for writes of one field. */
export const writeShape: Shape = (type) => {
  const { parts = [], nameOf, renameable, without = [] } = type;
  const lacks = without.filter((route) => route === 'patch' || route === 'delete');
  return [hasParent(type), subject(type), parts.length > 0, nameOf !== undefined, renameable, lacks];
};

/** For what each user does to an entity, and for writes of many. */
export const companyShape: Shape = (type) => [
  hasParent(type),
  type.with,
  type.without,
  fieldsAmong(type, ['followers', 'votes', 'owners', 'tags']),
];

/** For what policies allow. */
export const rightsShape: Shape = (type) => [...companyShape(type), subject(type), type.edits, type.rightsAbove];

const hasParent = ({ parents = [] }: EntityType) => parents.length > 0;
const hasContainers = ({ containers }: EntityType) => containers !== undefined;
const subject = ({ hasSubject, isSubject }: EntityType) => [hasSubject, isSubject];

function fieldsAmong({ traits = [] }: EntityType, fields: readonly string[]): readonly string[] {
  return fields.filter((field) => traits.some((trait) => trait.field === field));
}
