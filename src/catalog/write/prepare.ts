/**
 * The first half of create and put: turns requests into drafts, for the whole batch at once. Resolve parents → load
 * stored entities → accept traits → build → check. Read-only, so a batch that fails here has changed nothing.
 */

import { catalogError, errorMessages } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import {
  capabilitiesOf,
  type DeletionRow,
  type EntityRow,
  listDeletions,
  lockEntitiesByFqns,
} from '../../storage/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { PutMode, Trait } from '../define/trait.js';
import { readDocument } from '../document/document.js';
import { keepInherited } from '../document/inherited-values.js';
import { acceptExtensions } from '../properties/accept-extension.js';
import { acceptPartExtensions } from '../properties/part-extensions.js';
import { type ComposeCache, emptyComposeCache } from '../read/compose.js';
import { loadEntities, refuseLocked } from '../read/load.js';
import { addLongLists, nameRemoved } from '../read/long-lists.js';
import { acceptInner } from '../references/accept-inner.js';
import type { Scope } from '../routes/route.js';
import { changeDraft, type Draft, type LoadedEntity } from './draft.js';
import { inputOf, mergeBases, mergePut, notCore } from './merge-put.js';
import { acceptParts, completeParts } from './parts.js';
import { expectedNames, type ResolvedRequest, resolveParents } from './resolve-parents.js';

/** What happens if an entity with the same name is stored: an error (create) or an update (put). */
export type CreateMode = { kind: 'create' } | ({ kind: 'put' } & PutMode);

export interface Prepared {
  drafts: Draft[];
  /** Loaded trait texts; set only if all entities of the batch are already stored. */
  cache: ComposeCache | undefined;
}

/** Drafts of the requests, in order. Throws the documented error of the first invalid request. */
export async function prepareCreates(
  type: EntityType,
  creates: readonly Fields[],
  mode: CreateMode,
  scope: Scope,
): Promise<Prepared> {
  const expected = capabilitiesOf(scope.sql).remote ? expectedNames(type, creates) : null;
  const [places, early] = await Promise.all([
    resolveParents(type, creates, scope),
    expected === null ? null : findStored(type, expected, scope),
  ]);
  refuseDuplicates(type, places);
  const isExpected = places.every((place, i) => place.fqn === expected?.[i]);
  const rows = await loadStored(type, places, mode, scope, isExpected ? early : null);
  const known = emptyComposeCache();
  const wholes = await loadEntities(rows, type, scope, known);
  const stored = new Map(rows.map((row, i) => [row.fqn, { row, whole: present(wholes[i]) }]));
  for (const { fqn, create } of places) {
    const found = stored.get(fqn);
    if (found) await addLongLists(type, found, known, (trait) => (isGiven(trait, create) ? 'ids' : 'none'), scope);
  }
  const values = await acceptTraits(type, places, (fqn, field) => stored.get(fqn)?.whole.value[field], scope);
  const parents = new Map<string, Fields>();
  const put = mode.kind === 'put' ? mode : null;
  const before = places.map(({ fqn }) => stored.get(fqn)?.whole.value);
  const bases = await mergeBases(values, before, put, scope);
  const drafts: Draft[] = [];
  for (const [i, place] of places.entries()) {
    const given = new Map([...values].map(([trait, list]) => [trait, list[i]]));
    const core = copyCore(type, place, parents);
    drafts.push(await makeDraft(type, place, { core, given, put, base: bases[i] }, stored.get(place.fqn), scope));
  }
  await acceptParts(type, drafts, put, scope);
  await acceptExtensions(type, drafts, scope);
  for (const draft of drafts) await acceptPartExtensions(type, draft, scope);
  return { drafts, cache: rows.length === drafts.length ? known : undefined };
}

interface Given {
  core: Fields;
  given: Map<Trait, unknown>;
  put: PutMode | null;
  /** What a PUT is merged into. */
  base: Fields | undefined;
}

async function makeDraft(
  type: EntityType,
  place: ResolvedRequest,
  { core, given, put, base }: Given,
  stored: { row: EntityRow; whole: LoadedEntity } | undefined,
  scope: Scope,
): Promise<Draft> {
  const before = stored?.whole.value ?? null;
  await type.hooks?.build?.(core, place.create, scope, before);
  const after = base && put ? mergePut(type, core, base, given, put, scope) : { ...core, ...traitFields(given) };
  if (stored && before) keepInherited(type, stored.row, before, after);
  completeParts(type, after);
  await type.hooks?.check?.(after, before, scope);
  await acceptInner(type, after, before, scope);
  if (before) await nameRemoved(type, before, after, scope);
  if (stored) return { ...changeDraft(stored.row, stored.whole, after), deleted: 0 };
  return {
    id: type.idOf?.(place.create) ?? scope.context.id(),
    name: place.name,
    fqn: place.fqn,
    parentId: place.parent?.id ?? null,
    refs: place.refs,
    stored: null,
    before: null,
    beforeText: null,
    beforeParts: null,
    after,
    deleted: 0,
    event: 'entityCreated',
    mayMerge: false,
    moveTag: false,
    upsert: put !== null,
  };
}

/** Whether the request has a value for the trait. */
function isGiven(trait: Trait, create: Fields): boolean {
  const input = inputOf(trait);
  return input !== null && (create[input] ?? undefined) !== undefined;
}

/** A batch is a single write, so it cannot write the same entity twice. */
function refuseDuplicates(type: EntityType, places: readonly ResolvedRequest[]): void {
  const seen = new Set<string>();
  for (const { fqn } of places) {
    if (seen.has(fqn)) throw catalogError('ENTITY_ALREADY_EXISTS', errorMessages.alreadyExists(type.name, fqn));
    seen.add(fqn);
  }
}

/** Locks the rows, then reads the deletions in progress: in this order, so that none can start unnoticed in between. */
function findStored(type: EntityType, fqns: readonly string[], { sql }: Scope): Promise<[EntityRow[], DeletionRow[]]> {
  return Promise.all([lockEntitiesByFqns(sql, type.name, fqns), listDeletions(sql)]);
}

/**
 * Locked rows of the entities that exist already. `early`: the result of `findStored`, if it ran ahead with the same
 * names.
 */
async function loadStored(
  type: EntityType,
  places: readonly ResolvedRequest[],
  mode: CreateMode,
  scope: Scope,
  early: [EntityRow[], DeletionRow[]] | null,
): Promise<readonly EntityRow[]> {
  const fqns = places.map((place) => place.fqn);
  const [rows, deletions] = early ?? (await findStored(type, fqns, scope));
  refuseLocked([...rows, ...places.flatMap((place) => place.parent ?? [])], deletions);
  refuseOtherParent(type, rows, places);
  const [taken] = rows;
  if (taken && mode.kind === 'create')
    throw catalogError('ENTITY_ALREADY_EXISTS', errorMessages.alreadyExists(type.name, taken.fqn));
  return rows;
}

/** A PUT must not update an entity in another container that happens to have the same FQN. */
function refuseOtherParent(type: EntityType, rows: readonly EntityRow[], places: readonly ResolvedRequest[]): void {
  const parents = new Map(places.map(({ fqn, parent }) => [fqn, parent]));
  for (const row of rows) {
    const parent = parents.get(row.fqn) ?? null;
    if (row.parent_id === (parent?.id ?? null)) continue;
    const reason = parent ? ` in another container than the ${parent.type} ${parent.fqn}` : '';
    throw catalogError('ENTITY_ALREADY_EXISTS', `${errorMessages.alreadyExists(type.name, row.fqn)}${reason}`);
  }
}

async function acceptTraits(
  type: EntityType,
  places: readonly ResolvedRequest[],
  storedValue: (fqn: string, field: string) => unknown,
  scope: Scope,
): Promise<Map<Trait, unknown[]>> {
  const values = new Map<Trait, unknown[]>();
  for (const trait of type.traits ?? []) {
    const input = inputOf(trait);
    if (!trait.write || input === null) continue;
    const given = places.map((place) => place.create[input] ?? undefined);
    const stored = places.map(({ fqn }) => storedValue(fqn, trait.field));
    values.set(
      trait,
      given.every((value) => value === undefined) ? given : await trait.write.accept(given, scope, type, stored),
    );
  }
  return values;
}

/** Fields of the request that are stored in the document: all except those of traits, parents and hooks. */
function copyCore(type: EntityType, place: ResolvedRequest, parents: Map<string, Fields>): Fields {
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
