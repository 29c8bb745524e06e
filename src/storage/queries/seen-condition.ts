import type { Dialect } from '../port.js';
import type { Parameters } from './parameters.js';
import { filterCondition, type RowFilter } from './row-filter.js';

/** What a reader may see, by type; nothing of types that are not listed. */
export interface SeenTypes {
  types: readonly string[];
  filter: RowFilter;
}

/** Condition for the rows of the entity table under `alias` that the reader may see; null: all of them. */
export function seenCondition(
  seen: readonly SeenTypes[] | null,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  if (seen === null) return '1 = 1';
  const each = seen.map(({ types, filter }) => {
    const ofTypes = `${alias}.type in ${dialect.list(parameters.add(JSON.stringify(types)))}`;
    return `(${ofTypes} and ${filterCondition(filter, alias, dialect, parameters)})`;
  });
  return each.length === 0 ? '1 = 0' : `(${each.join(' or ')})`;
}
