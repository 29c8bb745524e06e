/**
 * Jobs that update many columns. The input is stored in parts of some entities each, which run one after another. A
 * part that was interrupted by a crash is repeated, which changes nothing.
 */
import { catalogError, parseObject } from '../../../contract/index.js';
import { type BulkItem, bulkResult, type Command, checkId, type Fields, type Scope } from '../../catalog/index.js';
import { declareJob, enqueueJob, findJob } from '../../jobs/index.js';
import { countUnfinishedJobs, getJobData, type JobRow } from '../../storage/index.js';
import type { BulkColumnUpdate, NamedColumnUpdate } from './bulk-update.js';
import type { ColumnUpdate } from './column-change.js';
import { columnHolders, entitiesOfColumns } from './column-holders.js';

/** Stores `ColumnUpdateTargets` as a job; its result is the id of the job. */
export const START_COLUMN_UPDATES = 'columns.update.start';

export interface ColumnUpdateTargets {
  update: BulkColumnUpdate;
  /** Entities that may have columns of the name; absent if the request lists columns. */
  entityIds?: string[];
}

/** The updates of one entity; `updates` null: apply the update of the job to all columns of the name. */
export interface UpdateUnit {
  /** null: no entity has such a column. */
  id: string | null;
  updates: NamedColumnUpdate[] | null;
}

/** Input of a job. */
export interface UpdateInput {
  dryRun: boolean;
  columnName: string | null;
  /** Applied to all columns of the name. */
  update: Pick<ColumnUpdate, 'displayName' | 'description' | 'tags'>;
  parts: number;
}

/** Progress of a job. */
export interface UpdateState {
  /** Number of the next part. */
  next: number;
  passed: number;
  failed: number;
  /** The first results of each kind. */
  successRequest: BulkItem[];
  failedRequest: BulkItem[];
}

const KEPT_MS = 86_400_000;
const KEPT_OF_ONE = 50;
/** Entities per part. */
const PART = 20;
/** Maximum number of unfinished jobs per user. */
const MOST_OF_ONE = 20;
const RETRY_SECONDS = 10;
/** Maximum number of stored results of each kind per job. */
export const MOST_ITEMS = 200;

/** Jobs of one user run one after another, so that the last update wins. */
export const columnUpdates = declareJob<UpdateInput>({
  name: 'columns.update',
  keptMs: KEPT_MS,
  input: {
    type: 'object',
    properties: {
      dryRun: { type: 'boolean' },
      columnName: { type: ['string', 'null'] },
      update: { type: 'object' },
      parts: { type: 'integer', minimum: 0 },
    },
    required: ['dryRun', 'columnName', 'update', 'parts'],
  },
});

export const startColumnUpdates: Command = {
  name: START_COLUMN_UPDATES,
  run: (targets: ColumnUpdateTargets, scope) => startJob(targets, scope),
};

async function startJob({ update, entityIds }: ColumnUpdateTargets, scope: Scope): Promise<string> {
  await refuseTooMany(scope);
  // In the order of ids, in which every writer of several entities locks them; two orders would meet in a deadlock.
  const units = entityIds
    ? entityIds.toSorted().map((id): UpdateUnit => ({ id, updates: null }))
    : await unitsOf(update.columnUpdates ?? [], scope);
  const { displayName, description, tags, columnName = null, dryRun } = update;
  const parts = new Map<string, UpdateUnit[]>();
  for (let at = 0; at < units.length; at += PART) parts.set(partName(parts.size), units.slice(at, at + PART));
  const input: UpdateInput = {
    dryRun,
    columnName,
    update: {
      ...(displayName === undefined ? {} : { displayName }),
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined ? {} : { tags }),
    },
    parts: parts.size,
  };
  const job = await enqueueJob(columnUpdates, input, scope, {
    lane: scope.actor.id,
    parts,
    total: parts.size,
    completed: parts.size === 0,
    keptOfOne: KEPT_OF_ONE,
  });
  return job.id;
}

async function refuseTooMany({ sql, actor }: Scope): Promise<void> {
  const running = await countUnfinishedJobs(sql, columnUpdates.name, actor.id);
  if (running >= MOST_OF_ONE)
    throw catalogError('LIMITS_EXCEPTION', `${running} column updates by ${actor.name} are already running`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
}

/** Groups updates by entity; an update without an entity becomes a unit of its own. */
async function unitsOf(updates: readonly NamedColumnUpdate[], scope: Scope): Promise<UpdateUnit[]> {
  const units = new Map<string, UpdateUnit & { updates: NamedColumnUpdate[] }>();
  const unresolved: NamedColumnUpdate[] = [];
  const ids = new Map<string, string>();
  for (const { type } of columnHolders(scope)) {
    const fqns = updates.filter(({ entityType }) => entityType === type.name).map(({ columnFQN }) => columnFQN);
    for (const [fqn, row] of await entitiesOfColumns(type, fqns, scope)) ids.set(`${type.name} ${fqn}`, row.id);
  }
  for (const update of updates) {
    const id = ids.get(`${update.entityType} ${update.columnFQN}`);
    if (id === undefined) {
      unresolved.push(update);
      continue;
    }
    const unit = units.get(id) ?? { id, updates: [] };
    units.set(id, unit);
    unit.updates.push(update);
  }
  const ordered = [...units].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit);
  return [...ordered, ...unresolved.map((update): UpdateUnit => ({ id: null, updates: [update] }))];
}

export function partName(part: number): string {
  return `part.${part}`;
}

export function readState(text: string | undefined): UpdateState {
  if (text === undefined) return { next: 0, passed: 0, failed: 0, successRequest: [], failedRequest: [] };
  return parseObject<UpdateState>(text);
}

/** The state after one more part with these results. */
export function afterPart(state: UpdateState, items: readonly BulkItem[]): UpdateState {
  const passed = items.filter(({ message }) => message === undefined);
  const failed = items.filter(({ message }) => message !== undefined);
  return {
    next: state.next + 1,
    passed: state.passed + passed.length,
    failed: state.failed + failed.length,
    successRequest: [...state.successRequest, ...passed].slice(0, MOST_ITEMS),
    failedRequest: [...state.failedRequest, ...failed].slice(0, MOST_ITEMS),
  };
}

/** 404 if there is no such job, 403 if another user started it, unless the actor is an admin. */
export async function findUpdateJob(jobId: string, scope: Scope): Promise<Fields> {
  const { sql } = scope;
  const row = await findJob(checkId(jobId), scope, ({ kind }) => kind === columnUpdates.name);
  const { dryRun } = columnUpdates.read(JSON.parse((await getJobData(sql, row.id, 'input')) ?? 'null'));
  return showUpdateJob(row, dryRun, readState(await getJobData(sql, row.id, 'state')));
}

/** A job as returned to clients. */
function showUpdateJob(row: JobRow, dryRun: boolean, state: UpdateState): Fields {
  const { passed, failed, successRequest, failedRequest } = state;
  const result = bulkResult(dryRun, successRequest, failedRequest);
  const ended = row.ended_at !== null;
  const abortReason = row.state === 'cancelled' ? 'the job was cancelled' : row.error;
  const aborted = ended && row.state !== 'completed';
  return {
    jobId: row.id,
    createdBy: row.actor_name,
    createdAt: row.created_at,
    ...(ended ? { completedAt: row.ended_at } : {}),
    status: !ended ? 'RUNNING' : aborted ? 'FAILED' : 'COMPLETED',
    result: {
      ...result,
      ...(aborted ? { status: 'aborted', abortReason } : {}),
      numberOfRowsProcessed: passed + failed,
      numberOfRowsPassed: passed,
      numberOfRowsFailed: failed,
    },
  };
}
