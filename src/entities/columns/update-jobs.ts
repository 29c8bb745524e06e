/**
 * Updates of many columns as jobs: what is asked for is stored in parts, each with some entities, and done part after part. A
 * part that was done when a server died is done again, which changes nothing any more.
 */
import { catalogError, parseList, parseObject } from '../../../contract/index.js';
import {
  type Actor,
  type BulkItem,
  bulkResult,
  type Command,
  checkId,
  type Fields,
  type Scope,
} from '../../catalog/index.js';
import { deleteSetting, getSetting, listSettingsUnder, putSetting, type Sql } from '../../storage/index.js';
import type { BulkColumnUpdate, NamedColumnUpdate } from './bulk-update.js';
import type { ColumnUpdate } from './column-change.js';
import { columnHolders, entitiesOfColumns } from './column-holders.js';

/** The job that goes on with updates, and the mark that wakes it. */
export const COLUMN_UPDATES = 'columns.update';
/** Stores `ColumnUpdateTargets` as a job; its result is the id of the job. */
export const START_COLUMN_UPDATES = 'columns.update.start';

export interface ColumnUpdateTargets {
  update: BulkColumnUpdate;
  /** Entities that may have columns of the name; absent where columns are listed. */
  entityIds?: string[];
}

/** One entity, and what is to become of its columns; `updates` null: the same of all columns of the name. */
export interface UpdateUnit {
  /** null: no entity has such a column. */
  id: string | null;
  updates: NamedColumnUpdate[] | null;
}

export interface UpdateJob {
  jobId: string;
  actor: Actor;
  createdAt: number;
  endedAt: number | null;
  dryRun: boolean;
  columnName: string | null;
  /** For all columns of the name. */
  update: Pick<ColumnUpdate, 'displayName' | 'description' | 'tags'>;
  parts: number;
  /** The part that comes next. */
  next: number;
  passed: number;
  failed: number;
  /** The first of each. */
  successRequest: BulkItem[];
  failedRequest: BulkItem[];
  abortReason?: string;
}

const JOBS = 'columns.update.job.';
const PARTS = 'columns.update.part.';
/** Who asked for a job, and whether it is done: looked through often, so kept apart from what became of it. */
const KNOWN = 'columns.update.known.';
const KEPT_MS = 86_400_000;
const KEPT_OF_ONE = 50;
/** Entities of one part. */
const PART = 20;
/** Jobs of one person that are not done. */
const MOST_OF_ONE = 20;
const RETRY_SECONDS = 10;
/** Items of each kind that a job remembers one by one. */
export const MOST_ITEMS = 200;

export const startColumnUpdates: Command = {
  name: START_COLUMN_UPDATES,
  run: (targets: ColumnUpdateTargets, scope) => startJob(targets, scope),
};

async function startJob({ update, entityIds }: ColumnUpdateTargets, scope: Scope): Promise<string> {
  const now = scope.context.now();
  await makeRoom(scope, now);
  const units = entityIds
    ? entityIds.map((id): UpdateUnit => ({ id, updates: null }))
    : await unitsOf(update.columnUpdates ?? [], scope);
  const { displayName, description, tags, columnName = null, dryRun } = update;
  const job: UpdateJob = {
    jobId: scope.context.id(),
    actor: scope.actor,
    createdAt: now,
    endedAt: units.length === 0 ? now : null,
    dryRun,
    columnName,
    update: {
      ...(displayName === undefined ? {} : { displayName }),
      ...(description === undefined ? {} : { description }),
      ...(tags === undefined ? {} : { tags }),
    },
    parts: Math.ceil(units.length / PART),
    next: 0,
    passed: 0,
    failed: 0,
    successRequest: [],
    failedRequest: [],
  };
  for (let part = 0; part < job.parts; part++) {
    const doc = JSON.stringify(units.slice(part * PART, (part + 1) * PART));
    await putSetting(scope.sql, { name: partName(job.jobId, part), updated_at: now, doc });
  }
  await saveJob(job, scope.sql);
  scope.mark({ kind: 'setting', name: COLUMN_UPDATES });
  return job.jobId;
}

interface KnownJob {
  jobId: string;
  actorId: string;
  endedAt: number | null;
}

/**
 * Jobs that ended a day ago go, and those of the same person beyond the newest fifty. Refuses more than one person may have under
 * way.
 */
async function makeRoom({ sql, actor }: Scope, now: number): Promise<void> {
  const jobs = await knownJobs(sql);
  const own = jobs.filter(({ actorId }) => actorId === actor.id);
  const going = own.filter(({ endedAt }) => endedAt === null);
  if (going.length >= MOST_OF_ONE)
    throw catalogError('LIMITS_EXCEPTION', `${going.length} column updates by ${actor.name} are already running`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  const old = jobs.filter(({ endedAt }) => endedAt !== null && endedAt <= now - KEPT_MS);
  for (const { jobId, endedAt } of new Set([...old, ...own.slice(KEPT_OF_ONE - 1)]))
    if (endedAt !== null) for (const prefix of [JOBS, KNOWN]) await deleteSetting(sql, `${prefix}${jobId}`);
}

/** One unit for each entity. */
async function unitsOf(updates: readonly NamedColumnUpdate[], scope: Scope): Promise<UpdateUnit[]> {
  const units = new Map<string, UpdateUnit & { updates: NamedColumnUpdate[] }>();
  const nowhere: NamedColumnUpdate[] = [];
  const ids = new Map<string, string>();
  for (const { type } of columnHolders(scope)) {
    const fqns = updates.filter(({ entityType }) => entityType === type.name).map(({ columnFQN }) => columnFQN);
    for (const [fqn, row] of await entitiesOfColumns(type, fqns, scope)) ids.set(`${type.name} ${fqn}`, row.id);
  }
  for (const update of updates) {
    const id = ids.get(`${update.entityType} ${update.columnFQN}`);
    if (id === undefined) {
      nowhere.push(update);
      continue;
    }
    const unit = units.get(id) ?? { id, updates: [] };
    units.set(id, unit);
    unit.updates.push(update);
  }
  return [...units.values(), ...nowhere.map((update): UpdateUnit => ({ id: null, updates: [update] }))];
}

function partName(jobId: string, part: number): string {
  return `${PARTS}${jobId}.${part}`;
}

/** Newest first. */
async function knownJobs(sql: Sql): Promise<KnownJob[]> {
  return (await listSettingsUnder(sql, KNOWN)).map(({ doc }) => parseObject<KnownJob>(doc));
}

/** Jobs that are not done, oldest first. */
export async function unfinishedJobs(sql: Sql): Promise<UpdateJob[]> {
  const going = (await knownJobs(sql)).filter(({ endedAt }) => endedAt === null).reverse();
  const jobs: UpdateJob[] = [];
  for (const { jobId } of going) {
    const job = await getSetting(sql, `${JOBS}${jobId}`);
    if (job) jobs.push(parseObject<UpdateJob>(job.doc));
  }
  return jobs;
}

export async function unitsOfNext(job: UpdateJob, sql: Sql): Promise<UpdateUnit[]> {
  const part = await getSetting(sql, partName(job.jobId, job.next));
  return part ? parseList<UpdateUnit>(part.doc) : [];
}

/** What became of the next part. */
export async function finishPart(job: UpdateJob, items: readonly BulkItem[], scope: Scope): Promise<UpdateJob> {
  const passed = items.filter(({ message }) => message === undefined);
  const failed = items.filter(({ message }) => message !== undefined);
  const next = job.next + 1;
  const after: UpdateJob = {
    ...job,
    next,
    endedAt: next >= job.parts ? scope.context.now() : null,
    passed: job.passed + passed.length,
    failed: job.failed + failed.length,
    successRequest: [...job.successRequest, ...passed].slice(0, MOST_ITEMS),
    failedRequest: [...job.failedRequest, ...failed].slice(0, MOST_ITEMS),
  };
  await deleteSetting(scope.sql, partName(job.jobId, job.next));
  await saveJob(after, scope.sql);
  return after;
}

/** Ends a job before its time. */
export async function abortJob(job: UpdateJob, abortReason: string, scope: Scope): Promise<void> {
  for (let part = job.next; part < job.parts; part++) await deleteSetting(scope.sql, partName(job.jobId, part));
  await saveJob({ ...job, endedAt: scope.context.now(), abortReason }, scope.sql);
}

async function saveJob(job: UpdateJob, sql: Sql): Promise<void> {
  const { jobId, actor, endedAt, createdAt: updated_at } = job;
  await putSetting(sql, { name: `${JOBS}${jobId}`, updated_at, doc: JSON.stringify(job) });
  if (job.next > 0 && endedAt === null) return;
  const known: KnownJob = { jobId, actorId: actor.id, endedAt };
  await putSetting(sql, { name: `${KNOWN}${jobId}`, updated_at, doc: JSON.stringify(known) });
}

/** 404 for none, 403 for one of somebody else unless an admin asks. */
export async function findUpdateJob(jobId: string, { sql, actor }: Scope): Promise<UpdateJob> {
  const row = await getSetting(sql, `${JOBS}${checkId(jobId)}`);
  if (!row) throw catalogError('ENTITY_NOT_FOUND', `job ${jobId} does not exist`);
  const job = parseObject<UpdateJob>(row.doc);
  if (job.actor.id !== actor.id && !actor.isAdmin)
    throw catalogError('FORBIDDEN', `Principal: CatalogPrincipal{name='${actor.name}'} may only see their own jobs`);
  return job;
}

/** A job as clients read it. */
export function showUpdateJob(job: UpdateJob): Fields {
  const { jobId, actor, createdAt, endedAt, dryRun, passed, failed, successRequest, failedRequest, abortReason } = job;
  const result = bulkResult(dryRun, successRequest, failedRequest);
  return {
    jobId,
    createdBy: actor.name,
    createdAt,
    ...(endedAt === null ? {} : { completedAt: endedAt }),
    status: endedAt === null ? 'RUNNING' : abortReason === undefined ? 'COMPLETED' : 'FAILED',
    result: {
      ...result,
      ...(abortReason === undefined ? {} : { status: 'aborted', abortReason }),
      numberOfRowsProcessed: passed + failed,
      numberOfRowsPassed: passed,
      numberOfRowsFailed: failed,
    },
  };
}
