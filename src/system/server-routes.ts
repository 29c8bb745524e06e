/** Routes about the server itself. */
import type { OpenMetadataServerVersion } from '../../contract/index.js';
import { json, type Route, type Scope } from '../catalog/index.js';
import { eventLag, lastPosition, listDeletions, pendingMigrations } from '../storage/index.js';
import type { SystemDeps } from './system-deps.js';
import { anyObject, readRoute, requireAdmin, writeRoute } from './system-route.js';

export function serverRoutes({ release }: Pick<SystemDeps, 'release'>): Route[] {
  const { version, revision, builtAt: timestamp } = release;
  return [
    readRoute('/v1/system/version', {
      id: 'getCatalogVersion',
      summary: 'Get the API version and the build',
      description: 'Returns the API version, which clients use to check compatibility, and the version of this build.',
      answer: 'api/openMetadataServerVersion',
      open: true,
      handle: async () => json<OpenMetadataServerVersion>(200, { version, revision, timestamp }),
    }),
    readRoute('/v1/system/health', {
      id: 'healthCheck',
      summary: 'Check that the process responds',
      description: 'Returns `OK` while the process accepts requests, without checking the database.',
      answer: { inline: { type: 'string' } },
      media: 'text/plain',
      open: true,
      handle: async () => ({ status: 200, body: 'OK', mediaType: 'text/plain; charset=utf-8' }),
    }),
    readRoute('/v1/system/status', {
      id: 'validateDeployment',
      summary: 'Check the database, migrations and keys',
      description: 'Checks the database, its migrations and the keys, and returns the outcome of each step.',
      answer: 'system/validationResponse',
      handle: async (_request, scope) => json(200, await validate(scope)),
    }),
    readRoute('/v1/system/diagnostics', {
      id: 'getSystemDiagnostics',
      summary: 'Get diagnostic figures',
      description: 'Returns figures for operators: process memory, state of the event log, running large deletes.',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, await diagnose(scope));
      },
    }),
    readRoute('/v1/system/search/nlq', {
      id: 'isNaturalLanguageSearchEnabled',
      summary: 'Get whether natural language search is available',
      answer: { inline: { type: 'boolean' } },
      handle: async () => json(200, false),
    }),
    ...cacheRoutes(),
  ];
}

async function validate({
  sql,
}: Scope): Promise<Record<string, { description: string; passed: boolean; message: string }>> {
  const missing = await pendingMigrations(sql);
  return {
    database: { description: 'The database responds', passed: true, message: 'Connected' },
    migrations: {
      description: 'The tables match this version',
      passed: missing.length === 0,
      message: missing.length === 0 ? 'None is missing' : `Missing: ${missing.join(', ')}`,
    },
    jwks: { description: 'Tokens can be verified', passed: true, message: 'The keys are those of the server' },
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

/** There is no cache server; these routes clear the caches of a process. */
function cacheRoutes(): Route[] {
  const drop = (id: string, path: string) =>
    writeRoute('POST', path, {
      id,
      summary: 'Clear the caches of totals and permissions',
      description: 'Clears the cached totals and permissions, so the next request reads them again.',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        scope.invalidate({ kind: 'access' });
        return json(200, { message: 'The caches were cleared' });
      },
    });
  return [
    readRoute('/v1/system/cache/stats', {
      id: 'getCacheStats',
      summary: 'Get the state of the cache server (there is none)',
      answer: anyObject,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, { provider: 'none', available: false });
      },
    }),
    readRoute('/v1/system/cache/keys', {
      id: 'listCacheKeys',
      summary: 'Get the keys in the cache server (there is none)',
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
