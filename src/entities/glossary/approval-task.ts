/**
 * A term or a data contract in review has an open task for its reviewers. Whoever decides, by the task or by setting the status, ends
 * both. The built-in workflow for approvals; others that wait for a decision can do the same with `openOwn` and `closeRow`.
 */
import type { EntityReference, TaskType } from '../../../contract/index.js';
import { type Fields, loadEntities, type Scope, systemActor } from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { type EntityRow, getEntitiesByIds, RELATION, relationsTo } from '../../storage/index.js';
import { openOwn } from '../tasks/open-task.js';
import { closeRow } from '../tasks/resolve-task.js';
import { storedTask } from '../tasks/stored-task.js';
import { APPROVALS, OPEN_STATES } from '../tasks/transitions.js';

/** Opens or closes the task of a term whose status changed. */
export async function followApproval(
  row: EntityRow,
  after: Fields,
  before: Fields | null,
  scope: Scope,
): Promise<unknown> {
  const [status, old] = [after.entityStatus, before?.entityStatus];
  if (status === old || (status !== 'In Review' && old !== 'In Review')) return 'unseen';
  const open = await openTasksOf(row, scope);
  if (status === 'In Review') {
    await ask(row, open, scope);
  } else
    for (const task of open)
      await closeRow(
        scope.catalog.registry.get(task.type),
        task,
        { resolutionType: status === 'Approved' ? 'Approved' : status === 'Rejected' ? 'Rejected' : 'Cancelled' },
        scope,
      );
  return 'unseen';
}

/** The task for each type that is approved; others get a `RequestApproval`. */
const ASKED_BY: Readonly<Record<string, TaskType | undefined>> = { glossaryTerm: 'GlossaryApproval' };

/** Asks the reviewers, own or inherited ones, unless one of the open tasks does. */
async function ask(row: EntityRow, open: readonly EntityRow[], scope: Scope): Promise<void> {
  const { value } = first(await loadEntities([row], scope.catalog.registry.get(row.type), scope));
  const reviewers: EntityReference[] = Array.isArray(value.reviewers) ? value.reviewers : [];
  if (scope.actor.id === systemActor.id || reviewers.length === 0) return;
  if (await isAsked(reviewers, open, scope)) return;
  await openOwn(
    {
      category: 'Approval',
      type: ASKED_BY[row.type] ?? 'RequestApproval',
      displayName: `Approve ${row.name}`,
      ...(ASKED_BY[row.type]
        ? { payload: { glossaryTerm: { id: row.id, type: row.type }, action: 'Create', proposedState: 'Approved' } }
        : {}),
    },
    { about: row, assignees: reviewers, reviewers: [] },
    scope,
  );
}

/** Everybody can open tasks, for whomever they like. */
async function isAsked(reviewers: readonly EntityReference[], open: readonly EntityRow[], { sql }: Scope) {
  const ids = open.map(({ id }) => id);
  const edges = await relationsTo(sql, ids, [RELATION.assignedTo]);
  return ids.some((task) =>
    reviewers.every(({ id }) => edges.some(({ to_id, from_id }) => to_id === task && from_id === id)),
  );
}

async function openTasksOf(row: EntityRow, scope: Scope): Promise<EntityRow[]> {
  const edges = await relationsTo(scope.sql, [row.id], [RELATION.about]);
  const ids = edges.filter(({ from_type }) => from_type === 'task').map(({ from_id }) => from_id);
  const rows = await getEntitiesByIds(scope.sql, ids);
  return rows.filter((row) => {
    const { type, status } = storedTask(row);
    return row.deleted === 0 && APPROVALS.some((one) => one === type) && OPEN_STATES.some((one) => one === status);
  });
}
