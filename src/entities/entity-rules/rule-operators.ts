/** Operators of rules on entities beyond those of JsonLogic, as clients write them. */
import { isObject, type JsonObject, listOf } from '../../../contract/index.js';
import { LogicError, type LogicOperator } from '../../rules/index.js';

/** Operators that compare an entity with what it was before, which only a workflow can. */
const ON_CHANGES = ['isChanged'];
/** Operators whose argument is a path in the entity. */
export const PATH_OPERATORS: readonly string[] = ['tableColumnValues'];

/** What operators need to know beside the entity. */
export interface RuleFacts {
  /** Names of the users in each team, by id of the team. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of the domains of each data product, by id of the product. */
  productDomains: ReadonlyMap<string, ReadonlySet<string>>;
}

export function ruleOperators({ members, productDomains }: RuleFacts): Readonly<Record<string, LogicOperator>> {
  const isOneOf =
    (field: string): LogicOperator =>
    ([name], data) =>
      referencesIn(isObject(data) ? data[field] : undefined).some(
        (reference) =>
          (reference.type === 'user' && reference.name === name) ||
          (reference.type === 'team' && typeof name === 'string' && members.get(String(reference.id))?.has(name)),
      );
  return {
    length: ([value, ...more]) =>
      more.length > 0 ? more.length + 1 : Array.isArray(value) || typeof value === 'string' ? value.length : 0,
    contains: ([item, list]) => Array.isArray(list) && list.includes(item),
    isOwner: isOneOf('owners'),
    isReviewer: isOneOf('reviewers'),
    isUpdatedBefore: ([at], data) => onUpdate(at, data, (updated, given) => updated < given),
    isUpdatedAfter: ([at], data) => onUpdate(at, data, (updated, given) => updated > given),
    multipleUsersOrSingleTeamOwnership: (args) => {
      const owners = referencesIn(Array.isArray(args[0]) ? args[0] : args);
      const teams = owners.filter(({ type }) => type === 'team').length;
      return teams === 0 || (teams === 1 && owners.length === 1);
    },
    filterReferenceByType: ([list, type]) => referencesIn(list).filter((reference) => reference.type === type),
    filterTagsBySource: ([list, source]) => referencesIn(list).filter((label) => label.source === source),
    validateDataProductDomainMatch: ([products, domains]) => {
      const own = referencesIn(domains).map(({ id }) => String(id));
      return referencesIn(products).every(({ id }) =>
        own.some((domain) => productDomains.get(String(id))?.has(domain)),
      );
    },
    tableColumnValues: ([path], data) => (typeof path === 'string' ? valuesAt(data, path.split('.')) : []),
    ...Object.fromEntries(
      ON_CHANGES.map((name) => [
        name,
        () => {
          throw new LogicError(`${name} can only be evaluated when the entity changes`);
        },
      ]),
    ),
  };
}

export const RULE_OPERATORS: readonly string[] = Object.keys(
  ruleOperators({ members: new Map(), productDomains: new Map() }),
);

function referencesIn(value: unknown): JsonObject[] {
  return listOf(value, isObject);
}

function onUpdate(at: unknown, data: unknown, test: (updated: number, given: number) => boolean): boolean {
  const updated = isObject(data) ? data.updatedAt : undefined;
  return typeof updated === 'number' && typeof at === 'number' && test(updated, at);
}

/** Every value at a path; below a list, those of all its items. */
function valuesAt(data: unknown, segments: readonly string[]): unknown[] {
  return segments.reduce<unknown[]>(
    (values, segment) =>
      values.flatMap((value) => {
        const items = Array.isArray(value) && !/^\d+$/.test(segment) ? value : [value];
        return items.flatMap((item) =>
          isHolder(item) && Object.hasOwn(item, segment) ? [Reflect.get(item, segment)] : [],
        );
      }),
    [data],
  );
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
