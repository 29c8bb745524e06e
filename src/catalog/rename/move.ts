/** Moves: a PATCH of the parent fields of a `movable` type puts the entity, with all below it, into another container. */
import { catalogError, parseReference } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import { type EntityRow, getReferences } from '../../storage/index.js';
import type { Container, EntityType, Fields, ParentRule } from '../define/define.js';
import { containersOf } from '../document/containers.js';
import { isObject } from '../document/document.js';
import { liesInside } from '../document/inside.js';
import { type EntityKey, findForWrite, notFound } from '../read/load.js';
import { factsOf } from '../rights/facts.js';
import { createSight } from '../rights/sight.js';
import type { Scope } from '../routes/route.js';
import { containersFor } from '../write/resolve-parents.js';

/** The new place of an entity. */
export interface Move {
  parent: EntityRow;
  refs: string;
  /** The parent fields as they are shown after the move. */
  fields: Fields;
}

/**
 * The move that a patch asks for; null if the entity stays where it is. 400 if the container cannot hold the entity or is
 * outside of what the entity cannot leave,
 * 404 if there is none that the actor may see, 403 if they may not create entities where none of its kind came from.
 */
export async function readMove(
  type: EntityType,
  row: EntityRow,
  before: Fields,
  patched: Fields,
  scope: Scope,
): Promise<Move | null> {
  const target = type.movable ? targetOf(type, before, patched) : null;
  if (target === null) return null;
  const { rule, given } = target;
  const parentType = scope.catalog.registry.get(typeOf(rule));
  const parent = await findSeen(parentType, namingOf(rule, given), scope);
  if (parent.id === row.parent_id) return null;
  if (parent.id === row.id || liesInside(parent, row.id))
    throw catalogError('BAD_REQUEST', `${rule.field}: ${row.fqn} cannot be moved into itself or below itself`);
  await decideMove(type, row, parentType, parent, scope);
  const refs = containersFor(type, rule, parent);
  refuseLeaving(type, row, refs);
  return { parent, refs: JSON.stringify(refs), fields: await shownFields(type, refs, before, scope) };
}

async function findSeen(type: EntityType, naming: EntityKey, scope: Scope): Promise<EntityRow> {
  const row = await findForWrite(type, naming, 'non-deleted', scope);
  if ((await createSight(scope).allowed('ViewBasic', [row])).has(row.id)) return row;
  throw notFound(type, naming);
}

interface Target {
  rule: ParentRule;
  given: Fields;
}

/**
 * A changed parent is the target. If the nearest parent was removed, or only an outer one changed, the target is the
 * outer one.
 */
function targetOf(type: EntityType, before: Fields, patched: Fields): Target | null {
  const rules = type.parents ?? [];
  const isChanged = ({ field }: ParentRule) => idOf(before[field]) !== idOf(patched[field]);
  if (!rules.some(isChanged)) return null;
  const changed = rules.find((rule) => isChanged(rule) && patched[rule.field]);
  const rule = changed ?? rules.find(({ field }) => patched[field]);
  const given = rule && patched[rule.field];
  if (!rule || !given) throw catalogError('BAD_REQUEST', `${rules.map(({ field }) => field).join(' or ')} is required`);
  if (!isObject(given)) throw catalogError('BAD_REQUEST', `${rule.field}: must be a reference`);
  if (given.type !== undefined && given.type !== typeOf(rule))
    throw catalogError('BAD_REQUEST', `${rule.field}: type must be ${typeOf(rule)}`);
  return { rule, given };
}

/** What identifies the parent: clients may send a reference with an id, or with the name only. */
function idOf(value: unknown): unknown {
  return isObject(value) ? (value.id ?? value.fullyQualifiedName) : (value ?? null);
}

function typeOf({ type, field }: ParentRule): string {
  if (typeof type === 'string') return type;
  throw new Error(`a movable type has one type of ${field}`);
}

function namingOf({ field }: ParentRule, { id, fullyQualifiedName }: Fields): EntityKey {
  if (typeof id === 'string') return { id };
  if (typeof fullyQualifiedName === 'string') return { fqn: fullyQualifiedName };
  throw catalogError('BAD_REQUEST', `${field}: a reference requires id and type`);
}

function refuseLeaving({ movable }: EntityType, row: EntityRow, refs: readonly Container[]): void {
  if (typeof movable !== 'object') return;
  const { inside } = movable;
  const idIn = (containers: readonly Container[]) => containers.find(([field]) => field === inside)?.[1];
  if (idIn(refs) === idIn(containersOf(row))) return;
  throw catalogError('BAD_REQUEST', `${inside}: ${row.fqn} cannot be moved to another ${inside}`);
}

async function decideMove(
  type: EntityType,
  row: EntityRow,
  parentType: EntityType,
  parent: EntityRow,
  scope: Scope,
): Promise<void> {
  const { authorizer } = scope.catalog;
  const top = containersOf(row).at(-1)?.[1];
  if (top === (containersOf(parent).at(-1)?.[1] ?? parent.id)) return;
  await authorizer.decide(scope.actor, ['Create'], type.name, async () => ({
    ...(await factsOf(parentType, parent, scope)),
    type: type.name,
  }));
}

/** References to the containers that change, in the parent fields. */
async function shownFields(
  type: EntityType,
  refs: readonly Container[],
  before: Fields,
  { sql }: Pick<Scope, 'sql'>,
): Promise<Fields> {
  const parents = type.parents?.map(({ field }) => field) ?? [];
  const changed = refs.filter(([field, id]) => parents.includes(field) && idOf(before[field]) !== id);
  const rows = new Map(
    (
      await getReferences(
        sql,
        changed.map(([, id]) => id),
      )
    ).map((row) => [row.id, row.ref]),
  );
  return Object.fromEntries(changed.map(([field, id]) => [field, parseReference(present(rows.get(id)))]));
}
