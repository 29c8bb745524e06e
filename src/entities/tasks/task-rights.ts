/**
 * Who may do what with a task. Policies decide first: what a rule denies is denied, what one allows is allowed. Beyond that the
 * roles that people have in the task count.
 */
import { operationsRefused } from '../../../contract/index.js';
import { type EntityType, factsOf, isAllowed, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntityById, RELATION, relationsFrom, relationsTo } from '../../storage/index.js';
import { withTeams } from '../conversations/mentions.js';
import { isIncident } from '../quality/incidents/step-incident.js';
import { TASK_EDGE } from './task-traits.js';

type TaskOperation = 'ResolveTask' | 'CloseTask' | 'ReassignTask' | 'EditAll' | 'Delete';

interface Roles {
  filer: boolean;
  /** Assignee or reviewer, also through a team. */
  approver: boolean;
  /** May edit, or owns, the entity that the task is about. */
  owner: boolean;
}

/** Throws 403 unless the actor may perform the operation on the task. Only admins decide about their own request. */
export async function decideTask(
  type: EntityType,
  row: EntityRow,
  operation: TaskOperation,
  scope: Scope,
): Promise<void> {
  const { actor, catalog } = scope;
  if (actor.isAdmin) return;
  const facts = () => factsOf(type, row, scope);
  await catalog.authorizer.decide(actor, ['ViewBasic'], type.name, facts);
  const roles = await rolesIn(row, scope);
  // Nobody decides about their own request. An incident is not a request, so whoever reported it may resolve it.
  const own = operation === 'ResolveTask' && roles.filer && !isIncident(row);
  if (!own && !(await isDenied(type, operation, facts, scope))) {
    if (await isAllowed(operation, type, facts, scope)) return;
    if (mayByRole(operation, roles)) return;
  }
  throw operationsRefused(actor, [operation], `on task ${row.fqn}`);
}

function mayByRole(operation: TaskOperation, { filer, approver, owner }: Roles): boolean {
  switch (operation) {
    case 'ResolveTask':
      return approver || owner;
    case 'CloseTask':
    case 'EditAll':
      return filer || approver || owner;
    case 'ReassignTask':
      return owner;
    case 'Delete':
      return filer || owner;
  }
}

async function isDenied(
  type: EntityType,
  operation: TaskOperation,
  facts: Parameters<typeof isAllowed>[2],
  { actor, catalog }: Scope,
): Promise<boolean> {
  return catalog.authorizer.isDenied(actor, operation, type.name, facts);
}

async function rolesIn(row: EntityRow, scope: Scope): Promise<Roles> {
  const kinds = [TASK_EDGE.assignedTo, TASK_EDGE.created, RELATION.reviews];
  const [own, people] = await Promise.all([withTeams(scope.actor.id, scope), relationsTo(scope.sql, [row.id], kinds)]);
  const isOne = (...wanted: string[]) =>
    people.some(({ kind, from_id }) => wanted.includes(kind) && own.includes(from_id));
  return {
    filer: people.some(({ kind, from_id }) => kind === TASK_EDGE.created && from_id === scope.actor.id),
    approver: isOne(TASK_EDGE.assignedTo, RELATION.reviews),
    owner: await ownsSubject(row, scope),
  };
}

async function ownsSubject(row: EntityRow, scope: Scope): Promise<boolean> {
  const [edge] = await relationsFrom(scope.sql, [row.id], [RELATION.about]);
  const subject = edge && (await getEntityById(scope.sql, edge.to_id));
  if (!subject) return false;
  const type = scope.catalog.registry.get(subject.type);
  const facts = () => factsOf(type, subject, scope);
  return (
    (await isAllowed('EditAll', type, facts, scope)) ||
    (isIncident(row) && (await isAllowed('EditTests', type, facts, scope)))
  );
}
