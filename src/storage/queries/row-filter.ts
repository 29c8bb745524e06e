// Converts a filter tree to a query condition. Owners, domains and reviewers are inherited from the nearest ancestor that has
// any.
import type { Dialect, Sql } from '../port.js';
import type { Parameters } from './parameters.js';
import { CERTIFICATION_PART, RELATION } from './relation-kinds.js';
import { type Test, withRepeatedTests } from './repeated-tests.js';

/** Which rows a reader may see, with everything about the reader already resolved. */
export type RowFilter =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'noOwner' | 'noDomain' }
  | { readonly kind: 'ownedBy' | 'reviewedBy' | 'inDomains' | 'is'; readonly ids: readonly string[] }
  /** These people opened it, or have to decide it. */
  | { readonly kind: 'filedBy' | 'assignedTo'; readonly ids: readonly string[] }
  /** An owner is this group, a group below it, or a member of any of these. */
  | { readonly kind: 'ownedUnderTeam'; readonly teamId: string }
  /** `tags` are names; tags of parts count too. */
  | { readonly kind: 'taggedAny' | 'certifiedAny'; readonly tags: readonly string[] }
  | { readonly kind: 'taggedAll'; readonly tags: readonly string[] }
  /** Every entity that it is about is of one of these types and passes their filter. */
  | {
      readonly kind: 'about';
      readonly seen: readonly { readonly types: readonly string[]; readonly filter: RowFilter }[];
    }
  | { readonly kind: 'and' | 'or'; readonly of: readonly RowFilter[] }
  | { readonly kind: 'not'; readonly of: RowFilter }
  /** What directly contains the row passes; or the row has no owners of its own, and one of its domains passes. */
  | { readonly kind: 'above' | 'fromDomains'; readonly of: RowFilter };

/** What a reader may see, by type; nothing of types that are not listed. */
export interface SeenTypes {
  types: readonly string[];
  filter: RowFilter;
}

/** SQL condition on the entity table under `alias`. */
export function filterCondition(filter: RowFilter, alias: string, dialect: Dialect, parameters: Parameters): string {
  const test = (one: Test) => testCondition(one, alias, dialect, parameters);
  return withRepeatedTests([filter], test, (write) => write(filter));
}

/** Condition for the rows of the entity table under `alias` that the reader may see; null: all of them. */
export function seenCondition(
  seen: readonly SeenTypes[] | null,
  alias: string,
  dialect: Dialect,
  parameters: Parameters,
): string {
  if (seen === null) return '1 = 1';
  if (seen.length === 0) return '1 = 0';
  const test = (one: Test) => testCondition(one, alias, dialect, parameters);
  const filters = seen.map(({ filter }) => filter);
  return withRepeatedTests(filters, test, (write) => {
    const each = seen.map(({ types, filter }) => {
      const ofTypes = `${alias}.type in ${dialect.list(parameters.add(JSON.stringify(types)))}`;
      return `(${ofTypes} and ${write(filter)})`;
    });
    return `(${each.join(' or ')})`;
  });
}

function testCondition(test: Test, alias: string, dialect: Dialect, parameters: Parameters): string {
  const list = (values: readonly string[]) => dialect.list(parameters.add(JSON.stringify(values)));
  const { held, labelled } = dialect.filters;
  switch (test.kind) {
    case 'noOwner':
      return `not ${held(alias, RELATION.owns, null)}`;
    case 'noDomain':
      return `not ${held(alias, RELATION.hasDomain, null)}`;
    case 'ownedBy':
      return held(alias, RELATION.owns, list(test.ids));
    case 'is':
      return `${alias}.id in ${list(test.ids)}`;
    case 'inDomains':
      return held(alias, RELATION.hasDomain, list(test.ids));
    case 'ownedUnderTeam':
      return held(alias, RELATION.owns, groupsAndMembers(parameters.add(test.teamId)));
    case 'reviewedBy':
      return held(alias, RELATION.reviews, list(test.ids));
    case 'filedBy':
      return related(alias, RELATION.created, `edge.from_id in ${list(test.ids)}`);
    case 'assignedTo':
      return related(alias, RELATION.assignedTo, `edge.from_id in ${list(test.ids)}`);
    case 'taggedAny':
      return labelled(alias, parameters.add(JSON.stringify(test.tags)));
    case 'certifiedAny':
      return `exists (${certificationOf(alias)} and tag.fqn in ${list(test.tags)})`;
    case 'about': {
      const [concerns, subject] = [`${alias}_concerns`, `${alias}_subject`];
      return `not exists (select 1 from relation ${concerns} join entity ${subject} on ${subject}.id = ${concerns}.to_id
        where ${concerns}.from_id = ${alias}.id and ${concerns}.kind = '${RELATION.about}'
          and not ${seenCondition(test.seen, subject, dialect, parameters)})`;
    }
    case 'above': {
      const above = `${alias}_above`;
      return `exists (select 1 from entity ${above} where ${above}.id = ${alias}.parent_id
        and ${filterCondition(test.of, above, dialect, parameters)})`;
    }
    case 'fromDomains': {
      const [place, domain] = [`${alias}_place`, `${alias}_domain`];
      return `(not exists (${keptEdge(`${alias}.id`, RELATION.owns)})
        and exists (select 1 from relation ${place} join entity ${domain} on ${domain}.id = ${place}.from_id
          and ${domain}.deleted < 2 where ${place}.to_id = ${alias}.id and ${place}.kind = '${RELATION.hasDomain}'
            and ${filterCondition(test.of, domain, dialect, parameters)}))`;
    }
  }
}

function related(alias: string, kind: string, condition: string): string {
  return `exists (select 1 from relation edge where edge.to_id = ${alias}.id and edge.kind = '${kind}' and ${condition})`;
}

/** An edge of the kind from something that is not being permanently removed: reads leave out the others. */
function keptEdge(toId: string, kind: string): string {
  return `select 1 from relation own join entity owner on owner.id = own.from_id and owner.deleted < 2
    where own.to_id = ${toId} and own.kind = '${kind}'`;
}

/** A group, the groups below it, and the members of all of them: the set that `ownedUnderTeam` matches. */
export async function teamAndMembers(sql: Sql, teamId: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(`select id from ${groupsAndMembers('$1')} as owners`, [teamId]);
  return rows.map(({ id }) => id);
}

function groupsAndMembers(group: string): string {
  return `(with recursive below (id) as (
      select to_id from relation where from_id = ${group} and kind = '${RELATION.parentOf}'
      union
      select edge.to_id from below join relation edge on edge.from_id = below.id and edge.kind = '${RELATION.parentOf}')
    select cast(${group} as text) as id
    union
    select id from below
    union
    select to_id from relation where kind = '${RELATION.has}' and from_id = ${group}
    union
    select edge.to_id from below join relation edge on edge.from_id = below.id and edge.kind = '${RELATION.has}')`;
}

function certificationOf(alias: string): string {
  return `select 1 from tag_usage used join entity tag on tag.id = used.tag_id and tag.deleted < 2
    where used.entity_id = ${alias}.id and used.part = '${CERTIFICATION_PART}'`;
}
