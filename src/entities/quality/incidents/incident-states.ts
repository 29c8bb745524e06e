/** States of the incidents of test cases. Everything that changes an incident goes through `appendState`. */
import {
  type EntityReference,
  isObject,
  parseObject,
  type TestCaseResolutionStatus,
} from '../../../../contract/index.js';
import { recordUpdate, referenceOf, type Scope, systemActor, visibleIds } from '../../../catalog/index.js';
import {
  appendIncident,
  type EntityRow,
  getEntitiesByIds,
  getEntityById,
  type IncidentRow,
  incidentStates,
  latestIncidents,
  updateIncident,
} from '../../../storage/index.js';
import { TEST_TYPE } from '../edges.js';
import { followSeverity, followWithTask, type OfTask } from './incident-task.js';
import { severityOf } from './severity.js';

export type State = Omit<TestCaseResolutionStatus, 'testCaseReference'>;

/** A new state of an incident, reported by a user or caused by a result. */
export interface NewState {
  status: TestCaseResolutionStatus['testCaseResolutionStatusType'];
  details?: TestCaseResolutionStatus['testCaseResolutionStatusDetails'];
  severity?: TestCaseResolutionStatus['severity'];
  ofTask?: OfTask;
}

/** The last state of a case if its incident is not resolved. */
export async function openIncident(caseId: string, scope: Scope): Promise<IncidentRow | undefined> {
  const [last] = await latestIncidents(scope.sql, [caseId]);
  return last && last.status !== 'Resolved' ? last : undefined;
}

/** The incident that a failed result belongs to: the open one, or a new one. Resolves to its id. */
export async function incidentOfFailure(
  row: EntityRow,
  failureReason: string | undefined,
  scope: Scope,
): Promise<string> {
  const open = await openIncident(row.id, scope);
  if (open) return open.state_id;
  return (await appendState(row, { status: 'New', ofTask: { failureReason } }, scope)).state_id;
}

/**
 * Appends a state to the open incident of a case, or opens one. A resolved incident is opened again by any state but `New`.
 * Severity carries over from the state before. The row of the case must be locked.
 */
export async function appendState(row: EntityRow, given: NewState, scope: Scope): Promise<IncidentRow> {
  const [last] = await latestIncidents(scope.sql, [row.id]);
  const open = last !== undefined && last.status !== 'Resolved';
  if (open && given.status === 'New') return last;
  const before = last && (open || given.status !== 'New') ? last : undefined;
  const at = Math.max(scope.context.now(), last ? last.at + 1 : 0);
  const by = await updaterOf(scope);
  const severity = given.severity ?? (before ? parseObject<State>(before.doc).severity : await severityOf(row, scope));
  const state: State = {
    id: scope.context.id(),
    stateId: before?.state_id ?? scope.context.id(),
    timestamp: at,
    testCaseResolutionStatusType: given.status,
    ...(given.details ? { testCaseResolutionStatusDetails: given.details } : {}),
    ...(by ? { updatedBy: by } : {}),
    updatedAt: at,
    ...(severity ? { severity } : {}),
    ...(await metricsOf(given.status, at, before, scope)),
  };
  const stored = rowOf(row.id, state);
  await appendIncident(scope.sql, stored);
  await recordUpdate(
    scope.catalog.registry.get(TEST_TYPE.case),
    row,
    { updated: [{ name: 'incidentStatus', ...(last ? { oldValue: parseObject(last.doc) } : {}), newValue: state }] },
    scope,
  );
  await followWithTask(row, state, given.ofTask ?? {}, scope);
  return { ...stored, newest: 1 };
}

/** Changes the severity of a state. */
export async function setSeverity(
  row: EntityRow,
  stored: IncidentRow,
  severity: State['severity'],
  scope: Scope,
): Promise<IncidentRow> {
  const { severity: before, ...rest } = parseObject<State>(stored.doc);
  const by = await updaterOf(scope);
  const state: State = {
    ...rest,
    ...(severity ? { severity } : {}),
    ...(by ? { updatedBy: by } : {}),
    updatedAt: Math.max(scope.context.now(), stored.at),
  };
  const changed = { ...stored, severity: severity ?? null, doc: JSON.stringify(state) };
  await updateIncident(scope.sql, changed);
  const oldValue = { ...rest, ...(before ? { severity: before } : {}) };
  await recordUpdate(
    scope.catalog.registry.get(TEST_TYPE.case),
    row,
    { updated: [{ name: 'incidentStatus', oldValue, newValue: state }] },
    scope,
  );
  if (stored.newest === 1) await followSeverity(state, scope);
  return changed;
}

function rowOf(caseId: string, state: State): Omit<IncidentRow, 'newest'> {
  return {
    id: state.id ?? '',
    case_id: caseId,
    state_id: state.stateId ?? '',
    at: state.timestamp ?? 0,
    status: state.testCaseResolutionStatusType,
    assignee: assigneeOf(state)?.name ?? null,
    severity: state.severity ?? null,
    doc: JSON.stringify(state),
  };
}

export function assigneeOf({ testCaseResolutionStatusDetails: details }: State): EntityReference | undefined {
  return details && 'assignee' in details ? details.assignee : undefined;
}

/** How long it took from the first state to a response, and to the resolution. */
async function metricsOf(
  status: string,
  at: number,
  before: IncidentRow | undefined,
  scope: Scope,
): Promise<Pick<State, 'metrics'>> {
  if (!before) return {};
  if (status === 'Resolved') {
    const first = (await incidentStates(scope.sql, before.state_id)).at(-1);
    return first ? { metrics: [{ name: 'timeToResolution', value: at - first.at }] } : {};
  }
  return before.status === 'New' ? { metrics: [{ name: 'timeToResponse', value: at - before.at }] } : {};
}

async function updaterOf({ actor, sql }: Scope): Promise<EntityReference | undefined> {
  const row = actor.id === systemActor.id ? undefined : await getEntityById(sql, actor.id);
  return row ? namedReference(row) : undefined;
}

function namedReference({ id, type, name, fqn }: EntityRow): EntityReference {
  return { id, type, name, fullyQualifiedName: fqn };
}

/** States as a reader may see them: with the case, and without people hidden from the reader. */
export async function showStates(rows: readonly IncidentRow[], scope: Scope): Promise<TestCaseResolutionStatus[]> {
  const states = rows.map(({ doc }) => parseObject<State>(doc));
  const cases = await getEntitiesByIds(scope.sql, [...new Set(rows.map(({ case_id }) => case_id))]);
  const references = new Map(cases.map((row) => [row.id, row]));
  const people = states.flatMap((state) => [state.updatedBy, ...peopleIn(state)]).filter((one) => one !== undefined);
  const visible = await visibleIds(people, scope);
  return states.map((state, i) => {
    const row = references.get(rows[i]?.case_id ?? '');
    return { ...withoutUnseen(state, visible), ...(row ? { testCaseReference: referenceOf(row, scope) } : {}) };
  });
}

function peopleIn({ testCaseResolutionStatusDetails: details }: State): EntityReference[] {
  return Object.values(details ?? {}).flatMap((value) =>
    isObject(value) && typeof value.id === 'string' && typeof value.type === 'string'
      ? [{ id: value.id, type: value.type }]
      : [],
  );
}

function withoutUnseen(state: State, visible: ReadonlySet<string>): State {
  const { updatedBy, testCaseResolutionStatusDetails: details, ...rest } = state;
  const unseen = peopleIn(state).some(({ id }) => !visible.has(id));
  const shown = details && unseen ? hideUnseen(details, visible) : details;
  return {
    ...rest,
    ...(updatedBy && visible.has(updatedBy.id) ? { updatedBy } : {}),
    ...(shown ? { testCaseResolutionStatusDetails: shown } : {}),
  };
}

/** Details without a hidden user; none if they contain nothing else. */
function hideUnseen(details: NonNullable<NewState['details']>, visible: ReadonlySet<string>): NewState['details'] {
  if ('assignee' in details) return undefined;
  const { resolvedBy, ...rest } = details;
  return resolvedBy && visible.has(resolvedBy.id) ? details : rest;
}
