/**
 * The first half of create and put: requests to drafts, for the whole batch at once. locate → name → load → accept → build → check.
 * Reads only; a batch that fails here has changed nothing.
 */
import { catalogError, errorMessages } from '../../contract/index.js';
import { type EntityRow, getEntitiesByFqns, getEntitiesByIds, lockEntities } from '../storage/index.js';
import { containersOf } from './compose.js';
import type { Container, EntityType, Fields, ParentRule } from './define.js';
import { eachPart, readDocument } from './document.js';
import type { Draft } from './draft.js';
import { checkFqn, checkName, joinFqn } from './fqn.js';
import { guardLocked, loadWhole, type Whole } from './load.js';
import type { Scope } from './route.js';
import type { PutMode, Trait } from './trait.js';

/** How stored entities of the same name are met. */
export type CreateMode = { kind: 'create' } | ({ kind: 'put' } & PutMode);

/** One request on its way. */
interface Place {
  create: Fields;
  parent: EntityRow | null;
  parentField: string | null;
  name: string;
  fqn: string;
  refs: string | null;
}

/** Drafts of the requests, in order. Refuses with the documented error of the first request that is wrong. */
export async function prepareCreates(
  type: EntityType,
  creates: readonly Fields[],
  mode: CreateMode,
  scope: Scope,
): Promise<Draft[]> {
  const places = await locate(type, creates, scope);
  const stored = await loadStored(type, places, mode, scope);
  await guardLocked(
    places.flatMap((place) => (place.parent ? [place.parent] : [])),
    scope,
  );
  const wholes = await wholesByFqn(type, stored, scope);
  const values = await acceptTraits(type, places, scope);
  const parents = new Map<string, Fields>();
  const drafts: Draft[] = [];
  for (const [i, place] of places.entries()) {
    const row = stored.get(place.fqn) ?? null;
    const whole = wholes.get(place.fqn) ?? null;
    const core = copyCore(type, place, parents);
    await type.hooks?.build?.(core, place.create, scope, whole?.value ?? null);
    const given = new Map([...values].map(([trait, list]) => [trait, list[i]]));
    const after = whole ? mergePut(type, core, whole.value, given, mode, scope) : { ...core, ...traitFields(given) };
    completeParts(type, after);
    await type.hooks?.check?.(after, whole?.value ?? null, scope);
    drafts.push(makeDraft(place, row, whole, after, scope));
  }
  await acceptParts(type, drafts, mode, scope);
  return drafts;
}

function makeDraft(place: Place, row: EntityRow | null, whole: Whole | null, after: Fields, scope: Scope): Draft {
  return {
    id: row?.id ?? scope.context.id(),
    name: row?.name ?? place.name,
    fqn: place.fqn,
    parentId: row ? row.parent_id : (place.parent?.id ?? null),
    refs: row ? row.refs : place.refs,
    stored: row,
    before: whole?.value ?? null,
    beforeText: whole?.text ?? null,
    after,
    deleted: 0,
    event: row ? 'entityUpdated' : 'entityCreated',
    mayMerge: false,
    moveTag: false,
  };
}

async function locate(type: EntityType, creates: readonly Fields[], scope: Scope): Promise<Place[]> {
  const parents = await loadParents(type, creates, scope);
  return creates.map((create, i) => {
    const name = checkName(type.nameOf ? type.nameOf(create) : create.name);
    const { rule, row } = parents[i] as { rule: ParentRule | null; row: EntityRow | null };
    const fqn = type.fqn ? type.fqn(row?.fqn ?? null, name, create) : joinFqn(row?.fqn ?? null, name);
    const refs = row && rule ? containers(type, rule, row) : [];
    return {
      create,
      parent: row,
      parentField: rule?.field ?? null,
      name,
      fqn: checkFqn(fqn),
      refs: refs.length > 0 ? JSON.stringify(refs) : null,
    };
  });
}

function containers(type: EntityType, rule: ParentRule, row: EntityRow): Container[] {
  const above = containersOf(row);
  return type.containers ? type.containers(row, rule.field, above) : [[rule.field, row.id], ...above];
}

async function loadParents(type: EntityType, creates: readonly Fields[], scope: Scope) {
  const rules = creates.map((create) => parentRule(type, create));
  const rows = new Map<string, EntityRow>();
  for (const rule of new Set(rules)) {
    if (!rule) continue;
    const given = creates.filter((_, i) => rules[i] === rule).map((create) => create[rule.field]);
    for (const [key, row] of await findParents(rule, given, scope)) rows.set(key, row);
  }
  return creates.map((create, i) => {
    const rule = rules[i] ?? null;
    return { rule, row: rule ? (rows.get(parentKey(rule, create[rule.field])) as EntityRow) : null };
  });
}

function parentRule(type: EntityType, create: Fields): ParentRule | null {
  const rule = type.parents?.find(
    (candidate) => create[candidate.field] !== undefined && create[candidate.field] !== null,
  );
  if (!rule && type.parentRequired)
    throw catalogError('BAD_REQUEST', `${type.parents?.map((candidate) => candidate.field).join(' or ')} is required`);
  return rule ?? null;
}

function parentKey(rule: ParentRule, given: unknown): string {
  return rule.given === 'ref' ? `${rule.field} ${(given as { id: string }).id}` : `${rule.field} ${String(given)}`;
}

async function findParents(rule: ParentRule, given: readonly unknown[], scope: Scope): Promise<Map<string, EntityRow>> {
  const types = typeof rule.type === 'string' ? [rule.type] : rule.type;
  const found = new Map<string, EntityRow>();
  const keys = new Set(given.map((value) => (rule.given === 'ref' ? (value as { id: string }).id : String(value))));
  const rows =
    rule.given === 'ref'
      ? await getEntitiesByIds(scope.sql, [...keys])
      : (await Promise.all(types.map((type) => getEntitiesByFqns(scope.sql, type, [...keys])))).flat();
  for (const row of rows)
    if (types.includes(row.type) && row.deleted === 0)
      found.set(`${rule.field} ${rule.given === 'ref' ? row.id : row.fqn}`, row);
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

async function loadStored(
  type: EntityType,
  places: readonly Place[],
  mode: CreateMode,
  scope: Scope,
): Promise<Map<string, EntityRow>> {
  const fqns = places.map((place) => place.fqn);
  let rows = await getEntitiesByFqns(scope.sql, type.name, fqns);
  const taken = rows[0];
  if (taken && mode.kind === 'create') {
    if (taken.deleted === 2) throw catalogError('ENTITY_LOCKED', errorMessages.locked(type.name, taken.fqn));
    throw catalogError('ENTITY_ALREADY_EXISTS', errorMessages.alreadyExists(type.name, taken.fqn));
  }
  await guardLocked(rows, scope);
  if (rows.length > 0 && scope.sql.dialect.forUpdate !== '')
    rows = await lockEntities(
      scope.sql,
      rows.map((row) => row.id),
    );
  return new Map(rows.map((row) => [row.fqn, row]));
}

async function wholesByFqn(
  type: EntityType,
  stored: Map<string, EntityRow>,
  scope: Scope,
): Promise<Map<string, Whole>> {
  const rows = [...stored.values()];
  const wholes = await loadWhole(rows, type, scope);
  return new Map(rows.map((row, i) => [row.fqn, wholes[i] as Whole]));
}

async function acceptTraits(type: EntityType, places: readonly Place[], scope: Scope): Promise<Map<Trait, unknown[]>> {
  const values = new Map<Trait, unknown[]>();
  for (const trait of type.traits ?? []) {
    const input = inputOf(trait);
    if (!trait.write || input === null) continue;
    const given = places.map((place) => place.create[input] ?? undefined);
    values.set(
      trait,
      given.every((value) => value === undefined) ? given : await trait.write.accept(given, scope, type),
    );
  }
  return values;
}

function inputOf(trait: Trait): string | null {
  return trait.write?.input === undefined ? trait.field : trait.write.input;
}

/** Core fields of a request: all but those of traits, parents and hooks. */
function copyCore(type: EntityType, place: Place, parents: Map<string, Fields>): Fields {
  const left = notCore(type);
  const core: Fields = { name: place.name };
  for (const [key, value] of Object.entries(place.create)) if (!left.has(key) && value !== null) core[key] = value;
  if (place.parent && type.inheritedCore) {
    const parent = parents.get(place.parent.id) ?? readDocument(place.parent);
    parents.set(place.parent.id, parent);
    for (const field of type.inheritedCore) if (parent[field] !== undefined) core[field] = parent[field];
  }
  return core;
}

function traitFields(values: Map<Trait, unknown>): Fields {
  return Object.fromEntries(
    [...values].filter(([, value]) => value !== undefined).map(([trait, value]) => [trait.field, value]),
  );
}

/** What a PUT leaves: fields of the create request are replaced (absent ones removed), others stay. */
function mergePut(
  type: EntityType,
  core: Fields,
  before: Fields,
  given: Map<Trait, unknown>,
  mode: CreateMode,
  scope: Scope,
): Fields {
  const put: PutMode = mode.kind === 'put' ? mode : { bot: false, override: false };
  const after: Fields = { ...before };
  const kept = put.bot && !put.override;
  for (const field of replacedFields(type, core, scope)) {
    if (kept && (field === 'description' || field === 'displayName') && before[field]) continue;
    if (core[field] === undefined) delete after[field];
    else after[field] = core[field];
  }
  for (const [trait, value] of given) {
    const merge = trait.write?.merge ?? ((stored: unknown, now: unknown) => (now === undefined ? stored : now));
    after[trait.field] = merge(before[trait.field], value, put);
  }
  for (const rule of type.parts ?? []) keepPartFields(after, before, rule, kept);
  return after;
}

/** Create-schema fields that live in the core, with everything hooks added to it. */
function replacedFields(type: EntityType, core: Fields, scope: Scope): Set<string> {
  const fields = new Set(Object.keys(core));
  const kept = notCore(type);
  const absentKept = new Set(type.keptOnPut);
  for (const field of type.create ? scope.catalog.contract.fieldNames(type.create) : [])
    if (!kept.has(field) && !absentKept.has(field)) fields.add(field);
  return fields;
}

/** Fields of a create request that do not go to the core under their name. */
function notCore(type: EntityType): Set<string> {
  return new Set([
    'name',
    ...(type.parents ?? []).map((rule) => rule.field),
    ...(type.transient ?? []),
    ...(type.traits ?? []).map((trait) => inputOf(trait) ?? trait.field),
  ]);
}

function keepPartFields(
  after: Fields,
  before: Fields,
  rule: NonNullable<EntityType['parts']>[number],
  keep: boolean,
): void {
  const old = new Map<string, Fields>();
  eachPart(before, rule, (part, path) => old.set(path, part));
  eachPart(after, rule, (part, path) => {
    const stored = old.get(path);
    if (!stored) return;
    if (keep) for (const field of rule.kept ?? []) if (stored[field]) part[field] = stored[field];
    for (const field of rule.carried ?? [])
      if (part[field] === undefined && stored[field] !== undefined) part[field] = stored[field];
  });
}

export function completeParts(type: EntityType, core: Fields): void {
  for (const rule of type.parts ?? []) eachPart(core, rule, (part, _, position) => rule.complete?.(part, position));
}

/** Resolves the tags of parts of all drafts in one batch; a PUT unites them with stored ones. */
async function acceptParts(type: EntityType, drafts: readonly Draft[], mode: CreateMode, scope: Scope): Promise<void> {
  const trait = type.traits?.find((candidate) => candidate.loadParts);
  if (!trait?.write) return;
  const holders: { part: Fields; stored: unknown }[] = [];
  for (const draft of drafts)
    for (const rule of type.parts ?? []) {
      if (!rule.tagged) continue;
      const old = new Map<string, unknown>();
      if (draft.before) eachPart(draft.before, rule, (part, path) => old.set(path, part[trait.field]));
      eachPart(draft.after, rule, (part, path) => holders.push({ part, stored: old.get(path) }));
    }
  const given = holders.map(({ part }) => part[trait.field]);
  if (
    given.every((value) => value === undefined || (Array.isArray(value) && value.length === 0)) &&
    holders.every(({ stored }) => !stored)
  )
    return;
  const accepted = await trait.write.accept(given, scope, type);
  holders.forEach(({ part, stored }, i) => {
    const merge = trait.write?.merge;
    part[trait.field] = mode.kind === 'put' && merge ? merge(stored, accepted[i], mode) : (accepted[i] ?? stored);
  });
}
