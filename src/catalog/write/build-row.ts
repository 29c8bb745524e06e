/** Builds the row to store from a draft. Pure. */
import type { WrittenRow } from '../../storage/index.js';
import type { ChangeDescription } from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { eachPart, rootOfPath, sharesParts, writeDocument } from '../document/document.js';
import { dropInherited } from '../document/inherited-values.js';
import { makeReference } from '../document/reference.js';
import { versionNumber } from '../document/version.js';
import { storedInner } from '../references/inner-references.js';
import type { Scope } from '../routes/route.js';
import type { Draft } from './draft.js';

export interface Stamp {
  version: number;
  revision: number;
  at: number;
  by: string;
  /** The bot that acted for them. */
  through: string | undefined;
  change?: ChangeDescription | undefined;
}

/** The bot that made the last change of a loaded entity for a user. */
export function impersonatorOf(value: Fields | null): string | undefined {
  return typeof value?.impersonatedBy === 'string' ? value.impersonatedBy : undefined;
}

export function buildRow(draft: Draft, type: EntityType, stamp: Stamp, scope: Scope): WrittenRow {
  const core = coreOf(draft, type);
  const shape = scope.catalog.contract.fieldNames(type.schema);
  const { beforeParts: parts } = draft;
  const stays = parts !== null && core[parts.field] === parts.list && draft.fqn === draft.stored?.fqn;
  const shown = {
    id: draft.id,
    ...core,
    version: versionNumber(stamp.version),
    updatedAt: stamp.at,
    updatedBy: stamp.by,
    ...(shape.includes('impersonatedBy') ? { impersonatedBy: stamp.through } : {}),
    changeDescription: stamp.change,
    ...(shape.includes('deleted') ? { deleted: draft.deleted === 1 } : {}),
  };
  const document = writeDocument(type, shown, stays ? parts : null);
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

/** The fields of the draft that are stored in the entity's own row: without traits, containers and links. */
function coreOf(draft: Draft, type: EntityType): Fields {
  const skip = containerFields(draft);
  const core: Fields = { name: draft.name, fullyQualifiedName: draft.fqn };
  const traits = new Set((type.traits ?? []).map((trait) => trait.field));
  for (const [key, value] of Object.entries(draft.after))
    if (!traits.has(key) && !skip.has(key) && key !== 'href') core[key] = value;
  dropInherited(type, draft.stored, draft.before, core);
  const unchanged = draft.beforeParts;
  for (const root of new Set(type.references?.map((one) => one.in)))
    if (core[root] !== undefined && !(unchanged && core[root] === unchanged.list))
      core[root] = storedInner(type, root, core[root]);
  core.name = draft.name;
  core.fullyQualifiedName = draft.fqn;
  const moved = draft.fqn !== draft.stored?.fqn;
  for (const rule of type.parts ?? []) {
    const shared = sharesParts(rule, draft.before, draft.after);
    if (shared && !moved) continue;
    const root = rootOfPath(rule.path);
    if (shared) core[root] = structuredClone(core[root]);
    eachPart(core, rule, (part, path) => {
      part.fullyQualifiedName = `${draft.fqn}.${path}`;
    });
  }
  return core;
}

/** Fields that a diff leaves out: containers, except the parents of an entity that was moved. */
export function uncompared(draft: Draft, type: EntityType): ReadonlySet<string> {
  const fields = containerFields(draft);
  if (draft.stored === null || draft.parentId === draft.stored.parent_id) return fields;
  const parents = type.parents?.map(({ field }) => field) ?? [];
  return new Set([...fields].filter((field) => !parents.includes(field)));
}

/** Response fields that hold container references. */
export function containerFields(draft: Pick<Draft, 'refs'>): ReadonlySet<string> {
  return new Set(containersOf(draft).map(([field]) => field));
}
