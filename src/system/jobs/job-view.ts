import type { Scope } from '../../catalog/index.js';
import { publicError } from '../../jobs/index.js';
import type { JobRow } from '../../storage/index.js';

const time = { type: 'integer', description: 'Milliseconds since 1970' };

export const JOB_SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    kind: { type: 'string', description: 'What it does, such as `search.rebuild`' },
    state: { type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] },
    createdBy: { type: 'string' },
    createdAt: time,
    startedAt: time,
    updatedAt: time,
    endedAt: time,
    progress: {
      type: 'object',
      properties: {
        done: { type: 'integer' },
        total: { type: 'integer', description: 'Absent if unknown' },
      },
      required: ['done'],
    },
    attempts: { type: 'integer', description: 'Runs since the last progress' },
    error: { type: 'string', description: 'Error of the last run' },
    nextRunAt: { ...time, description: 'Earliest time at which a queued job runs' },
    schedule: { type: 'string', description: 'Cron pattern (UTC) of a recurring job' },
    cancellable: { type: 'boolean' },
    cancelRequested: { type: 'boolean' },
  },
  required: [
    'id',
    'kind',
    'state',
    'createdBy',
    'createdAt',
    'updatedAt',
    'progress',
    'attempts',
    'cancellable',
    'cancelRequested',
  ],
};

/** A job as returned to clients. */
export function showJob(row: JobRow, { actor }: Pick<Scope, 'actor'>): object {
  const { id, kind, state, done, total, attempts } = row;
  const error = errorFor(row, actor.isAdmin);
  return {
    id,
    kind,
    state,
    createdBy: row.actor_name,
    createdAt: row.created_at,
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    updatedAt: row.updated_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    progress: { done, ...(total === null ? {} : { total }) },
    attempts,
    ...(error === null ? {} : { error }),
    ...(state === 'queued' ? { nextRunAt: row.run_at } : {}),
    ...(row.schedule === null ? {} : { schedule: row.schedule }),
    cancellable: row.can_cancel === 1 && row.ended_at === null,
    cancelRequested: row.cancel_asked === 1,
  };
}

/** Shows the text of unexpected errors to admins only. */
function errorFor({ error, id }: JobRow, isAdmin: boolean): string | null {
  return error === null || isAdmin ? error : publicError(error, id);
}
