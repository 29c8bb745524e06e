/**
 * The second half of every write: drafts to rows. diff → guard → version → store → traits → history → event, in the caller's
 * transaction. Create, put, patch, delete and restore all end here, one draft or a thousand.
 */
import { appendEvents } from '../events/index.js';
import {
  type EntityRow,
  type EventRow,
  type HistoryRow,
  insertEntity,
  insertHistory,
  latestHistory,
  updateEntity,
} from '../storage/index.js';
import { changeEvent } from './change-event.js';
import { compose } from './compose.js';
import type { EntityType, Fields } from './define.js';
import { type ChangeDescription, type Changes, describe, diffEntity, diffTrait, isEmpty, noChanges } from './diff.js';
import { eachPart, writeDocument } from './document.js';
import type { Draft, Written } from './draft.js';
import { equal } from './equal.js';
import { makeReference, withoutHrefs } from './reference.js';
import { renameBelow } from './rename.js';
import type { Scope } from './route.js';
import { selectAll } from './selection.js';
import type { Trait, TraitChange } from './trait.js';
import { type ChangeKind, firstVersion, nextVersion, versionNumber, worseKind } from './version.js';

/** What the steps know of one draft. */
interface Step {
  draft: Draft;
  changes: Changes;
  /** Changes that make an event but no version (followers, votes). */
  quiet: Changes;
  row: EntityRow;
  change?: ChangeDescription | undefined;
  outcome: Written['outcome'];
}

/** Stores the drafts and resolves to what they became, in order. */
export async function commitDrafts(drafts: readonly Draft[], type: EntityType, scope: Scope): Promise<Written[]> {
  const steps: Step[] = [];
  for (const draft of drafts) steps.push(await storeRow(draft, type, scope));
  await saveTraits(steps, type, scope);
  if (type.hooks?.stored)
    for (const { draft, row } of steps) await type.hooks.stored(row, draft.after, draft.before, scope);
  const texts = await compose(
    steps.map((step) => step.row),
    type,
    selectAll(type),
    scope,
  );
  await recordEvents(steps, texts, type, scope);
  return steps.map((step, i) => ({
    row: step.row,
    text: texts[i] as string,
    outcome: step.outcome,
    kind: step.changes.kind,
  }));
}

async function storeRow(draft: Draft, type: EntityType, scope: Scope): Promise<Step> {
  const skip = containerFields(draft);
  const changes = draft.before ? diffEntity(type, draft.before, draft.after, skip) : noChanges();
  const quiet = draft.before ? quietChanges(type, draft.before, draft.after) : noChanges();
  if (!draft.stored) return createRow(draft, type, scope, skip);
  const stored = draft.stored;
  if (draft.deleted !== stored.deleted) recordDeleted(changes, stored.deleted === 1, draft.deleted === 1);
  const step: Step = { draft, changes, quiet, row: stored, outcome: isEmpty(changes) ? 'unchanged' : 'updated' };
  if (isEmpty(changes)) return keepVersion(step, type, scope, skip);
  return nextRow(step, type, scope, skip);
}

async function createRow(draft: Draft, type: EntityType, scope: Scope, skip: ReadonlySet<string>): Promise<Step> {
  const row = buildRow(draft, type, scope, skip, {
    version: firstVersion,
    revision: 1,
    at: scope.context.now(),
    by: scope.actor.name,
  });
  await insertEntity(scope.sql, row);
  scope.mark({ kind: 'rows', type: type.name });
  return { draft, changes: noChanges(), quiet: noChanges(), row, outcome: 'created' };
}

/** Nothing that makes a version changed; silent fields and a matched tag still move the row. */
async function keepVersion(step: Step, type: EntityType, scope: Scope, skip: ReadonlySet<string>): Promise<Step> {
  const { draft, row } = step;
  const silent =
    type.silent?.some((field) => !equal(draft.before?.[field] ?? null, draft.after[field] ?? null)) ?? false;
  if (!silent && !draft.moveTag) return step;
  const change = draft.before?.changeDescription as ChangeDescription | undefined;
  step.row = buildRow(draft, type, scope, skip, {
    version: row.version,
    revision: row.revision + 1,
    at: row.updated_at,
    by: row.updated_by,
    change,
  });
  await updateEntity(scope.sql, step.row);
  return step;
}

async function nextRow(step: Step, type: EntityType, scope: Scope, skip: ReadonlySet<string>): Promise<Step> {
  const { draft, changes } = step;
  const stored = step.row;
  const at = scope.context.now();
  step.change = describe(changes, stored.version);
  const merged = draft.mayMerge ? await mergeInto(draft, stored, changes.kind, type, scope, skip) : null;
  const version = merged?.version ?? nextVersion(stored.version, changes.kind);
  const change = merged?.change ?? step.change;
  if (!merged) await insertHistory(scope.sql, [snapshot(stored, draft)]);
  step.row = buildRow(draft, type, scope, skip, {
    version,
    revision: stored.revision + 1,
    at,
    by: scope.actor.name,
    change,
  });
  await updateEntity(scope.sql, step.row);
  if (draft.fqn !== stored.fqn) await renameBelow(stored, draft.fqn, scope);
  if (draft.deleted !== stored.deleted) scope.mark({ kind: 'rows', type: type.name });
  scope.mark({ kind: 'entity', type: type.name, id: stored.id });
  return step;
}

/**
 * A PATCH by the same user within the merge window goes into the current version; the merged version takes the
 * worst kind of change seen in it. null: it makes a version of its own.
 */
async function mergeInto(
  draft: Draft,
  stored: EntityRow,
  kind: ChangeKind,
  type: EntityType,
  scope: Scope,
  skip: ReadonlySet<string>,
) {
  if (stored.version <= firstVersion || stored.deleted !== 0 || stored.updated_by !== scope.actor.name) return null;
  if (scope.context.now() - stored.updated_at > scope.catalog.options.mergeWindow) return null;
  const base = await latestHistory(scope.sql, stored.id);
  if (!base) return null;
  const seen: ChangeKind = stored.version - base.version >= 10 ? 'major' : 'minor';
  const changes = diffEntity(type, JSON.parse(base.doc) as Fields, draft.after, skip);
  return { version: nextVersion(base.version, worseKind(seen, kind)), change: describe(changes, base.version) };
}

function snapshot(row: EntityRow, draft: Draft): HistoryRow {
  const doc = withoutHrefs(draft.beforeText as string);
  return { entity_id: row.id, version: row.version, updated_at: row.updated_at, updated_by: row.updated_by, doc };
}

interface Stamp {
  version: number;
  revision: number;
  at: number;
  by: string;
  change?: ChangeDescription | undefined;
}

function buildRow(draft: Draft, type: EntityType, scope: Scope, skip: ReadonlySet<string>, stamp: Stamp): EntityRow {
  const core = coreOf(draft, type, skip);
  const shape = scope.catalog.contract.fieldNames(type.schema);
  const document = writeDocument(type, {
    id: draft.id,
    ...core,
    version: versionNumber(stamp.version),
    updatedAt: stamp.at,
    updatedBy: stamp.by,
    changeDescription: stamp.change,
    ...(shape.includes('deleted') ? { deleted: draft.deleted === 1 } : {}),
  });
  return {
    id: draft.id,
    type: type.name,
    name: draft.name,
    fqn: draft.fqn,
    parent_id: draft.parentId,
    version: stamp.version,
    revision: stamp.revision,
    updated_at: stamp.at,
    updated_by: stamp.by,
    deleted: draft.deleted,
    ref: makeReference(draft.id, type.name, core, draft.deleted === 1),
    refs: draft.refs,
    ...document,
  };
}

/** The fields of the draft that the row itself holds. */
function coreOf(draft: Draft, type: EntityType, skip: ReadonlySet<string>): Fields {
  const core: Fields = { name: draft.name, fullyQualifiedName: draft.fqn };
  const traits = new Set((type.traits ?? []).map((trait) => trait.field));
  for (const [key, value] of Object.entries(draft.after))
    if (!traits.has(key) && !skip.has(key) && key !== 'href') core[key] = value;
  core.name = draft.name;
  core.fullyQualifiedName = draft.fqn;
  for (const rule of type.parts ?? [])
    eachPart(core, rule, (part, path) => {
      part.fullyQualifiedName = `${draft.fqn}.${path}`;
    });
  return core;
}

function containerFields(draft: Draft): ReadonlySet<string> {
  return new Set(draft.refs === null ? [] : (JSON.parse(draft.refs) as [string, string][]).map(([field]) => field));
}

function recordDeleted(changes: Changes, before: boolean, after: boolean): void {
  changes.updated.push({ name: 'deleted', oldValue: before, newValue: after });
  changes.kind = worseKind(changes.kind, 'minor');
}

function quietChanges(type: EntityType, before: Fields, after: Fields): Changes {
  const changes = noChanges();
  for (const trait of type.traits ?? [])
    if (trait.write && !trait.write.versioned)
      diffTrait(changes, trait.field, trait, before[trait.field], after[trait.field]);
  return changes;
}

async function saveTraits(steps: readonly Step[], type: EntityType, scope: Scope): Promise<void> {
  for (const trait of type.traits ?? []) {
    if (!trait.write) continue;
    const changes: TraitChange[] = [];
    for (const { draft, row } of steps) {
      if (traitChanged(trait, draft))
        changes.push({ row, before: draft.before?.[trait.field], after: draft.after[trait.field] });
      if (trait.loadParts) changes.push(...partChanges(trait, draft, row, type));
    }
    if (changes.length > 0) await trait.write.save(changes, scope);
  }
}

function traitChanged(trait: Trait, draft: Draft): boolean {
  const after = draft.after[trait.field];
  if (!draft.before) return Array.isArray(after) ? after.length > 0 : after !== undefined && after !== null;
  const changes = noChanges();
  diffTrait(changes, trait.field, trait, draft.before[trait.field], after);
  return !isEmpty(changes);
}

/** Tags of parts that differ; parts that went lose theirs. */
function partChanges(trait: Trait, draft: Draft, row: EntityRow, type: EntityType): TraitChange[] {
  const before = partValues(draft.before, type, trait.field);
  const after = partValues(draft.after, type, trait.field);
  const changes: TraitChange[] = [];
  for (const part of new Set([...before.keys(), ...after.keys()])) {
    const diff = noChanges();
    diffTrait(diff, part, trait, before.get(part) ?? [], after.get(part) ?? []);
    if (!isEmpty(diff)) changes.push({ row, part, before: before.get(part) ?? [], after: after.get(part) ?? [] });
  }
  return changes;
}

function partValues(value: Fields | null, type: EntityType, field: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  if (!value) return values;
  for (const rule of type.parts ?? [])
    if (rule.tagged)
      eachPart(value, rule, (part, path) => {
        if (Array.isArray(part[field]) && part[field].length > 0) values.set(path, part[field]);
      });
  return values;
}

async function recordEvents(
  steps: readonly Step[],
  texts: readonly string[],
  type: EntityType,
  scope: Scope,
): Promise<void> {
  const events: EventRow[] = [];
  steps.forEach((step, i) => {
    const { draft, row } = step;
    const quiet = isEmpty(step.quiet) ? undefined : describe(step.quiet, row.version);
    if (draft.event === null || (step.outcome === 'unchanged' && !quiet)) return;
    events.push(
      changeEvent(
        {
          kind: draft.event,
          type: type.name,
          id: row.id,
          fqn: row.fqn,
          from: draft.stored?.version ?? row.version,
          to: row.version,
          at: step.outcome === 'unchanged' ? scope.context.now() : row.updated_at,
          text: texts[i] as string,
          ...(step.change || quiet ? { change: step.change ?? (quiet as ChangeDescription) } : {}),
          ...(draft.recursive ? { recursive: true } : {}),
        },
        scope,
      ),
    );
  });
  if (events.length > 0) await appendEvents(scope.sql, events);
}
