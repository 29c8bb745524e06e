import { catalogError, type Task } from '../../../contract/index.js';
import { defineType } from '../../catalog/index.js';
import { reviewers, tags } from '../../traits/index.js';
import { taskRoutes } from './task-routes.js';
import { about, assignees, commentCount, comments, createdBy, subjectDomains, watchers } from './task-traits.js';
import { OPEN_STATES, transitionsFrom } from './transitions.js';

const path = '/v1/tasks';

export const task = defineType({
  name: 'task',
  path,
  schema: 'entity/tasks/task',
  create: 'api/tasks/createTask',
  about: 'Something that people are asked to decide or do, mostly about an entity.',
  hasSubject: true,
  // Names are what people call tasks, so several can have the same.
  fqn: (_parent, name, create) => ('taskId' in create ? String(create.taskId) : name),
  traits: [assignees, reviewers, watchers, about, subjectDomains, comments, commentCount, createdBy, tags],
  shownOnCreate: ['assignees', 'reviewers', 'about', 'tags'],
  readOnly: ['taskId', 'about', 'createdBy', 'createdById', 'createdAt', 'category', 'type', 'resolution'],
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
    check(after: Task, before: Task | null) {
      if (before === null || after.status === before.status) return;
      if (!OPEN_STATES.includes(before.status) || !OPEN_STATES.includes(after.status))
        throw catalogError('BAD_REQUEST', 'status: tasks are closed and opened by resolve and close only');
      after.availableTransitions = transitionsFrom(after.type, after.status);
    },
  },
});
