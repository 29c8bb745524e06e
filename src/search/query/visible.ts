/**
 * What a caller may see, by the same decision as for a GET: hits, totals, counts and suggestions are all limited to
 * it. Subtrees whose hard deletion is in progress are already hidden.
 */
import { labelTypes } from '../../../contract/index.js';
import { guardOf, hiddenCondition, type Registry, type Scope } from '../../catalog/index.js';
import { allOf, filterKey } from '../../rules/index.js';
import {
  getEntitiesByFqns,
  type ListCondition,
  type RowFilter,
  type Sql,
  teamAndMembers,
} from '../../storage/index.js';
import { both, type Condition, combination, EVERYTHING, either, NOTHING, none, ofTypes } from './condition.js';
import { withTermsOf } from './reference-resolver.js';

/**
 * The documents of these types that the caller may see; `deleted` null: live or not. `by`: fields that the order of
 * hits would disclose, which the caller must be able to see too; 403 where no type shows them.
 */
export async function visibleTo(
  types: readonly string[],
  deleted: boolean | null,
  scope: Scope,
  by: readonly string[] = [],
): Promise<Condition> {
  const { registry, removals } = scope.catalog;
  refuseHidden(types, by, scope);
  const under = await removals.under(scope.sql);
  const include = deleted === null ? 'all' : deleted ? 'deleted' : 'non-deleted';
  const groups = new Map<string, { types: string[]; filter: RowFilter; hidden: Condition[] }>();
  for (const type of types) {
    const filter = filterOf(type, by, scope);
    if (filter.kind === 'none') continue;
    const hidden = hiddenCondition(under, type, include, registry);
    const key = `${filterKey(filter)} ${JSON.stringify(hidden)}`;
    const known = groups.get(key);
    if (known) known.types.push(type);
    else groups.set(key, { types: [type], filter, hidden: hidden.map(ofRows) });
  }
  const ids = createIdFinder(scope.sql);
  const visible: Condition[] = [];
  for (const { types: alike, filter, hidden } of groups.values())
    visible.push(both([ofTypes(alike), await rights(filter, ids), ...hidden]));
  const states = deleted === null ? ['0', '1'] : [deleted ? '1' : '0'];
  return both([combination({ kind: 'has', field: 'x', values: states }), either(visible)]);
}

function ofRows(condition: ListCondition): Condition {
  return { kind: 'rows', condition: { kind: 'list', condition } };
}

/** The row filter of a type for an entity shown with these fields. */
function filterOf(type: string, by: readonly string[], { catalog, actor }: Scope): RowFilter {
  const operations = ['ViewBasic', ...guardsIn(type, by, catalog.registry)];
  return allOf(operations.map((operation) => catalog.authorizer.filter(actor, operation, type)));
}

/** Operations that grant access to these fields of a type. */
function guardsIn(type: string, fields: readonly string[], registry: Registry): string[] {
  const declared = registry.get(type);
  return fields
    .filter((field) => declared.onRequest?.includes(field) || declared.traits?.some((trait) => trait.field === field))
    .flatMap((field) => guardOf(field, declared) ?? []);
}

function refuseHidden(types: readonly string[], by: readonly string[], { catalog, actor }: Scope): void {
  const { authorizer, registry } = catalog;
  const guarded = types.flatMap((type) => guardsIn(type, by, registry).map((operation) => ({ type, operation })));
  const [first] = guarded;
  if (first && guarded.every(({ type, operation }) => authorizer.filter(actor, operation, type).kind === 'none'))
    authorizer.possible(actor, first.operation, first.type);
}

/** Translates a row filter of the authorizer to a condition; uses facet tuples where they suffice. */
async function rights(filter: RowFilter, ids: IdFinder): Promise<Condition> {
  switch (filter.kind) {
    case 'all':
      return EVERYTHING;
    case 'none':
      return NOTHING;
    case 'noOwner':
      return none(combination({ kind: 'inherits', field: 'o', ids: null }));
    case 'noDomain':
      return none(combination({ kind: 'inherits', field: 'd', ids: null }));
    case 'ownedBy':
      return combination({ kind: 'inherits', field: 'o', ids: filter.ids });
    case 'inDomains':
      return combination({ kind: 'inherits', field: 'd', ids: filter.ids });
    case 'ownedUnderTeam':
      return combination({ kind: 'inherits', field: 'o', ids: await ids.ofTeam(filter.teamId) });
    case 'is':
      return { kind: 'ids', ids: filter.ids };
    case 'taggedAny':
      return combination({ kind: 'has', field: 't', values: await ids.ofTags(filter.tags) });
    case 'certifiedAny':
      return combination({ kind: 'has', field: 'z', values: await ids.ofLabels(filter.tags) });
    case 'taggedAll': {
      const each: Condition[] = [];
      for (const tag of filter.tags)
        each.push(combination({ kind: 'has', field: 't', values: await ids.ofTags([tag]) }));
      return both(each);
    }
    case 'and':
    case 'or': {
      const of: Condition[] = [];
      for (const part of filter.of) of.push(await rights(part, ids));
      return filter.kind === 'and' ? both(of) : either(of);
    }
    case 'not':
      return none(await rights(filter.of, ids));
    // Facet tuples show the owners that domains pass on together with those of the document itself.
    case 'fromDomains':
      return rights(filter.of, ids);
    case 'about':
    case 'reviewedBy':
    case 'filedBy':
    case 'assignedTo':
    case 'above':
      return { kind: 'rows', condition: { kind: 'rows', filter } };
  }
}

interface IdFinder {
  /** A team, those below it, and the members of all of them. */
  ofTeam(id: string): Promise<string[]>;
  /** Of labels by FQN. */
  ofLabels(names: readonly string[]): Promise<string[]>;
  /** The same with the terms that have one of them. */
  ofTags(names: readonly string[]): Promise<string[]>;
}

/** Loads every list once: the filters of many types name the same. */
function createIdFinder(sql: Sql): IdFinder {
  const known = new Map<string, Promise<string[]>>();
  const once = (key: string, load: () => Promise<string[]>) => {
    const found = known.get(key) ?? load();
    known.set(key, found);
    return found;
  };
  const ofLabels: IdFinder['ofLabels'] = (names) => once(`labels ${JSON.stringify(names)}`, () => labels(names, sql));
  return {
    ofLabels,
    ofTags: (names) => once(`tags ${JSON.stringify(names)}`, async () => withTermsOf(await ofLabels(names), sql)),
    ofTeam: (id) => once(`team ${id}`, () => teamAndMembers(sql, id)),
  };
}

/** Ids of labels by FQN. */
async function labels(names: readonly string[], sql: Sql): Promise<string[]> {
  const found = await Promise.all(Object.values(labelTypes).map((type) => getEntitiesByFqns(sql, type, names)));
  return found.flatMap((rows) => rows.flatMap(({ id, deleted }) => (deleted < 2 ? [id] : [])));
}
