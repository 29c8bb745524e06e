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
import { eachPart, readDocument, writeDocument } from '../document/document.js';
import { liesInside } from '../document/inside.js';
import { makeReference } from '../document/reference.js';
import type { Scope } from '../routes/route.js';
import { type Holder, outerContainers, refsIn } from './outer-containers.js';

/** The new name and containers of the root. */
type Place = Pick<EntityRow, 'fqn' | 'refs'>;

/** `root`: the row before the rename or move; `to`: its new place. */
export async function renameBelow(root: EntityRow, to: Place, scope: Scope): Promise<void> {
  await guardBelow(root, scope);
  const { registry } = scope.catalog;
  const below = registry.types.filter(({ name }) => registry.liesBelow(name, root.type));
  const isMove = to.refs !== root.refs;
  const outer = isMove ? outerContainers({ ...root, refs: to.refs }, registry.get(root.type), below) : undefined;
  // What has parts has further FQNs in its text.
  if (outer === null || below.some(({ parts }) => parts?.length)) await renameEach(root, to, scope);
  else
    await renameDescendants(scope.sql, root.id, {
      from: `${root.fqn}.`,
      to: `${to.fqn}.`,
      ...(outer ? { outer } : {}),
    });
  for (const type of new Set([root.type, ...below.map(({ name }) => name)])) scope.invalidate({ kind: 'rows', type });
}

async function renameEach(root: EntityRow, to: Place, scope: Scope): Promise<void> {
  const moved = new Map<string, Holder>(to.refs === root.refs ? [] : [[root.id, { ...root, refs: to.refs }]]);
  for await (const rows of walkDescendants(scope.sql, root.id)) {
    const renamed = (await lockRows(scope.sql, rows))
      .filter((row) => row.fqn.startsWith(`${root.fqn}.`))
      .map((row) => {
        const written = renameRow(row, root, to, { moved, scope });
        if (moved.size > 0) moved.set(row.id, { id: row.id, type: row.type, refs: written.refs });
        return written;
      });
    if (renamed.length > 0) await updateEntities(scope.sql, renamed);
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

/** `moved`: what has other containers, above this row. */
function renameRow(
  row: EntityRow,
  root: EntityRow,
  to: Place,
  { moved, scope }: { moved: ReadonlyMap<string, Holder>; scope: Scope },
): WrittenRow {
  const type = scope.catalog.registry.get(row.type);
  const core = readDocument(row);
  const fqn = to.fqn + row.fqn.slice(root.fqn.length);
  const parent = moved.get(row.parent_id ?? '');
  core.fullyQualifiedName = fqn;
  for (const rule of type.parts ?? [])
    eachPart(core, rule, (part, path) => {
      part.fullyQualifiedName = `${fqn}.${path}`;
    });
  const ref = makeReference(row.id, row.type, core, row.deleted === 1);
  const refs = parent ? refsIn(parent, type) : row.refs;
  return { ...row, ...writeDocument(type, core), fqn, ref, refs, revision: row.revision + 1 };
}
