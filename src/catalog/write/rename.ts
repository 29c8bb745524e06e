/** Renames and moves: updates the FQNs and containers of all descendants. Their versions do not change. */
import { catalogError, errorMessages } from '../../../contract/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listDeletions,
  lockRows,
  renameDescendants,
  updateEntities,
  type WrittenRow,
  walkDescendants,
} from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { eachPart, readDocument, writeDocument } from '../document/document.js';
import { liesInside } from '../document/inside.js';
import { makeReference } from '../document/reference.js';
import type { Scope } from '../routes/route.js';

/** The new name and containers of the root. */
type Place = Pick<EntityRow, 'fqn' | 'refs'>;

/** `root`: the row before the rename or move; `to`: its new place. */
export async function renameBelow(root: EntityRow, to: Place, scope: Scope): Promise<void> {
  await guardBelow(root, scope);
  const below = scope.catalog.registry.types.filter(({ name }) => scope.catalog.registry.liesBelow(name, root.type));
  // What has parts has further FQNs in its text.
  if (to.refs === root.refs && below.every(({ parts }) => !parts?.length))
    await renameDescendants(scope.sql, root.id, { from: `${root.fqn}.`, to: `${to.fqn}.` });
  else await moveEach(root, to, scope);
  for (const type of new Set([root.type, ...below.map(({ name }) => name)])) scope.invalidate({ kind: 'rows', type });
}

async function moveEach(root: EntityRow, to: Place, scope: Scope): Promise<void> {
  for await (const rows of walkDescendants(scope.sql, root.id)) {
    const moved = (await lockRows(scope.sql, rows))
      .filter((row) => row.fqn.startsWith(`${root.fqn}.`))
      .map((row) => moveRow(row, root, to, scope));
    if (moved.length > 0) await updateEntities(scope.sql, moved);
  }
}

/** 409 while a descendant is being deleted: its name must not change until that is done. */
async function guardBelow(root: EntityRow, scope: Scope): Promise<void> {
  const removals = await listDeletions(scope.sql);
  const roots = await getEntitiesByIds(
    scope.sql,
    removals.map((removal) => removal.root_id),
  );
  const found = roots.find((row) => liesInside(row, root.id));
  if (found) throw catalogError('ENTITY_LOCKED', errorMessages.locked(found.type, found.fqn));
}

function moveRow(row: EntityRow, root: EntityRow, to: Place, scope: Scope): WrittenRow {
  const type = scope.catalog.registry.get(row.type);
  const core = readDocument(row);
  const fqn = to.fqn + row.fqn.slice(root.fqn.length);
  const refs = to.refs === root.refs ? row.refs : refsBelow(type, row, root, to);
  core.fullyQualifiedName = fqn;
  for (const rule of type.parts ?? [])
    eachPart(core, rule, (part, path) => {
      part.fullyQualifiedName = `${fqn}.${path}`;
    });
  const ref = makeReference(row.id, row.type, core, row.deleted === 1);
  return { ...row, ...writeDocument(type, core), fqn, ref, refs, revision: row.revision + 1 };
}

/** Containers of a descendant: up to the moved root those it had, above it those of the root. */
function refsBelow(type: EntityType, row: EntityRow, root: EntityRow, { refs }: Place): string {
  const own = containersOf(row);
  const kept = own.slice(0, own.findIndex(([, id]) => id === root.id) + 1);
  const above = containersOf({ refs });
  const field = type.parents?.find((rule) => rule.type === root.type)?.field ?? '$above';
  const [, ...outer] = type.containers ? type.containers(root, field, above) : [[field, root.id] as const, ...above];
  return JSON.stringify([...kept, ...outer]);
}
