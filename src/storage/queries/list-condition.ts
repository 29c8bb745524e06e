import type { Dialect } from '../port.js';
import type { Parameters } from './parameters.js';
import { RELATION } from './relation-kinds.js';
import { filterCondition, type RowFilter } from './row-filter.js';

/** A container by whose contents a list is restricted. */
export interface Inside {
  /** Its name. Its contents are one range of the listing index, because their names begin with it. */
  readonly fqn: string;
  /** Its id, which is decisive. null if no other container of these entities can have the name. */
  readonly id: string | null;
}

/** Restricts a list beyond type, state and place. Paths come from declarations, never from requests. */
export type ListCondition =
  /** A core field has one of these values. */
  | { readonly by: 'equals'; readonly field: string; readonly values: readonly string[] }
  /** A boolean field; absent counts as false. `orAbove`: it is true where that of a container is. */
  | { readonly by: 'boolean'; readonly field: string; readonly value: boolean; readonly orAbove?: true }
  /** An edge of `kind` between the row and one of `ids`; `from`: the edge starts at them. */
  | {
      readonly by: 'related';
      readonly kind: string;
      readonly direction: 'from' | 'to';
      readonly ids: readonly string[];
    }
  /** About (`RELATION.about`) an entity with one of these names or below one, and that passes the filter. */
  | { readonly by: 'subject'; readonly named?: readonly string[]; readonly filter?: RowFilter }
  /** A message of it names one of these people. */
  | { readonly by: 'addressed'; readonly kind: string; readonly ids: readonly string[] }
  /** A field with a number in this range, bounds included. */
  | { readonly by: 'range'; readonly field: string; readonly from?: number; readonly to?: number }
  | { readonly by: 'any' | 'none'; readonly of: readonly ListCondition[] }
  /** Inside one of these containers. */
  | { readonly by: 'below'; readonly containers: readonly Inside[] }
  /** Inside none of these containers. */
  | { readonly by: 'notBelow'; readonly containers: readonly Inside[] }
  /** Directly inside one of these containers. */
  | { readonly by: 'parent'; readonly ids: readonly string[] }
  /** Directly inside a container of one of these types. */
  | { readonly by: 'parentType'; readonly types: readonly string[] }
  /** A core field, or one that is stored apart because it is returned on request, has a value other than an empty text. */
  | { readonly by: 'present'; readonly field: string; readonly onRequest?: boolean }
  /** A list that is stored apart has an item with one of these texts as a member. */
  | { readonly by: 'item'; readonly list: string; readonly member: string; readonly values: readonly string[] }
  | { readonly by: 'fqnPrefix'; readonly prefix: string }
  /** This is the last but one part of the FQN, quoted as in it. */
  | { readonly by: 'directlyIn'; readonly part: string }
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'updatedSince'; readonly at: number }
  | { readonly by: 'namePrefix'; readonly prefix: string }
  /** The name or one of these fields contains the text, in any case. A list contains what one of its items does. */
  | { readonly by: 'contains'; readonly fields: readonly string[]; readonly text: string };

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
      return `${condition.value ? '' : 'not '}${flagCondition(condition, alias, dialect)}`;
    case 'related': {
      const [mine, theirs] = condition.direction === 'from' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
      return `exists (select 1 from relation edge where edge.${mine} = ${alias}.id
        and edge.kind = ${parameters.add(condition.kind)} and edge.${theirs} in ${list(condition.ids)})`;
    }
    case 'subject':
      return subjectCondition(condition, alias, dialect, parameters);
    case 'addressed':
      return `exists (select 1 from addressee named where named.thread_id = ${alias}.id
        and named.kind = ${parameters.add(condition.kind)} and named.person_id in ${list(condition.ids)})`;
    case 'range': {
      const value = `cast(${dialect.field(`${alias}.doc`, condition.field)} as ${dialect.types.integer})`;
      const from = condition.from === undefined ? '1 = 1' : `${value} >= ${parameters.add(condition.from)}`;
      return `(${from} and ${condition.to === undefined ? '1 = 1' : `${value} <= ${parameters.add(condition.to)}`})`;
    }
    case 'any':
    case 'none': {
      const each = condition.of.map((one) => listCondition(one, alias, dialect, parameters));
      return `${condition.by === 'none' ? 'not ' : ''}(${each.length === 0 ? '1 = 0' : each.join(' or ')})`;
    }
    case 'below':
      if (condition.containers.length === 0) return '1 = 0';
      return `(${condition.containers.map((inside) => belowCondition(inside, alias, parameters)).join(' or ')})`;
    case 'notBelow':
      if (condition.containers.length === 0) return '1 = 1';
      return condition.containers.map((inside) => `not ${belowCondition(inside, alias, parameters)}`).join(' and ');
    case 'parent':
      return `${alias}.parent_id in ${list(condition.ids)}`;
    case 'parentType':
      return `exists (select 1 from entity parent where parent.id = ${alias}.parent_id
        and parent.type in ${list(condition.types)})`;
    case 'present':
      return `coalesce(${dialect.field(`${alias}.${condition.onRequest ? 'extra' : 'doc'}`, condition.field)}, '') <> ''`;
    case 'item':
      return itemCondition(condition, alias, dialect, parameters);
    case 'fqnPrefix':
      return `substr(${alias}.fqn, 1, ${parameters.add([...condition.prefix].length)}) = ${parameters.add(condition.prefix)}`;
    case 'directlyIn': {
      const part = `.${condition.part}.`;
      const size = [...part].length;
      const quotes = `case when ${alias}.name like '%.%' then 2 else 0 end`;
      const start = `length(${alias}.fqn) - length(${alias}.name) - ${quotes} - ${size - 1}`;
      return `substr(${alias}.fqn, ${start}, ${size}) = ${parameters.add(part)}`;
    }
    case 'ids':
      return `${alias}.id in ${list(condition.ids)}`;
    case 'updatedSince':
      return `${alias}.updated_at >= ${parameters.add(condition.at)}`;
    case 'contains':
      return containsCondition(condition, alias, dialect, parameters);
    case 'namePrefix':
      return `substr(${alias}.name, 1, ${parameters.add([...condition.prefix].length)}) = ${parameters.add(condition.prefix)}`;
  }
}

function flagCondition(
  { field, orAbove }: Extract<ListCondition, { by: 'boolean' }>,
  alias: string,
  dialect: Dialect,
): string {
  if (!orAbove) return dialect.flag(`${alias}.doc`, field);
  return `exists (with recursive up (parent_id, doc) as (
      select ${alias}.parent_id, ${alias}.doc
      union all
      select above.parent_id, above.doc from up join entity above on above.id = up.parent_id)
    select 1 from up where ${dialect.flag('up.doc', field)})`;
}

/** The names below `a` go from `a.` to `a/`, as `/` is the character after the dot. */
function subjectCondition(
  { named, filter }: Extract<ListCondition, { by: 'subject' }>,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const names = named?.map((fqn) => {
    const [own, from, to] = [fqn, `${fqn}.`, `${fqn}/`].map((text) => parameters.add(text));
    return `(subject.fqn = ${own} or (subject.fqn >= ${from} and subject.fqn < ${to}))`;
  });
  const isNamed = names === undefined ? '1 = 1' : names.length === 0 ? '1 = 0' : `(${names.join(' or ')})`;
  const passes = filter ? filterCondition(filter, 'subject', dialect, parameters) : '1 = 1';
  return `exists (select 1 from relation concerns join entity subject on subject.id = concerns.to_id
    and subject.deleted < 2 where concerns.from_id = ${alias}.id and concerns.kind = '${RELATION.about}'
    and ${isNamed} and ${passes})`;
}

/** Lists are stored as JSON without spaces, whose quotes no text inside of it has unescaped. */
function itemCondition(
  { list, member, values }: Extract<ListCondition, { by: 'item' }>,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const stored = `coalesce(${dialect.field(`${alias}.extra`, list)}, '')`;
  const items = values.map((value) => `"${member}":${JSON.stringify(value)}`);
  const given = dialect.list(parameters.add(JSON.stringify([...new Set(items)])));
  return `(${stored} <> '' and exists (select 1 from ${given} as item where replace(${stored}, item.value, '') <> ${stored}))`;
}

/** SQLite folds the case of ASCII letters only, so other letters are also searched for in upper case. */
function containsCondition(
  { fields, text }: Extract<ListCondition, { by: 'contains' }>,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  const lower = text.toLowerCase();
  const patterns = new Set([lower, lower.replace(/[^\x00-\x7f]/gu, (letter) => letter.toUpperCase())]);
  const values = [`${alias}.name`, ...fields.map((field) => dialect.field(`${alias}.doc`, field))];
  const tests = [...patterns].flatMap((pattern) => {
    const like = parameters.add(`%${pattern.replace(/[\\%_]/g, '\\$&')}%`);
    return values.map((value) => `lower(${value}) like ${like} escape '\\'`);
  });
  return `(${tests.join(' or ')})`;
}

/** Rows inside a container. */
export function belowCondition(inside: Inside, alias: string, parameters: Parameters): string {
  const named = nameCondition(inside, alias, parameters);
  return inside.id === null ? named : `(${named} and ${memberCondition(inside.id, alias, parameters)})`;
}

/** Rows whose name is below that of a container: from `fqn.` to `fqn/`, as `/` is the character after the dot. */
export function nameCondition({ fqn }: Inside, alias: string, parameters: Parameters): string {
  return `(${alias}.fqn >= ${parameters.add(`${fqn}.`)} and ${alias}.fqn < ${parameters.add(`${fqn}/`)})`;
}

/** Rows with this entity among their containers, at any depth. */
export function memberCondition(id: string, alias: string, parameters: Parameters): string {
  return `(${alias}.refs is not null and ${alias}.refs like ${parameters.add(`%"${id}"%`)})`;
}
