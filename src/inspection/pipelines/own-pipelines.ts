/** Pipelines that this server runs itself: which those are, and how runs of them begin and end. */
import { parseObject } from '../../../contract/index.js';
import { type Command, findForWrite, type Scope } from '../../catalog/index.js';
import { ingestionPipeline } from '../../entities/index.js';
import { JOBS_CHANNEL } from '../../jobs/index.js';
import { askToCancelJob, type EntityRow, getJobByKey, type JobRow } from '../../storage/index.js';
import { reportRun, runOf } from './pipeline-run.js';

/** A type of pipelines that this server runs itself. */
export interface OwnPipeline {
  pipelineType: string;
  /** Name of the kind of job that runs it; its key is the id of the pipeline. */
  job: string;
  /** Why this server cannot run a pipeline of the type, as a clause; null if it can. */
  refusal(pipeline: EntityRow, scope: Pick<Scope, 'sql' | 'catalog'>): Promise<string | null>;
  /** Enqueues a run, unless one is waiting or running: then resolves to that. */
  enqueue(pipeline: EntityRow, scope: Scope): Promise<JobRow>;
}

/** What the routes of pipelines need to know of those that this server runs itself. */
export interface OwnPipelines {
  /** null: this server runs it; otherwise why not, as a clause, empty for types that it never runs. */
  refusal(pipeline: EntityRow, scope: Pick<Scope, 'sql' | 'catalog'>): Promise<string | null>;
  /** Names of the commands that take `{ id }` and resolve to `{ runId }`; null if nothing runs that could be ended. */
  commands: { start: string; stop: string };
}

const START = 'inspection.startPipeline';
const STOP = 'inspection.stopPipeline';

export function ownPipelines(kinds: readonly OwnPipeline[]): OwnPipelines {
  return {
    async refusal(pipeline, scope) {
      return (await kindOf(pipeline, kinds)?.refusal(pipeline, scope)) ?? (kindOf(pipeline, kinds) ? null : '');
    },
    commands: { start: START, stop: STOP },
  };
}

export function pipelineCommands(kinds: readonly OwnPipeline[]): Command[] {
  return [
    {
      name: START,
      async run({ id }: { id: string }, scope) {
        const row = await pipelineOf(id, scope);
        const kind = kindOf(row, kinds);
        return kind ? { runId: await startRun(row, kind, scope) } : null;
      },
    },
    {
      name: STOP,
      async run({ id }: { id: string }, scope) {
        const row = await pipelineOf(id, scope);
        const kind = kindOf(row, kinds);
        const job = kind && (await getJobByKey(scope.sql, kind.job, row.id));
        if (!job || !(await askToCancelJob(scope.sql, job.id, scope.context.now()))) return null;
        scope.invalidate({ kind: 'wake', channel: JOBS_CHANNEL });
        return { runId: job.id };
      },
    },
  ];
}

/** Begins a run of a pipeline, unless one is in progress. Resolves to the id of the run, which is that of its job. */
export async function startRun(row: EntityRow, kind: OwnPipeline, scope: Scope): Promise<string> {
  const under = await getJobByKey(scope.sql, kind.job, row.id);
  if (under) return under.id;
  const { id, created_at: createdAt } = await kind.enqueue(row, scope);
  await reportRun(runOf(row.id, { id, createdAt }), { pipelineState: 'queued' }, scope);
  return id;
}

export function kindOf(row: EntityRow, kinds: readonly OwnPipeline[]): OwnPipeline | undefined {
  const { pipelineType } = parseObject(row.doc);
  return kinds.find((kind) => kind.pipelineType === pipelineType);
}

function pipelineOf(id: string, scope: Scope): Promise<EntityRow> {
  return findForWrite(scope.catalog.registry.get(ingestionPipeline.name), { id }, 'non-deleted', scope);
}
