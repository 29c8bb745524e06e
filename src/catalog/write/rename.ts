/** Renames: updates the FQNs of all descendants. Their versions do not change. */
import { catalogError, errorMessages } from '../../../contract/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  listDeletions,
  lockChildren,
  lockRows,
  renameEntities,
  updateEntities,
  type WrittenRow,
  walkDescendants,
} from '../../storage/index.js';
import { eachPart, readDocument, writeDocument } from '../document/document.js';
import { liesInside } from '../document/inside.js';
import { makeReference } from '../document/reference.js';
import type { Scope } from '../routes/route.js';

/** `root`: the row before the rename; `fqn`: its new FQN. */
export async function renameBelow(root: EntityRow, fqn: string, scope: Scope): Promise<void> {
  await guardBelow(root, scope);
  if (hasNoPartsBelow(root.type, scope)) await renameAll(root.id, [`${root.fqn}.`, `${fqn}.`], scope);
  else await moveEach(root, fqn, scope);
  scope.mark({ kind: 'rows', type: root.type });
}

/** Whether everything that can lie below has only one FQN in its text. */
function hasNoPartsBelow(type: string, { catalog: { registry } }: Scope): boolean {
  return registry.types.every((lower) => !lower.parts?.length || !registry.liesBelow(lower.name, type));
}

/** One statement per level, however many entities it has. */
async function renameAll(rootId: string, [from, to]: readonly [string, string], scope: Scope): Promise<void> {
  for (let parents = [rootId]; parents.length > 0; ) {
    const rows = await lockChildren(scope.sql, parents);
    await renameEntities(
      scope.sql,
      rows.filter((row) => row.fqn.startsWith(from)),
      from,
      to,
    );
    for (const type of new Set(rows.map((row) => row.type))) scope.mark({ kind: 'rows', type });
    parents = rows.map(({ id }) => id);
  }
}

async function moveEach(root: EntityRow, fqn: string, scope: Scope): Promise<void> {
  for await (const rows of walkDescendants(scope.sql, root.id)) {
    const moved = (await lockRows(scope.sql, rows))
      .filter((row) => row.fqn.startsWith(`${root.fqn}.`))
      .map((row) => moveRow(row, root.fqn, fqn, scope));
    if (moved.length > 0) await updateEntities(scope.sql, moved);
    for (const type of new Set(moved.map((row) => row.type))) scope.mark({ kind: 'rows', type });
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

function moveRow(row: EntityRow, from: string, to: string, scope: Scope): WrittenRow {
  const type = scope.catalog.registry.get(row.type);
  const core = readDocument(row);
  const fqn = to + row.fqn.slice(from.length);
  core.fullyQualifiedName = fqn;
  for (const rule of type.parts ?? [])
    eachPart(core, rule, (part, path) => {
      part.fullyQualifiedName = `${fqn}.${path}`;
    });
  const ref = makeReference(row.id, row.type, core, row.deleted === 1);
  return { ...row, ...writeDocument(type, core), fqn, ref, revision: row.revision + 1 };
}
