// Routes that answer everybody who is signed in, whatever policies say; each with the reason. All others ask for rights.

/** What somebody without any right gets from them. */
export interface OpenToAll {
  reason: string;
  /** Default 200. */
  status?: number;
  /** Asked with this in place of the usual parameters. */
  path?: string;
  body?: unknown;
}

const own = (path?: string): OpenToAll => ({ reason: 'about the one who asks', ...(path ? { path } : {}) });
const program = (path?: string): OpenToAll => ({
  reason: 'part of the program, the same for everybody; it tells nothing of what is catalogued',
  ...(path ? { path } : {}),
});
const counted = (): OpenToAll => ({ reason: 'counts only what the one who asks may see: nothing here' });

const NONE = '0a7ab000-0000-4000-8000-000000000000';

export const OPEN_TO_ALL: Readonly<Record<string, OpenToAll>> = {
  'GET /v1/users/loggedInUser': own(),
  'GET /v1/users/loggedInUser/groupTeams': own(),
  'GET /v1/jobs': own(),
  'GET /v1/jobs/{jobId}': { ...own(`/v1/jobs/${NONE}`), status: 404 },
  'GET /v1/jobs/{jobId}/progress/stream': { ...own(`/v1/jobs/${NONE}/progress/stream`), status: 404 },
  'PUT /v1/jobs/{jobId}/cancel': { ...own(`/v1/jobs/${NONE}/cancel`), status: 404 },
  'GET /v1/users/{userId}/preferences': own('/v1/users/{self}/preferences'),
  'PUT /v1/users/{userId}/preferences/{type}': {
    ...own('/v1/users/{self}/preferences/AppMode'),
    status: 400,
  },
  'DELETE /v1/users/{userId}/preferences/{type}': own('/v1/users/{self}/preferences/AppMode'),
  'POST /v1/users/logout': { ...own(), status: 400 },
  'PUT /v1/users/changePassword': { ...own(), status: 400 },
  'POST /v1/users/checkEmailVerified': { ...own(), status: 400 },
  'GET /v1/users/security/token': own(),
  'PUT /v1/users/security/token': { ...own(), status: 400 },
  'PUT /v1/users/security/token/revoke': { ...own(), status: 200 },
  'GET /v1/permissions': own(),
  'GET /v1/permissions/{resource}': own('/v1/permissions/table'),
  'GET /v1/permissions/{resource}/{id}': own('/v1/permissions/table/{table}'),
  'GET /v1/permissions/{resource}/name/{name}': own('/v1/permissions/table/name/{tableName}'),
  'GET /v1/permissions/debug/me': own(),
  'GET /v1/permissions/debug/evaluate': own(
    '/v1/permissions/debug/evaluate?user={selfName}&resource=table&operation=ViewAll',
  ),
  'GET /v1/permissions/view/{entityType}': program('/v1/permissions/view/table'),
  'GET /v1/policies/functions': program(),
  'GET /v1/policies/resources': program(),
  'GET /v1/policies/validation/condition/{expression}': {
    ...program('/v1/policies/validation/condition/isOwner()'),
    status: 204,
  },
  'GET /v1/limits': program(),
  'GET /v1/limits/features/{name}': program(),
  'GET /v1/system/search/nlq': program(),
  'GET /v1/system/settings/customLogicOps': program(),
  'GET /v1/system/settings/glossaryTermRelationSettings/relationTypes': {
    reason: 'a vocabulary of the organisation; it tells nothing of what is catalogued',
  },
  'GET /v1/system/settings/entityRulesSettings/{entityType}': {
    reason: 'rules that everybody who edits has to follow',
  },
  'GET /v1/system/status': { reason: 'whether database, migrations and keys are there; no content' },
  'GET /v1/services/ingestionPipelines/status': program(),
  'GET /v1/services/ingestionPipelines/ip': program(),
  'GET /v1/system/entities/count': counted(),
  'GET /v1/system/services/count': counted(),
  // A stream has no end to wait for. What it shows to whom is tested with it (test/events/event-stream.test.ts).
  'GET /v1/events/stream': {
    reason: 'sends only events that GET /v1/events shows',
    path: '/v1/events/stream?lastEventId=none',
    status: 400,
  },
  'GET /v1/events': { reason: 'tells only events of what the one who asks may see: none here' },
};
