import { catalogError, isObject, type Task } from '../../../contract/index.js';
import { defineType, equal, type Fields } from '../../catalog/index.js';
import { getEntityById } from '../../storage/index.js';
import { reviewers, tags } from '../../traits/index.js';
import { ACCESS_REQUEST, checkAccessType } from './access-requests.js';
import { checkPayload } from './payloads.js';
import { taskRoutes } from './task-routes.js';
import { about, assignees, commentCount, comments, createdBy, subjectDomains, watchers } from './task-traits.js';
import { INCIDENT_TASK, OPEN_STATES, transitionsFrom } from './transitions.js';

const path = '/v1/tasks';

export const task = defineType({
  name: 'task',
  path,
  schema: 'entity/tasks/task',
  create: 'api/tasks/createTask',
  about: 'Something that people are asked to decide or do, usually about an entity.',
  hasSubject: true,
  // The task of an incident has the id of the incident.
  idOf: (create) => incidentOf(create),
  // Names are what people call tasks, so several can have the same.
  fqn: (_parent, name, create) => ('taskId' in create ? String(create.taskId) : name),
  alerts: { notifications: 'mentions' },
  traits: [assignees, reviewers, watchers, about, subjectDomains, comments, commentCount, createdBy, tags],
  shownOnCreate: ['assignees', 'reviewers', 'about', 'tags'],
  readOnly: [
    ...(['taskId', 'about', 'createdBy', 'createdById', 'createdAt', 'category', 'type', 'resolution'] as const),
    ...(['approvedBy', 'approvedById', 'approvedAt', 'availableTransitions'] as const),
    ...(['workflowInstanceId', 'workflowDefinitionId', 'workflowStageId', 'workflowStageDisplayName'] as const),
    ...(['taskFormSchemaId', 'taskFormSchemaVersion', 'aboutFqnHash'] as const),
  ],
  preserveOnPut: ['payload'],
  transient: ['domain'],
  filters: {
    status: { by: 'equals', field: 'status' },
    category: { by: 'equals', field: 'category' },
    type: { by: 'equals', field: 'type' },
    priority: { by: 'equals', field: 'priority' },
    createdBy: { by: 'related', kind: 'created', direction: 'from', type: 'user' },
    createdById: { by: 'related', kind: 'created', direction: 'from', type: 'user' },
    approverId: { by: 'equals', field: 'approvedById' },
  },
  without: ['list', 'create', 'put', 'patch', 'patchByName', 'delete', 'deleteByName', 'deleteAsync', 'restore'],
  routes: taskRoutes(path),
  hooks: {
    async check(after: Task, before: Task | null, scope) {
      if (before === null) return;
      if (!equal(after.payload, before.payload)) {
        checkPayload(after.type, after.payload, scope);
        const subject =
          after.type === ACCESS_REQUEST && after.about && (await getEntityById(scope.sql, after.about.id));
        if (subject) await checkAccessType(after.payload, subject, scope.sql);
      }
      if (incidentOf(after) !== incidentOf(before))
        throw catalogError('BAD_REQUEST', 'payload.testCaseResolutionStatusId cannot be changed');
      if (after.status === before.status) return;
      if (!OPEN_STATES.includes(before.status) || !OPEN_STATES.includes(after.status))
        throw catalogError(
          'BAD_REQUEST',
          'status: tasks are closed and reopened only by the requests resolve and close',
        );
      after.availableTransitions = transitionsFrom(after.type, after.status, after.workflowStageId);
    },
  },
});

function incidentOf({ type, payload }: Fields): string | undefined {
  const id = type === INCIDENT_TASK && isObject(payload) ? payload.testCaseResolutionStatusId : undefined;
  return typeof id === 'string' ? id : undefined;
}
