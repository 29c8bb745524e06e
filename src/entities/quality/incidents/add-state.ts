/** Adds the states that people report. */
import { type CreateTestCaseResolutionStatus, catalogError, type EntityReference } from '../../../../contract/index.js';
import { rowToChange, type Scope } from '../../../catalog/index.js';
import type { IncidentRow } from '../../../storage/index.js';
import { resolveReferences } from '../../../traits/index.js';
import { TEST_TYPE } from '../edges.js';
import { followLatest } from '../results/add-result.js';
import { appendState, type NewState } from './incident-states.js';

/** Locks and authorizes the case, and adds the state. */
export async function addState(given: CreateTestCaseResolutionStatus, scope: Scope): Promise<IncidentRow> {
  const type = scope.catalog.registry.get(TEST_TYPE.case);
  const row = await rowToChange(type, { fqn: given.testCaseReference }, 'non-deleted', scope, ['EditTests']);
  const state = await appendState(row, await newState(given, scope), scope);
  await followLatest({ type, row }, scope);
  return state;
}

async function newState(given: CreateTestCaseResolutionStatus, scope: Scope): Promise<NewState> {
  const { testCaseResolutionStatusType: status, testCaseResolutionStatusDetails: details, severity } = given;
  const stated = { status, ...(severity ? { severity } : {}) };
  if (status === 'Assigned') {
    if (!details || !('assignee' in details)) throw missing('an assignee', status);
    const [assignee] = await people([details.assignee], scope);
    return { ...stated, details: { assignee: assignee ?? details.assignee } };
  }
  if (status === 'Resolved') {
    if (!details || 'assignee' in details) throw missing('a reason and a comment', status);
    const given = details.resolvedBy ?? { id: scope.actor.id, type: 'user' };
    const [resolvedBy] = await people([given], scope);
    return { ...stated, details: { ...details, ...(resolvedBy ? { resolvedBy } : {}) } };
  }
  if (details) throw catalogError('BAD_REQUEST', `testCaseResolutionStatusDetails: ${status} has none`);
  return stated;
}

function missing(what: string, status: string) {
  return catalogError('BAD_REQUEST', `testCaseResolutionStatusDetails: ${status} requires ${what}`);
}

/** References to users and teams that a request names. 404 for others. */
export async function people(given: readonly unknown[], scope: Scope) {
  const types = scope.catalog.registry.targetsOf('owners');
  const [found = []] = await resolveReferences([given], { types, text: 'fqn', field: 'assignee' }, scope);
  return found.map(personOf);
}

/** What incidents keep of a reference. */
export function personOf({ id, type, name, fullyQualifiedName }: EntityReference): EntityReference {
  return { id, type, ...(name ? { name } : {}), ...(fullyQualifiedName ? { fullyQualifiedName } : {}) };
}
