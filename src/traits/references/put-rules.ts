// Rules for merging the references of a PUT into the stored ones. Pure.
import type { EntityReference } from '../../../contract/index.js';
import type { PutMode } from '../../catalog/index.js';

type Value = EntityReference[] | EntityReference;

/** A PUT cannot empty the list, and a bot's PUT cannot change a list that is already set, unless it overrides. */
export function keepOnPut(stored: Value | undefined, given: Value | undefined, put: PutMode): Value | undefined {
  if (isEmpty(given)) return stored;
  if (put.bot && !put.override && !isEmpty(ownOf(stored))) return stored;
  return given;
}

/** A PUT cannot empty the list. */
export function keepIfEmptied(stored: Value | undefined, given: Value | undefined): Value | undefined {
  return isEmpty(given) ? stored : given;
}

function ownOf(value: Value | undefined): Value | undefined {
  return Array.isArray(value) ? value.filter((item) => item.inherited !== true) : value;
}

function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** A PUT replaces the whole list, and removes what it omits. */
export function replaceOnPut(_stored: unknown, given: EntityReference[] | EntityReference | undefined) {
  return given ?? [];
}
