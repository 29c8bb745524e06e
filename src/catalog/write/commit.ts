/**
 * The second half of every write: stores drafts. diff → version → row and history → traits → event, in the caller's
 * transaction. Create, put, patch, delete and restore all end here, with one draft or many.
 */

import { catalogError, errorMessages } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import { appendEvents } from '../../events/index.js';
import {
  announceEnd,
  capabilitiesOf,
  type EntityRow,
  type EventRow,
  type HistoryRow,
  insertEntity,
  LostRace,
  putProperties,
  replaceVersion,
  UniqueViolation,
  updateEntity,
} from '../../storage/index.js';
import { changeEvent } from '../change/change-event.js';
import { withSources } from '../change/change-source.js';
import {
  type ChangeDescription,
  type Changes,
  changeOf,
  describe,
  diffEntity,
  diffTrait,
  isEmpty,
  noChanges,
  recordDeleted,
} from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import { equal } from '../document/equal.js';
import { withoutHrefs } from '../document/reference.js';
import { firstVersion, nextVersion } from '../document/version.js';
import { type ComposeCache, compose, emptyComposeCache } from '../read/compose.js';
import { selectAll, selectCreated } from '../read/selection.js';
import { renameBelow } from '../rename/rename.js';
import type { Scope } from '../routes/route.js';
import { buildRow, impersonatorOf, uncompared } from './build-row.js';
import type { Draft, Written } from './draft.js';
import { mergeVersion } from './merge-window.js';
import { saveTraits } from './save-traits.js';
import { timeAfter } from './time-after.js';
import type { Writing } from './write-check.js';

/** State of one draft while it is committed. */
interface Step {
  draft: Draft;
  changes: Changes;
  /** Unversioned changes (followers, votes): they create an event but no version. */
  quiet: Changes;
  row: EntityRow;
  change?: ChangeDescription | undefined;
  outcome: Written['outcome'];
  /** The pending insert or update, if it was sent without awaiting it. */
  writing?: Promise<void>;
}

/**
 * Stores the drafts and resolves to the results, in order. `known`: data loaded when the stored entities were composed;
 * reused if no trait changed, so that it is not queried again.
 */
export async function commitDrafts(
  drafts: readonly Draft[],
  type: EntityType,
  scope: Scope,
  cache?: ComposeCache,
): Promise<Written[]> {
  const checks = beginChecks(drafts, type, scope);
  const steps: Step[] = [];
  for (const draft of drafts) steps.push(await mapNameConflict(draft, type, () => storeRow(draft, type, scope)));
  for (const { properties, id, before } of drafts)
    if (properties) await putProperties(scope.sql, id, properties, before !== null);
  const rows = steps.map((step) => step.row);
  const { texts, loaded } = await withPendingRows(steps, () => finishRows(steps, rows, type, scope, cache));
  for (const check of await checks) await check(writingsOf(steps, texts));
  await recordEvents(steps, texts, type, scope);
  const isCreate = steps.length === 1 && steps[0]?.outcome === 'created';
  const [created] = isCreate ? await compose(rows, type, selectCreated(type), scope, loaded) : [];
  return steps.map((step, i) => ({
    row: step.row,
    text: present(texts[i]),
    ...(created === undefined ? {} : { created }),
    outcome: step.outcome,
    kind: step.changes.kind,
  }));
}

const CHECKED: readonly Draft['event'][] = ['entityCreated', 'entityUpdated'];

/** The checks of features that concern these writes. */
function beginChecks(drafts: readonly Draft[], type: EntityType, scope: Scope) {
  const isChecked = drafts.some(({ event }) => CHECKED.includes(event));
  const begun = Promise.all(isChecked ? scope.catalog.writeChecks.map((check) => check.begin(type, scope)) : []);
  const checks = begun.then((all) => all.filter((check) => check !== null));
  // Awaited once the rows are stored, unless that fails first.
  checks.catch(() => {});
  return checks;
}

function writingsOf(steps: readonly Step[], texts: readonly string[]): Writing[] {
  return steps.flatMap(({ draft, outcome }, i) =>
    CHECKED.includes(draft.event) && outcome !== 'unchanged'
      ? [{ before: draft.beforeText, after: present(texts[i]) }]
      : [],
  );
}

/**
 * Runs work while inserts are still pending, and awaits both. If an insert fails, its error wins: errors of the work
 * are then only a consequence of it.
 */
async function withPendingRows<T>(steps: readonly Step[], work: () => Promise<T>): Promise<T> {
  const writing = Promise.all(steps.map((step) => step.writing));
  writing.catch(() => {});
  try {
    const value = await work();
    await writing;
    return value;
  } catch (error) {
    await writing;
    throw error;
  }
}

/** Saves traits, runs the `stored` hook and composes the entities. */
async function finishRows(
  steps: readonly Step[],
  rows: readonly EntityRow[],
  type: EntityType,
  scope: Scope,
  cache: ComposeCache | undefined,
): Promise<{ texts: string[]; loaded: ComposeCache }> {
  const saved = await saveTraits(steps, type, scope);
  const seen = await runStoredHook(steps, type, scope);
  announceEnd(scope.sql);
  const moved = steps.some(({ draft }) => draft.stored !== null && draft.parentId !== draft.stored.parent_id);
  const loaded: ComposeCache = (saved || seen || moved ? undefined : cache) ?? emptyComposeCache();
  return { texts: await compose(rows, type, selectAll(type), scope, loaded), loaded };
}

/** Runs the `stored` hook. Returns whether its effects may show in responses, so that loaded data must be reloaded. */
async function runStoredHook(steps: readonly Step[], type: EntityType, scope: Scope): Promise<boolean> {
  const { stored } = type.hooks ?? {};
  if (!stored) return false;
  let seen = false;
  for (const { draft, row } of steps)
    if ((await mapNameConflict(draft, type, () => stored(row, draft.after, draft.before, scope))) !== 'unseen')
      seen = true;
  return seen;
}

/**
 * Maps a unique violation: 409 because the name is in use. For a PUT, another writer created the name concurrently; the
 * write is retried and then updates that entity.
 */
async function mapNameConflict<T>(draft: Draft, type: EntityType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    if (draft.upsert) throw new LostRace();
    throw catalogError('ENTITY_ALREADY_EXISTS', errorMessages.alreadyExists(type.name, draft.fqn), { cause: error });
  }
}

async function storeRow(draft: Draft, type: EntityType, scope: Scope): Promise<Step> {
  if (!draft.stored) return createRow(draft, type, scope);
  const { stored } = draft;
  const before = present(draft.before);
  const changes = diffEntity(type, before, draft.after, uncompared(draft, type));
  if (draft.deleted !== stored.deleted) recordDeleted(changes, stored.deleted === 1, draft.deleted === 1);
  const quiet = quietChanges(type, before, draft.after);
  const step: Step = { draft, changes, quiet, row: stored, outcome: isEmpty(changes) ? 'unchanged' : 'updated' };
  return isEmpty(changes) ? keepVersion(step, type, scope) : nextRow(step, type, scope);
}

async function createRow(draft: Draft, type: EntityType, scope: Scope): Promise<Step> {
  const at = scope.context.now();
  const { name: by, impersonatedBy: through } = scope.actor;
  const row = buildRow(draft, type, { version: firstVersion, revision: 1, at, by, through }, scope);
  const writing = mapNameConflict(draft, type, () => insertEntity(scope.sql, row));
  await unlessRemote(writing, scope);
  scope.invalidate({ kind: 'rows', type: type.name });
  return { draft, changes: noChanges(), quiet: noChanges(), row, outcome: 'created', writing };
}

/** No versioned change. Unversioned fields and a matched If-Match still write the row and raise its revision. */
async function keepVersion(step: Step, type: EntityType, scope: Scope): Promise<Step> {
  const { draft, row } = step;
  const silent =
    type.unversioned?.some((field) => !equal(draft.before?.[field] ?? null, draft.after[field] ?? null)) ?? false;
  if (!silent && !draft.moveTag) return step;
  const { version, updated_at: at, updated_by: by } = row;
  const change = changeOf(draft.before);
  const through = impersonatorOf(draft.before);
  step.row = buildRow(draft, type, { version, revision: row.revision + 1, at, by, through, change }, scope);
  await updateEntity(scope.sql, step.row);
  return step;
}

async function nextRow(step: Step, type: EntityType, scope: Scope): Promise<Step> {
  const { draft, changes, row: stored } = step;
  const at = timeAfter(stored, scope);
  const { name: by, impersonatedBy: through } = scope.actor;
  const source = scope.source && { changeSource: scope.source, changedBy: by, changedAt: at };
  const own = describe(changes, stored.version);
  step.change = withSources(own, own, source);
  const merged = await mergeVersion(draft, stored, changes, type, scope);
  const version = merged?.version ?? nextVersion(stored.version, changes.kind);
  const change = merged ? withSources(merged.change, own, source, changeOf(draft.before)) : step.change;
  const stamp = { version, revision: stored.revision + 1, at, by, through, change };
  step.row = buildRow(draft, type, stamp, scope);
  const { row } = step;
  const past = merged ? null : snapshot(stored, draft);
  const writing = past ? replaceVersion(scope.sql, row, past) : updateEntity(scope.sql, row).then(() => {});
  const isPlain = row.fqn === stored.fqn && row.parent_id === stored.parent_id && row.deleted === stored.deleted;
  if (isPlain) await unlessRemote(writing, scope);
  else await writing;
  step.writing = writing;
  if (draft.fqn !== stored.fqn) await renameBelow(stored, draft, scope);
  if (draft.deleted !== stored.deleted) scope.invalidate({ kind: 'rows', type: type.name });
  return step;
}

/** Where every statement is a round trip, later statements are sent without waiting for this one. */
async function unlessRemote(writing: Promise<void>, scope: Scope): Promise<void> {
  if (capabilitiesOf(scope.sql).remote) writing.catch(() => {});
  else await writing;
}

function snapshot(row: EntityRow, draft: Draft): HistoryRow {
  const doc = withoutHrefs(present(draft.beforeText));
  return { entity_id: row.id, version: row.version, updated_at: row.updated_at, updated_by: row.updated_by, doc };
}

function quietChanges(type: EntityType, before: Fields, after: Fields): Changes {
  const changes = noChanges();
  for (const trait of type.traits ?? [])
    if (trait.write && !trait.write.versioned)
      diffTrait(changes, trait.field, trait, before[trait.field], after[trait.field]);
  return changes;
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
    const change = step.change ?? quiet;
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
          at: step.outcome === 'unchanged' ? timeAfter(row, scope) : row.updated_at,
          text: present(texts[i]),
          ...(change ? { change } : {}),
          ...(draft.recursive ? { recursive: true } : {}),
        },
        scope,
      ),
    );
  });
  if (events.length > 0) await appendEvents(scope.sql, events);
}
