/** `/v1/audit/logs`: who changed what, and who was refused, for admins and holders of the operation `AuditLogs`. */
import { setImmediate } from 'node:timers/promises';
import { catalogError, operationsRefused } from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type ParameterDocs,
  type Reply,
  type Request,
  type RouteDocs,
  readCursor,
  readLimit,
  type Scope,
  writeCursor,
} from '../../catalog/index.js';
import {
  type AuditEntry,
  type AuditPlace,
  type AuditQuery,
  auditSlice,
  countAudit,
  MOST_SCANNED,
  readAuditQuery,
} from './audit-entries.js';
import { addAuditExport, auditCsv, findAuditExport, showAuditExport } from './audit-export.js';

const path = '/v1/audit/logs';
const OPERATION = 'AuditLogs';
const RESOURCE = 'auditLog';

const text = (name: string, description: string): ParameterDocs => ({ name, description, schema: { type: 'string' } });
const time = (name: string, description: string): ParameterDocs => ({
  name,
  description: `${description}, in milliseconds since 1970`,
  schema: { type: 'integer', minimum: 0 },
});

const filters: readonly ParameterDocs[] = [
  text('userName', 'Only entries of this user or bot'),
  {
    name: 'actorType',
    description: 'Only entries of people or of bots',
    schema: { type: 'string', enum: ['USER', 'BOT'] },
  },
  text('entityType', 'Only entries about entities of this type'),
  text('entityFQN', 'Only entries about the entity with this name'),
  text('serviceName', 'Only entries about this service and what lies in it'),
  text(
    'q',
    'Only entries with all of these words in the name of the user, the kind of event, or the type or name of the entity',
  ),
  text('eventType', 'Only this kind of event: a kind of change, or `accessRefused`'),
  time('startTs', 'Only entries since this time'),
  time('endTs', 'Only entries up to this time'),
];

const ENTRY = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    changeEventId: { type: 'string', format: 'uuid', description: 'The change event; absent for a refused request' },
    eventTs: { type: 'integer', description: 'Milliseconds since 1970' },
    eventType: { type: 'string' },
    userName: { type: 'string' },
    impersonatedBy: { type: 'string', description: 'The bot that acted for the user' },
    actorType: { type: 'string', enum: ['USER', 'BOT'] },
    entityType: { type: 'string' },
    entityId: { type: 'string' },
    entityFQN: { type: 'string' },
    eventJson: { type: 'string', description: 'The change event without the entity, or the refused request, as JSON' },
    createdAt: { type: 'integer' },
  },
  required: ['id', 'eventTs', 'eventType', 'userName', 'actorType', 'eventJson', 'createdAt'],
};

const PAGE = {
  type: 'object',
  properties: {
    data: { type: 'array', items: ENTRY },
    paging: {
      type: 'object',
      properties: { total: { type: 'integer' }, before: { type: 'string' }, after: { type: 'string' } },
      required: ['total'],
    },
  },
  required: ['data', 'paging'],
};

export function auditRoutes(): DataRoute[] {
  return [listRoute(), ...exportRoutes()];
}

function docs(operationId: string, summary: string, more: Partial<RouteDocs> = {}): RouteDocs {
  return {
    operationId,
    summary,
    tag: 'Audit Logs',
    answers: { 200: { description: summary, schema: { inline: { type: 'object' } } } },
    ...more,
  };
}

function listRoute(): DataRoute {
  return {
    kind: 'read',
    long: true,
    method: 'GET',
    path,
    docs: docs('listAuditLogs', 'List changes and refused requests, newest first', {
      description:
        'Every change of an entity, and requests that were refused for lack of permission. A page may have fewer entries than `limit` and still a next one. `paging.total` counts the changes, up to 10,000, whatever `q` and `actorType` are. A refused request stands for all refused items of its list. Administrators, and holders of `AuditLogs` on `auditLog` without a condition; the latter see which change was made, but not the values.',
      query: [
        ...filters,
        {
          name: 'limit',
          description: 'Maximum number of entries',
          schema: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
        },
        text('after', '`paging.after` of the previous page'),
        text('before', '`paging.before` of the next page'),
      ],
      answers: { 200: { description: 'A page of the log', schema: { inline: PAGE } } },
    }),
    handle: list,
  };
}

function exportRoutes(): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'GET',
      path: `${path}/export`,
      docs: docs('exportAuditLogs', 'Export the log as CSV in the background', {
        query: filters,
        answers: { 202: { description: 'The job', schema: { inline: { type: 'object' } } } },
      }),
      handle: exportLog,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/export/{jobId}`,
      docs: docs('getAuditLogExport', 'Get an export of the log', { errors: [404] }),
      async handle({ params }, scope) {
        requireAudit(scope);
        return json(200, showAuditExport(await findAuditExport(params.jobId ?? '', scope)));
      },
    },
    {
      kind: 'read',
      long: true,
      method: 'GET',
      path: `${path}/export/{jobId}/result`,
      docs: docs('getAuditLogExportResult', 'Download an export of the log', {
        errors: [404],
        answers: { 200: { description: 'The file', media: 'text/csv', schema: { inline: { type: 'string' } } } },
      }),
      async handle({ params }, scope) {
        requireAudit(scope);
        const { query } = await findAuditExport(params.jobId ?? '', scope);
        return {
          status: 200,
          body: auditCsv(query, scope),
          mediaType: 'text/csv; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
        };
      },
    },
  ];
}

/** A rule with a condition does not suffice, because the log covers all entities. */
function requireAudit({ catalog, actor }: Scope): void {
  if (catalog.authorizer.filter(actor, OPERATION, RESOURCE).kind !== 'all') throw operationsRefused(actor, [OPERATION]);
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  requireAudit(scope);
  const limit = readLimit(request.query.limit, 25, 1, 200);
  const query = readAuditQuery(request.query, scope);
  const { after, before, limit: _, endTs, ...same } = request.query;
  if (after && before) throw catalogError('BAD_REQUEST', 'Only one of the query params after and before can be given');
  const cursor = ['audit', same, endTs];
  const start = after ? readPlace(after, 'after', cursor) : before ? readPlace(before, 'before', cursor) : null;
  const { found, next } = await findPage(query, { start, back: Boolean(before), limit }, scope);
  const ends = before
    ? { before: next, after: found.at(-1)?.place }
    : { before: after ? found[0]?.place : null, after: next };
  const paging = {
    total: await countAudit(query, scope.sql),
    ...(ends.before ? { before: writePlace(ends.before, cursor) } : {}),
    ...(ends.after ? { after: writePlace(ends.after, cursor) } : {}),
  };
  return json(200, { data: found.map(({ shown }) => shown), paging });
}

interface AuditPage {
  start: AuditPlace | null;
  /** Whether the page ends at `start`, instead of beginning there. */
  back: boolean;
  limit: number;
}

/** Characters of changes after which a page ends early. */
const MOST_TEXT = 8 * 1024 * 1024;

/** The entries of a page, newest first, and where the next one in its direction begins. */
async function findPage(query: AuditQuery, { start, back, limit }: AuditPage, scope: Scope) {
  const found: AuditEntry[] = [];
  let next = start;
  let text = 0;
  for (let scanned = 0, more = true; more && found.length < limit && scanned < MOST_SCANNED && text < MOST_TEXT; ) {
    const slice = await auditSlice(query, next, scope, back);
    const room = limit - found.length;
    found.push(...slice.entries.slice(0, room));
    for (const { shown } of slice.entries) text += String(shown.eventJson).length;
    scanned += slice.scanned;
    const cut = slice.entries.length > room;
    next = cut ? (found.at(-1)?.place ?? null) : slice.next;
    more = !cut && slice.next !== null;
    await setImmediate(); // an embedded database answers without giving way to others
  }
  return { found: back ? found.reverse() : found, next };
}

async function exportLog(request: Request, scope: Scope): Promise<Reply> {
  requireAudit(scope);
  const query = await untilNow(readAuditQuery(request.query, scope), scope);
  const job = await addAuditExport(query, await countAudit(query, scope.sql), scope);
  return json(202, { jobId: job.id, message: 'The export can be downloaded' });
}

/** The file is generated later. */
async function untilNow(query: AuditQuery, scope: Scope): Promise<AuditQuery> {
  const [newest] = (await auditSlice({ ...query, words: [], actorType: undefined }, null, scope)).entries;
  return { ...query, to: Math.min(query.to, Math.max(scope.context.now(), newest?.place.at ?? 0)) };
}

function writePlace(place: AuditPlace, list: readonly unknown[]): string {
  const id = 'event' in place ? place.event : place.refusal;
  return writeCursor({ key: `${'event' in place ? 'event' : 'refusal'} ${place.at}`, id }, list);
}

function readPlace(cursor: string, parameter: 'after' | 'before', list: readonly unknown[]): AuditPlace {
  const { key, id } = readCursor(cursor, parameter, list);
  const at = Number(key.slice(key.indexOf(' ')));
  return key.startsWith('event') ? { at, event: id } : { at, refusal: id };
}
