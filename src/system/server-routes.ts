/** What the server says about itself. */
import { catalogError } from '../../contract/index.js';
import { json, type Route, readBody, type Scope } from '../catalog/index.js';
import { eventLag, lastPosition, listDeletions, pendingMigrations } from '../storage/index.js';
import type { SystemDeps } from './system-deps.js';
import { anyObject, reading, requireAdmin, writing } from './system-route.js';

export function serverRoutes({ release }: Pick<SystemDeps, 'release'>): Route[] {
  const { version, revision, builtAt: timestamp } = release;
  return [
    reading('/v1/system/version', {
      id: 'getCatalogVersion',
      summary: 'The version of the interface that the server speaks, and its build',
      description:
        'Returns the version of the interface, by which clients decide whether they fit, and that of this build.',
      answer: 'api/openMetadataServerVersion',
      open: true,
      handle: async () => json(200, { version, revision, timestamp }),
    }),
    reading('/v1/system/health', {
      id: 'healthCheck',
      summary: 'The process answers',
      description: 'Answers `OK` as long as the process takes requests, without looking at the database.',
      answer: { inline: { type: 'string' } },
      media: 'text/plain',
      open: true,
      handle: async () => ({ status: 200, body: 'OK', mediaType: 'text/plain; charset=utf-8' }),
    }),
    reading('/v1/system/status', {
      id: 'validateDeployment',
      summary: 'Whether what the server needs is there: database, migrations, keys',
      description: 'Checks the database, its migrations and the keys, and returns the outcome of each step.',
      answer: 'system/validationResponse',
      handle: async (_request, scope) => json(200, await validate(scope)),
    }),
    reading('/v1/system/diagnostics', {
      id: 'getSystemDiagnostics',
      summary: 'Memory of the process, state of the event log, large deletes under way',
      description:
        'Returns figures for operators: memory of the process, state of the event log, large deletes that are under way.',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, await diagnose(scope));
      },
    }),
    reading('/v1/system/search/nlq', {
      id: 'isNaturalLanguageSearchEnabled',
      summary: 'Whether questions in natural language can be searched for',
      answer: { inline: { type: 'boolean' } },
      handle: async () => json(200, false),
    }),
    writing('PUT', '/v1/system/email/test', {
      id: 'sendTestEmail',
      summary: 'Send a mail to try the mail settings',
      answer: { inline: { type: 'string' } },
      body: { schema: 'auth/emailRequest', required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        readBody(request, 'auth/emailRequest', scope);
        throw catalogError('BAD_REQUEST', 'No mail server is set up, so no mail was sent');
      },
    }),
    ...cacheRoutes(),
  ];
}

async function validate({
  sql,
}: Scope): Promise<Record<string, { description: string; passed: boolean; message: string }>> {
  const missing = await pendingMigrations(sql);
  return {
    database: { description: 'The database answers', passed: true, message: 'Connected' },
    migrations: {
      description: 'The tables are those of this version',
      passed: missing.length === 0,
      message: missing.length === 0 ? 'None is missing' : `Missing: ${missing.join(', ')}`,
    },
    jwks: { description: 'Tokens can be checked', passed: true, message: 'The keys are those of the server' },
  };
}

async function diagnose({ sql, context }: Scope): Promise<object> {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const lag = await eventLag(sql);
  return {
    timestamp: new Date(context.now()).toISOString(),
    process: {
      uptime_seconds: Math.floor(process.uptime()),
      resident_bytes: rss,
      heap_used_bytes: heapUsed,
      heap_total_bytes: heapTotal,
      external_bytes: external,
      buffer_bytes: arrayBuffers,
    },
    events: { last_position: await lastPosition(sql), unplaced: lag.waiting, unplaced_age_ms: lag.age },
    deletions: (await listDeletions(sql)).map((deletion) => ({
      type: deletion.root_type,
      fqn: deletion.root_fqn,
      kind: ['soft', 'hard', 'restore'][deletion.hard],
      entities_done: deletion.progress,
      age_ms: context.now() - deletion.started_at,
    })),
  };
}

/** There is no cache server; what a process keeps in memory can be dropped. */
function cacheRoutes(): Route[] {
  const drop = (id: string, path: string) =>
    writing('POST', path, {
      id,
      summary: 'Drop kept totals and rights',
      description: 'Drops the cached totals and rights, so that the next request reads them anew.',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        scope.mark({ kind: 'access' });
        return json(200, { message: 'Totals and rights are read anew' });
      },
    });
  return [
    reading('/v1/system/cache/stats', {
      id: 'getCacheStats',
      summary: 'The cache server: there is none',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, { provider: 'none', available: false });
      },
    }),
    reading('/v1/system/cache/keys', {
      id: 'listCacheKeys',
      summary: 'Keys in the cache server: there is none',
      answer: { inline: { type: 'array', items: { type: 'string' } } },
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, []);
      },
    }),
    drop('invalidateCache', '/v1/system/cache/invalidate'),
    drop('invalidateCachedEntity', '/v1/system/cache/invalidate/entity'),
  ];
}
