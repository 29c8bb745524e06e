/** Merges a PATCH into the current version, if the same user made that version within the merge window. */
import { parseObject } from '../../../contract/index.js';
import { capabilitiesOf, type EntityRow, type HistoryRow, latestHistory } from '../../storage/index.js';
import {
  type ChangeDescription,
  type Changes,
  changedNames,
  changeOf,
  describe,
  diffEntity,
  type FieldChange,
  recordDeleted,
} from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import { parsePrevious } from '../document/parts-text.js';
import { type ChangeKind, firstVersion, nextVersion, worseKind } from '../document/version.js';
import type { Scope } from '../routes/route.js';
import { containerFields, impersonatorOf } from './build-row.js';
import type { Draft } from './draft.js';

export interface Merged {
  version: number;
  change: ChangeDescription;
}

/**
 * Number and change description of the merged version, relative to the version before it. One incompatible change makes
 * the whole merged version incompatible. null: the write creates its own version.
 */
export async function mergeVersion(
  draft: Draft,
  stored: EntityRow,
  changes: Changes,
  type: EntityType,
  scope: Scope,
): Promise<Merged | null> {
  if (!draft.mayMerge || !mayMergeInto(stored, scope)) return null;
  const base = await (draft.previous ?? latestHistory(scope.sql, stored.id));
  if (!base) return null;
  const previous = parsePrevious(base.doc, draft.beforeParts);
  const unknown = unknownLists(previous, draft, type);
  if (reportedNames([changeOf(draft.before), describe(changes, 0)]).some((name) => unknown.has(name))) return null;
  const seen: ChangeKind = stored.version - base.version >= 10 ? 'major' : 'minor';
  const merged = sinceBase(previous, draft, { changes, unknown }, type);
  return { version: nextVersion(base.version, worseKind(seen, changes.kind)), change: describe(merged, base.version) };
}

/** Lists that were too long to be part of one of the states, so that these cannot be compared (`Trait.long`). */
function unknownLists(base: Fields, { before, after }: Draft, type: EntityType): ReadonlySet<string> {
  const long = (type.traits ?? []).filter((trait) => trait.long).map(({ field }) => field);
  return new Set(long.filter((field) => [base, before ?? {}, after].some((state) => state[field] === undefined)));
}

function mayMergeInto(stored: EntityRow, scope: Scope): boolean {
  if (stored.version <= firstVersion || stored.deleted !== 0 || stored.updated_by !== scope.actor.name) return false;
  const hasImpersonator = stored.doc.includes('"impersonatedBy":');
  if ((hasImpersonator ? impersonatorOf(parseObject(stored.doc)) : undefined) !== scope.actor.impersonatedBy)
    return false;
  // Absolute: the clock may have been set back.
  return Math.abs(scope.context.now() - stored.updated_at) <= scope.catalog.options.mergeWindow;
}

/**
 * Queries the version before the stored one where a statement is a round trip, so that it arrives with the stored
 * entity; undefined if no merge is possible.
 */
export function previousAhead(stored: EntityRow, scope: Scope): Promise<HistoryRow | undefined> | undefined {
  if (!capabilitiesOf(scope.sql).remote || !mayMergeInto(stored, scope)) return undefined;
  const previous = latestHistory(scope.sql, stored.id);
  previous.catch(() => {}); // the caller that merges reports the error
  return previous;
}

/**
 * Differences from the previous version, limited to fields that the current version or this write changed: other
 * differences come from elsewhere, such as a tag that was renamed meanwhile. History does not store private fields, so
 * changes of those are taken over from the change descriptions.
 */
function sinceBase(
  base: Fields,
  draft: Draft,
  { changes, unknown }: { changes: Changes; unknown: ReadonlySet<string> },
  type: EntityType,
): Changes {
  const isPrivate = (name: string) => Object.hasOwn(draft.after, `$${name}`);
  const shown = Object.fromEntries(Object.entries(draft.after).filter(([key]) => !key.startsWith('$')));
  const containers = unreported(draft, [changeOf(draft.before), describe(changes, 0)]);
  const merged = diffEntity(type, base, shown, new Set([...containers, ...unknown]));
  if (typeof base.deleted === 'boolean' && base.deleted !== (draft.deleted === 1))
    recordDeleted(merged, base.deleted, draft.deleted === 1);
  const soFar = changeOf(draft.before);
  const unseen = [...(soFar?.fieldsUpdated ?? []), ...changes.updated].filter(
    (change) => isPrivate(change.name) && change.oldValue === undefined && change.newValue === undefined,
  );
  for (const change of unseen)
    if (!merged.updated.some((known) => known.name === change.name)) merged.updated.push(change);
  return soFar ? onlyReported(merged, soFar, changes) : merged;
}

/** Containers, except those whose change is reported: the parents of an entity that was moved. */
function unreported(draft: Draft, reported: readonly (ChangeDescription | undefined)[]): ReadonlySet<string> {
  const names = reportedNames(reported);
  return new Set([...containerFields(draft)].filter((field) => !names.includes(field)));
}

function reportedNames(reported: readonly (ChangeDescription | undefined)[]): string[] {
  return reported.flatMap((change) => (change ? changedNames(change) : []));
}

function onlyReported(merged: Changes, soFar: ChangeDescription, changes: Changes): Changes {
  const names = reportedNames([soFar, describe(changes, 0)]);
  // A change reported for a whole list covers its items.
  const isReported = ({ name }: FieldChange) => names.some((field) => name === field || name.startsWith(`${field}.`));
  const { added, updated, deleted, kind } = merged;
  return {
    added: added.filter(isReported),
    updated: updated.filter(isReported),
    deleted: deleted.filter(isReported),
    kind,
  };
}
