/** A PATCH by the same user within the merge window goes into the current version instead of making one. */
import { type EntityRow, latestHistory } from '../../storage/index.js';
import {
  type ChangeDescription,
  type Changes,
  changeOf,
  describe,
  diffEntity,
  type FieldChange,
  recordDeleted,
} from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import { parseOlder } from '../document/parts-text.js';
import { type ChangeKind, firstVersion, nextVersion, worseKind } from '../document/version.js';
import type { Scope } from '../routes/route.js';
import { containerFields } from './build-row.js';
import type { Draft } from './draft.js';

export interface Merged {
  version: number;
  change: ChangeDescription;
}

/**
 * What the merged version is and tells, against the version before it; it takes the worst kind of change seen in it.
 * null: the write makes a version of its own.
 */
export async function mergeVersion(
  draft: Draft,
  stored: EntityRow,
  changes: Changes,
  type: EntityType,
  scope: Scope,
): Promise<Merged | null> {
  if (!draft.mayMerge) return null;
  if (stored.version <= firstVersion || stored.deleted !== 0 || stored.updated_by !== scope.actor.name) return null;
  // A clock that was set back is as far away as one that went on.
  if (Math.abs(scope.context.now() - stored.updated_at) > scope.catalog.options.mergeWindow) return null;
  const base = await latestHistory(scope.sql, stored.id);
  if (!base) return null;
  const seen: ChangeKind = stored.version - base.version >= 10 ? 'major' : 'minor';
  const merged = sinceBase(parseOlder(base.doc, draft.beforeParts), draft, changes, type);
  return { version: nextVersion(base.version, worseKind(seen, changes.kind)), change: describe(merged, base.version) };
}

/**
 * What differs from the version before and was told by the version so far or by this write: names that others changed meanwhile (of
 * a tag) differ as well. History holds no private fields: that one of them changed is only told.
 */
function sinceBase(base: Fields, draft: Draft, changes: Changes, type: EntityType): Changes {
  const isPrivate = (name: string) => Object.hasOwn(draft.after, `$${name}`);
  const shown = Object.fromEntries(Object.entries(draft.after).filter(([key]) => !key.startsWith('$')));
  const merged = diffEntity(type, base, shown, containerFields(draft));
  if (typeof base.deleted === 'boolean' && base.deleted !== (draft.deleted === 1))
    recordDeleted(merged, base.deleted, draft.deleted === 1);
  const soFar = changeOf(draft.before);
  const unseen = [...(soFar?.fieldsUpdated ?? []), ...changes.updated].filter(
    (change) => isPrivate(change.name) && change.oldValue === undefined && change.newValue === undefined,
  );
  for (const change of unseen)
    if (!merged.updated.some((known) => known.name === change.name)) merged.updated.push(change);
  return soFar ? onlyTold(merged, soFar, changes) : merged;
}

function onlyTold(merged: Changes, soFar: ChangeDescription, changes: Changes): Changes {
  const { fieldsAdded, fieldsUpdated, fieldsDeleted } = soFar;
  const lists = [fieldsAdded, fieldsUpdated, fieldsDeleted, changes.added, changes.updated, changes.deleted];
  const names = lists.flat().map(({ name }) => name);
  // What is told of a whole list tells of its items.
  const isTold = ({ name }: FieldChange) => names.some((told) => name === told || name.startsWith(`${told}.`));
  const { added, updated, deleted, kind } = merged;
  return { added: added.filter(isTold), updated: updated.filter(isTold), deleted: deleted.filter(isTold), kind };
}
