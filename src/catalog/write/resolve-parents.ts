/** Resolves the parent, name and fully qualified name of create requests. Read-only. */
import { catalogError, errorMessages, isObject } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import {
  capabilitiesOf,
  type EntityRow,
  getEntitiesByIds,
  getSharedByFqns,
  holdRows,
  LostRace,
  lockEntitiesByFqns,
} from '../../storage/index.js';
import type { Container, EntityType, Fields, ParentRule } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { checkFqn, checkName, joinFqn } from '../document/fqn.js';
import { createSight } from '../rights/sight.js';
import type { Scope } from '../routes/route.js';

/** A create request with its resolved parent and name. */
export interface ResolvedRequest {
  create: Fields;
  parent: EntityRow | null;
  name: string;
  fqn: string;
  refs: string | null;
}

/**
 * Resolves the parents of the requests, in order. 400 for an invalid name or if a required parent is not given, 404 if
 * the parent does not exist or the caller may not see it, 409 if it is being deleted.
 */
export async function resolveParents(
  type: EntityType,
  creates: readonly Fields[],
  scope: Scope,
): Promise<ResolvedRequest[]> {
  const parents = await loadParents(type, creates, scope);
  await refuseOtherContainers(type, parents, scope);
  return parents.map(({ create, rule, row }) => {
    const name = nameIn(type, create);
    const fqn = type.fqn ? type.fqn(row?.fqn ?? null, name, create) : joinFqn(row?.fqn ?? null, name);
    const refs = row && rule ? containersFor(type, rule, row) : [];
    return {
      create,
      parent: row,
      name,
      fqn: checkFqn(fqn),
      refs: refs.length > 0 ? JSON.stringify(refs) : null,
    };
  });
}

/**
 * FQNs derived from the requests alone, so that stored entities can be queried in parallel with the parents; null if
 * they depend on the parent rows. Invalid requests also give null: `resolveParents` reports their errors.
 */
export function expectedNames(type: EntityType, creates: readonly Fields[]): string[] | null {
  try {
    return creates.map((create) => {
      const rule = parentRule(type, create);
      const above = rule === null ? null : create[rule.field];
      if (rule?.given === 'ref' || (above !== null && typeof above !== 'string')) throw new TypeError('no name');
      const name = nameIn(type, create);
      return type.fqn ? type.fqn(above, name, create) : joinFqn(above, name);
    });
  } catch {
    return null;
  }
}

function nameIn(type: EntityType, create: Fields): string {
  const given = type.nameOf ? type.nameOf(create) : create.name;
  return checkName(type.foldName && typeof given === 'string' ? type.foldName(given) : given);
}

/**
 * All containers of a new entity. Those that responses do not show are stored as hidden, because this list decides
 * membership.
 */
export function containersFor(
  type: EntityType,
  rule: ParentRule,
  row: Pick<EntityRow, 'id' | 'type' | 'refs'>,
): Container[] {
  const above = containersOf(row);
  const all: Container[] = [[rule.field, row.id], ...above];
  if (!type.containers) return all;
  const shown = type.containers(row, rule.field, above);
  const ids = new Set(shown.map(([, id]) => id));
  return [...shown, ...all.filter(([, id]) => !ids.has(id)).map(([, id]): Container => ['$above', id])];
}

async function loadParents(type: EntityType, creates: readonly Fields[], scope: Scope) {
  const rules = creates.map((create) => parentRule(type, create));
  const rows = new Map<string, EntityRow>();
  const different = new Set(rules);
  const held = canHoldAtOnce([...different], scope);
  for (const rule of different) {
    if (!rule) continue;
    const given = creates.filter((_, i) => rules[i] === rule).map((create) => create[rule.field]);
    for (const [key, row] of await findParents(rule, given, scope, held)) rows.set(key, row);
  }
  if (!held) await holdParents([...rows.values()], type, scope);
  return creates.map((create, i) => {
    const rule = rules[i] ?? null;
    return { create, rule, row: rule ? present(rows.get(parentKey(rule, create[rule.field]))) : null };
  });
}

/**
 * A request can name its parent and also what contains that (a directory and its service). 404 if the latter does not
 * exist, 400 if it contains another.
 */
async function refuseOtherContainers(
  type: EntityType,
  parents: Awaited<ReturnType<typeof loadParents>>,
  scope: Scope,
): Promise<void> {
  for (const rule of type.parents?.slice(1) ?? []) {
    const others = parents.filter((one) => one.rule !== rule && isGiven(one.create, rule));
    const given = others.map(({ create }) => create[rule.field]);
    const rows = given.length > 0 ? await findParents(rule, given, scope, false) : new Map<string, EntityRow>();
    for (const { create, row } of others) {
      const named = present(rows.get(parentKey(rule, create[rule.field])));
      if (row && !containersOf(row).some(([, id]) => id === named.id))
        throw catalogError(
          'BAD_REQUEST',
          `${rule.field}: ${row.type} ${row.fqn} is not in the ${named.type} ${named.fqn}`,
        );
    }
  }
}

function isGiven(create: Fields, { field }: ParentRule): boolean {
  return create[field] !== undefined && create[field] !== null;
}

function parentRule(type: EntityType, create: Fields): ParentRule | null {
  const rule = type.parents?.find((candidate) => isGiven(create, candidate));
  if (!rule && type.parentRequired)
    throw catalogError('BAD_REQUEST', `${type.parents?.map((candidate) => candidate.field).join(' or ')} is required`);
  return rule ?? null;
}

/** The id of a reference, or an FQN. */
function keyIn(rule: ParentRule, given: unknown): string {
  return String(rule.given === 'ref' && isObject(given) ? given.id : given);
}

function parentKey(rule: ParentRule, given: unknown): string {
  return `${rule.field} ${keyIn(rule, given)}`;
}

/** Whether one statement can find and lock all parents. Several could lock rows in different orders, and deadlock. */
function canHoldAtOnce(rules: readonly (ParentRule | null)[], { sql }: Scope): boolean {
  const [rule] = rules;
  return (
    capabilitiesOf(sql).concurrentWriters &&
    rules.length === 1 &&
    rule?.given === 'fqn' &&
    !rule.oneByOne &&
    typeof rule.type === 'string'
  );
}

async function findParents(
  rule: ParentRule,
  given: readonly unknown[],
  scope: Scope,
  hold: boolean,
): Promise<Map<string, EntityRow>> {
  const types = typeof rule.type === 'string' ? [rule.type] : rule.type;
  const found = new Map<string, EntityRow>();
  const keys = new Set(given.map((value) => keyIn(rule, value)));
  const find = (type: string, fqns: readonly string[]) =>
    hold ? lockEntitiesByFqns(scope.sql, type, fqns, 'forShare') : getSharedByFqns(scope.sql, type, fqns);
  const rows =
    rule.given === 'ref'
      ? await getEntitiesByIds(scope.sql, [...keys])
      : (await Promise.all(types.map((type) => find(type, [...keys])))).flat();
  const seen = await createSight(scope).allowed('ViewBasic', rows);
  for (const row of rows) {
    // To the caller, a parent that they may not see does not exist.
    if (!types.includes(row.type) || !seen.has(row.id)) continue;
    if (row.deleted === 2) throw catalogError('ENTITY_LOCKED', errorMessages.locked(row.type, row.fqn));
    if (row.deleted === 0) found.set(`${rule.field} ${rule.given === 'ref' ? row.id : row.fqn}`, row);
  }
  for (const key of keys)
    if (!found.has(`${rule.field} ${key}`)) {
      const message =
        rule.given === 'ref'
          ? errorMessages.notFoundById(types.join(' or '), key)
          : errorMessages.notFoundByName(types.join(' or '), key);
      throw catalogError('ENTITY_NOT_FOUND', message);
    }
  return found;
}

/** With concurrent writers: locks the parents against deletes and renames until this transaction ends. */
async function holdParents(rows: readonly EntityRow[], type: EntityType, scope: Scope): Promise<void> {
  const lock = type.parents?.some(({ oneByOne }) => oneByOne) ? 'forWrite' : 'forShare';
  if (!(await holdRows(scope.sql, rows, lock))) throw new LostRace();
}
