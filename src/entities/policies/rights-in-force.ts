// Assigned policies and roles grant rights, so only admins may change them.
import { equal, type Fields, type Scope } from '../../catalog/index.js';
import { relationsFrom, relationsTo } from '../../storage/index.js';
import { ACCESS_EDGE } from './access-edges.js';
import { notAdmin } from './not-admin.js';

/** Refuses with 403 a change of these fields of an assigned role or policy, unless the actor is an admin. */
export async function guardInForce(
  fields: readonly string[],
  after: Fields,
  before: Fields | null,
  scope: Scope,
): Promise<void> {
  if (scope.actor.isAdmin || before === null) return;
  const changed = fields.filter((field) => !equal(comparable(after[field]), comparable(before[field])));
  if (changed.length > 0) await refuseInForce(String(before.id), `set ${changed.join(', ')} of`, scope);
}

/** Refuses with 403 to delete or restore an assigned role or policy, unless the actor is an admin. */
export async function refuseInForce(id: string, what: string, scope: Scope): Promise<void> {
  if (scope.actor.isAdmin) return;
  const applied = await relationsFrom(scope.sql, [id], [ACCESS_EDGE.applies]);
  const assigned = await relationsTo(scope.sql, [id], [ACCESS_EDGE.hasRole, ACCESS_EDGE.defaultsTo]);
  if (applied.length + assigned.length === 0) return;
  throw notAdmin(`${what} roles or policies that permissions of other users depend on`, scope);
}

function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((item: unknown) => (isReference(item) ? item.id : item));
}

function isReference(item: unknown): item is { id: string; type: string } {
  return typeof item === 'object' && item !== null && 'id' in item && 'type' in item;
}
