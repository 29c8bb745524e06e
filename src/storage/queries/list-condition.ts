import type { Dialect } from '../port.js';
import type { Parameters } from './parameters.js';

/** What narrows a list besides type, state and place. Paths come from declarations, never from requests. */
export type ListCondition =
  /** A field of the core has one of these values. */
  | { readonly by: 'equals'; readonly field: string; readonly values: readonly string[] }
  /** A boolean field; absent counts as false. */
  | { readonly by: 'boolean'; readonly field: string; readonly value: boolean }
  /** An edge of `kind` between the row and one of `ids`; `from`: they are where the edge comes from. */
  | {
      readonly by: 'related';
      readonly kind: string;
      readonly direction: 'from' | 'to';
      readonly ids: readonly string[];
    }
  /** Inside one of the containers with these names. */
  | { readonly by: 'below'; readonly fqns: readonly string[] }
  /** Inside none of the containers with these names. */
  | { readonly by: 'notBelow'; readonly fqns: readonly string[] }
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'updatedSince'; readonly at: number }
  | { readonly by: 'namePrefix'; readonly prefix: string };

/** SQL condition on the entity table under `alias`. */
export function listCondition(
  condition: ListCondition,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const list = (values: readonly string[]) => dialect.list(parameters.add(JSON.stringify(values)));
  switch (condition.by) {
    case 'equals':
      return `${dialect.field(`${alias}.doc`, condition.field)} in ${list(condition.values)}`;
    case 'boolean':
      return `${condition.value ? '' : 'not '}${dialect.flag(`${alias}.doc`, condition.field)}`;
    case 'related': {
      const [mine, theirs] = condition.direction === 'from' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
      return `exists (select 1 from relation edge where edge.${mine} = ${alias}.id
        and edge.kind = ${parameters.add(condition.kind)} and edge.${theirs} in ${list(condition.ids)})`;
    }
    case 'below':
      if (condition.fqns.length === 0) return '1 = 0';
      return `(${condition.fqns.map((fqn) => belowCondition(fqn, alias, parameters)).join(' or ')})`;
    case 'notBelow':
      if (condition.fqns.length === 0) return '1 = 1';
      return condition.fqns.map((fqn) => `not ${belowCondition(fqn, alias, parameters)}`).join(' and ');
    case 'ids':
      return `${alias}.id in ${list(condition.ids)}`;
    case 'updatedSince':
      return `${alias}.updated_at >= ${parameters.add(condition.at)}`;
    case 'namePrefix':
      return `substr(${alias}.name, 1, ${parameters.add([...condition.prefix].length)}) = ${parameters.add(condition.prefix)}`;
  }
}

/** Rows whose name lies below `fqn`: from `fqn.` up to `fqn/`, the character after the dot. */
export function belowCondition(fqn: string, alias: string, parameters: Parameters): string {
  return `(${alias}.fqn >= ${parameters.add(`${fqn}.`)} and ${alias}.fqn < ${parameters.add(`${fqn}/`)})`;
}
