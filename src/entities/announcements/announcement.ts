import { createHash } from 'node:crypto';
import { catalogError } from '../../../contract/index.js';
import {
  type DataRoute,
  defineType,
  fieldsParameter,
  includeParameter,
  listType,
  type Request,
  readBoolean,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { getEntityByFqn, type ListCondition } from '../../storage/index.js';
import { domains } from '../../traits/index.js';
import { linkedRow, parseEntityLink } from '../conversations/entity-link.js';
import { ownersOf } from '../tasks/open-task.js';
import { announcementOwners, entityLinkTrait, reactions, status } from './announcement-traits.js';

const path = '/v1/announcements';
const schema = 'entity/feed/announcement';
const typeName = 'announcement';
const STATES = ['Active', 'Expired', 'Scheduled'];

export const announcement = defineType({
  name: typeName,
  path,
  schema,
  create: 'api/feed/createAnnouncement',
  about: 'A notice, usually about an entity, that is shown for a limited time.',
  hasSubject: true,
  alerts: { notifications: 'none' },
  traits: [announcementOwners, domains, entityLinkTrait, status, reactions],
  // A notice without a name is named by its content, so that a repeated request means the same announcement.
  nameOf: ({ name, ...notice }) =>
    name ?? `announcement-${createHash('sha256').update(JSON.stringify(notice)).digest('hex').slice(0, 32)}`,
  // The description is the text of the announcement, so editing it requires more than `EditDescription`.
  edits: { description: 'EditAll', displayName: 'EditAll' },
  readOnly: ['createdBy', 'createdAt'],
  preserveOnPut: ['createdBy', 'createdAt'],
  without: ['list', 'patchByName', 'deleteByName', 'deleteAsync'],
  routes: [listRoute()],
  hooks: {
    async build(core, create, scope, stored) {
      core.createdBy = stored?.createdBy ?? scope.actor.name;
      core.createdAt = stored?.createdAt ?? scope.context.now();
      if (stored || create.owners?.length || create.entityLink === undefined) return;
      const row = await linkedRow(parseEntityLink(create.entityLink, 'entityLink', scope), 'non-deleted', scope);
      const owners = await ownersOf(row, scope);
      core.owners = owners.map(({ inherited: _, ...owner }) => owner);
    },
    check({ startTime = 0, endTime = 0 }) {
      if (startTime >= endTime) throw catalogError('BAD_REQUEST', 'startTime must be before endTime');
    },
    // The status is derived from the period, so after a change of the period the response must reload it.
    async stored(_row, after, before) {
      const moved = before && (before.startTime !== after.startTime || before.endTime !== after.endTime);
      return moved ? 'seen' : 'unseen';
    },
  },
});

function listRoute(): DataRoute {
  const text = (name: string, description: string, more: object = { type: 'string' }) => ({
    name,
    description,
    schema: more,
  });
  return {
    kind: 'read',
    method: 'GET',
    path,
    docs: {
      operationId: 'listAnnouncements',
      summary: 'List announcements',
      description: 'In the order of their names. Only announcements about entities that the caller may see.',
      tag: typeName,
      query: [
        text('entityLink', 'Only announcements about this entity'),
        text('status', 'Only announcements in this state', { type: 'string', enum: STATES }),
        text('active', 'Only announcements that are shown now, or only the others', { type: 'boolean' }),
        text('domain', 'Only announcements in this domain'),
        text('limit', 'Announcements per page', { type: 'integer', minimum: 0, maximum: 1_000_000, default: 10 }),
        text('before', 'Cursor of the previous page'),
        text('after', 'Cursor of the next page'),
        fieldsParameter,
        includeParameter,
      ],
      answers: { 200: { description: 'The announcements', schema: { pageOf: schema } } },
      errors: [404],
    },
    async handle(request, scope) {
      scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
      return listType(scope.catalog.registry.get(typeName), request, scope, await conditionsOf(request.query, scope));
    },
  };
}

async function conditionsOf(query: Request['query'], scope: Scope): Promise<ListCondition[]> {
  const conditions: ListCondition[] = [];
  const now = scope.context.now();
  const shown: ListCondition[] = [
    { by: 'range', field: 'startTime', to: now },
    { by: 'range', field: 'endTime', from: now },
  ];
  if (query.active) {
    if (readBoolean(query.active, 'active')) conditions.push(...shown);
    else conditions.push({ by: 'any', of: shown.map((one): ListCondition => ({ by: 'none', of: [one] })) });
  }
  if (query.status === 'Active') conditions.push(...shown);
  else if (query.status === 'Expired') conditions.push({ by: 'range', field: 'endTime', to: now - 1 });
  else if (query.status === 'Scheduled') conditions.push({ by: 'range', field: 'startTime', from: now + 1 });
  else if (query.status) throw catalogError('BAD_REQUEST', `query param status must be one of ${STATES.join(', ')}`);
  if (query.entityLink) {
    const link = parseEntityLink(query.entityLink, 'query param entityLink', scope);
    const row = await linkedRow(link, 'all', scope);
    conditions.push({ by: 'related', kind: 'about', direction: 'to', ids: [row.id] });
  }
  if (query.domain) {
    const row = await getEntityByFqn(scope.sql, 'domain', query.domain);
    const isSeen = row?.deleted === 0 && (await visibleIds([row], scope)).has(row.id);
    const filter = { kind: 'inDomains', ids: isSeen ? [row.id] : [] } as const;
    conditions.push({
      by: 'any',
      of: [
        { by: 'subject', filter },
        { by: 'related', kind: 'hasDomain', direction: 'from', ids: filter.ids },
      ],
    });
  }
  return conditions;
}
