/** The job queue over HTTP, for admins and the users who started the jobs. */
import { catalogError } from '../../../contract/index.js';
import {
  type ActionScope,
  checkId,
  json,
  type Reply,
  type Request,
  type Route,
  readLimit,
  type Scope,
  serverSentEvent,
  streamChanges,
} from '../../catalog/index.js';
import { findJob, JOBS_CHANNEL } from '../../jobs/index.js';
import { askToCancelJob, type JobRow, type JobState, listJobs } from '../../storage/index.js';
import { readRoute, streamRoute, writeRoute } from '../system-route.js';
import { JOB_SCHEMA, showJob } from './job-view.js';

const tag = 'Jobs';
const STATES: readonly string[] = ['queued', 'running', 'completed', 'failed', 'cancelled'] satisfies JobState[];

export function jobRoutes(): Route[] {
  return [
    readRoute('/v1/jobs', {
      id: 'listJobs',
      summary: 'List jobs, newest first',
      description: 'Returns the jobs that the caller started; for admins, those of everybody and of the server itself.',
      tag,
      query: [
        { name: 'kind', description: 'Only jobs of this kind, such as `catalog.deletion`', schema: { type: 'string' } },
        { name: 'state', description: 'Only jobs in this state', schema: { type: 'string', enum: STATES } },
        { name: 'createdBy', description: 'Only jobs of the user with this name', schema: { type: 'string' } },
        {
          name: 'limit',
          description: 'Maximum number of jobs to return',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        },
        { name: 'after', description: '`paging.after` of the previous page', schema: { type: 'string' } },
      ],
      answer: {
        inline: {
          type: 'object',
          properties: {
            data: { type: 'array', items: JOB_SCHEMA },
            paging: { type: 'object', properties: { after: { type: 'string' } } },
          },
          required: ['data', 'paging'],
        },
      },
      handle: list,
    }),
    readRoute('/v1/jobs/{jobId}', {
      id: 'getJob',
      summary: 'Get a job with its progress',
      tag,
      answer: { inline: JOB_SCHEMA },
      errors: [404],
      handle: async ({ params }, scope) => json(200, showJob(await jobOf(params, scope), scope)),
    }),
    streamRoute('/v1/jobs/{jobId}/progress/stream', {
      id: 'streamJobProgress',
      summary: 'Stream the progress of a job as server-sent events',
      description:
        'Sends the job as an event `progress` at once and after each change, and ends with the job. The number of streams per user and server is limited; more are 429.',
      tag,
      errors: [404],
      handle: stream,
    }),
    writeRoute('PUT', '/v1/jobs/{jobId}/cancel', {
      id: 'cancelJob',
      summary: 'Cancel a job',
      description:
        'Asks for the end of a job that has not ended. It ends as `cancelled` after its current step; what it has done stays.',
      tag,
      answer: { inline: JOB_SCHEMA },
      errors: [404],
      handle: cancel,
    }),
  ];
}

async function list({ query }: Request, { sql, actor }: Scope): Promise<Reply> {
  const limit = readLimit(query.limit, 20, 1, 100);
  const { kind, state, createdBy, after } = query;
  if (state !== undefined && !isState(state))
    throw catalogError('BAD_REQUEST', `state must be one of ${STATES.join(', ')}`);
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw catalogError('BAD_REQUEST', 'after: must be paging.after of the previous page');
  const filter = {
    kind,
    state,
    actorName: createdBy,
    actorId: actor.isAdmin ? undefined : actor.id,
    before: after === undefined ? undefined : Number(after),
  };
  const rows = await listJobs(sql, filter, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const paging = rows.length > limit && last ? { after: String(last.n) } : {};
  return json(200, { data: page.map((row) => showJob(row, { actor })), paging });
}

function isState(text: string): text is JobState {
  return STATES.includes(text);
}

function jobOf({ jobId = '' }: Request['params'], scope: Scope): Promise<JobRow> {
  return findJob(checkId(jobId), scope);
}

async function cancel({ params }: Request, scope: Scope): Promise<Reply> {
  const { sql, context } = scope;
  const row = await jobOf(params, scope);
  if (row.can_cancel === 0) throw catalogError('BAD_REQUEST', `jobs of the kind ${row.kind} cannot be cancelled`);
  if (!(await askToCancelJob(sql, row.id, context.now())))
    throw catalogError('BAD_REQUEST', `job ${row.id} has already ended as ${row.state}`);
  scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL });
  return json(200, showJob(await findJob(row.id, scope), scope));
}

async function stream({ params }: Request, scope: ActionScope): Promise<Reply> {
  const look = () =>
    scope.readAs(async (inner) => {
      const job = await jobOf(params, inner);
      return { event: serverSentEvent('progress', showJob(job, inner)), hasEnded: job.ended_at !== null };
    });
  return streamChanges(look);
}
