/** Goes on with updates of many columns, in the name of who asked for them and with the rights that person has by then. */

import {
  CatalogError,
  catalogError,
  errorMessages,
  parseObject,
  type Stored,
  type User,
} from '../../../contract/index.js';
import {
  type Actor,
  type BulkItem,
  type Fields,
  factsOf,
  findForWrite,
  isAllowed,
  patchEntity,
  type Scope,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { getEntityById, type Sql, type Store } from '../../storage/index.js';
import type { NamedColumnUpdate } from './bulk-update.js';
import { type ColumnUpdate, stepsOf } from './column-change.js';
import { type ColumnHolder, columnFinder, columnHolders, eachColumn, type PlacedColumn } from './column-holders.js';
import { wholeOf } from './single-column-routes.js';
import { abortJob, finishPart, type UpdateJob, type UpdateUnit, unfinishedJobs, unitsOfNext } from './update-jobs.js';

export interface UpdateRunner {
  read: Store['read'];
  /** One transaction, by default the system's own. */
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
}

/**
 * All jobs that are not done. Those of one person in their order, those of several in turns, a part each, so that nobody waits for
 * all of a large one. One that cannot go on keeps no other from it; it is tried again with the next call.
 */
export async function runColumnUpdates(runner: UpdateRunner, signal: AbortSignal): Promise<void> {
  const failures = new Map<string, unknown>();
  for (;;) {
    const going = (await runner.read(unfinishedJobs)).filter(({ jobId }) => !failures.has(jobId));
    if (going.length === 0) break;
    for (const job of firstOfEach(going)) {
      if (signal.aborted) return;
      await runPart(job, runner).catch((error: unknown) => failures.set(job.jobId, error));
    }
  }
  for (const error of failures.values()) throw error;
}

/** Of jobs in their order the first of each person. */
function firstOfEach(jobs: readonly UpdateJob[]): UpdateJob[] {
  const first = new Map<string, UpdateJob>();
  for (const job of jobs) if (!first.has(job.actor.id)) first.set(job.actor.id, job);
  return [...first.values()];
}

async function runPart(job: UpdateJob, runner: UpdateRunner): Promise<void> {
  const { units, actor } = await runner.read(async (sql) => ({
    units: await unitsOfNext(job, sql),
    actor: await actorNow(job.actor, sql),
  }));
  if (!actor)
    return runner.transaction((scope) => abortJob(job, 'the user who started the job no longer exists', scope));
  const items = await applyUnits(units, job, actor, runner);
  await runner.transaction((scope) => finishPart(job, items, scope));
}

/** Who asked, as they are now; null when there is no such user any more. */
async function actorNow({ id }: Actor, sql: Sql): Promise<Actor | null> {
  const row = await getEntityById(sql, id);
  if (row?.type !== 'user' || row.deleted !== 0) return null;
  const { isAdmin = false, isBot = false } = parseObject<Stored<User>>(row.doc);
  return { id: row.id, name: row.name, isAdmin, isBot };
}

/** Transactions that hold others up no longer than this, or one entity. */
const HELD = 50;

/**
 * As many as fit into one transaction, then the others; when something is refused, halves, so that only what is refused fails and
 * an entity is still written a few times at most.
 */
async function applyUnits(
  units: readonly UpdateUnit[],
  job: UpdateJob,
  actor: Actor,
  runner: UpdateRunner,
): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (let done = 0; done < units.length; ) {
    const rest = units.slice(done);
    try {
      const some = await together(rest, job, actor, runner);
      items.push(...some.items);
      done += some.count;
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      const smaller = halves(rest);
      const [only] = rest[0]?.updates ?? [];
      if (smaller.length < 2) items.push(failure(only, rest[0]?.id ?? null, error, job));
      for (const half of smaller.length < 2 ? [] : smaller) items.push(...(await applyUnits(half, job, actor, runner)));
      done = units.length;
    }
  }
  return items;
}

/** Half of the entities each; of one entity half of its updates. */
function halves(units: readonly UpdateUnit[]): UpdateUnit[][] {
  const [first] = units;
  if (units.length !== 1 || !first) return halved(units);
  return halved(first.updates ?? []).map((updates) => [{ id: first.id, updates }]);
}

function halved<T>(list: readonly T[]): T[][] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)].filter(({ length }) => length > 0);
}

function failure(
  update: NamedColumnUpdate | undefined,
  id: string | null,
  { status, message }: CatalogError,
  { columnName }: UpdateJob,
): BulkItem {
  const request = update
    ? { columnFQN: update.columnFQN, entityType: update.entityType }
    : { entityId: id, columnName };
  return { request, status, message };
}

/** `count`: how many of the units are done. */
async function together(
  units: readonly UpdateUnit[],
  job: UpdateJob,
  actor: Actor,
  { transaction }: UpdateRunner,
): Promise<{ items: BulkItem[]; count: number }> {
  const undone = catalogError('BAD_REQUEST', 'a dry run must not be committed');
  let items: BulkItem[] = [];
  let count = 0;
  try {
    await transaction(async (scope) => {
      [items, count] = [[], 0];
      const began = scope.context.now();
      for (const unit of units) {
        items.push(...(await applyUnit(unit, job, scope)));
        count++;
        if (scope.context.now() - began >= HELD) break;
      }
      if (job.dryRun) throw undone;
    }, actor);
  } catch (error) {
    if (error !== undone) throw error;
  }
  return { items, count };
}

async function applyUnit({ id, updates }: UpdateUnit, job: UpdateJob, scope: Scope): Promise<BulkItem[]> {
  const row = id === null ? undefined : await getEntityById(scope.sql, id);
  // What went away since it was found by a name is not told of.
  if (row?.deleted !== 0) return (updates ?? []).map((update) => failure(update, id, noSuchColumn(update), job));
  const holder = present(columnHolders(scope).find(({ type }) => type.name === row.type));
  // Of what was found by a name nothing is told that went away or out of sight since.
  if (!updates && !(await isAllowed('ViewBasic', holder.type, () => factsOf(holder.type, row, scope), scope)))
    return [];
  const locked = await findForWrite(holder.type, { id: row.id }, 'non-deleted', scope);
  const { authorizer } = scope.catalog;
  await authorizer.decide(scope.actor, ['ViewBasic'], holder.type.name, () => factsOf(holder.type, locked, scope));
  const entity = await wholeOf(holder, locked, scope);
  const find = columnFinder(holder, entity);
  const meant = updates ? listed(updates, find) : ofTheName(holder, entity, job);
  const missing = (updates ?? []).filter(({ columnFQN }) => !find(columnFQN));
  const steps = meant.flatMap(({ placed, update }) => stepsOf(placed, update));
  if (steps.length > 0) await patchEntity(holder.type, { id: row.id }, () => steps, null, scope);
  return [
    ...meant.map(({ placed }) => ({
      request: { columnFQN: `${row.fqn}.${placed.path}`, entityType: row.type },
      status: 200,
    })),
    ...missing.map((update) => failure(update, id, noSuchColumn(update), job)),
  ];
}

interface Meant {
  placed: PlacedColumn;
  update: ColumnUpdate;
}

/** Those that are there. One that is named twice, however its name is written, gets both, the later one on top. */
function listed(updates: readonly NamedColumnUpdate[], find: ReturnType<typeof columnFinder>): Meant[] {
  const meant = new Map<string, Meant>();
  for (const update of updates) {
    const placed = find(update.columnFQN);
    if (placed) meant.set(placed.pointer, { placed, update: { ...meant.get(placed.pointer)?.update, ...update } });
  }
  return [...meant.values()];
}

function ofTheName(holder: ColumnHolder, entity: Fields, { columnName, update }: UpdateJob): Meant[] {
  return [...eachColumn(holder, entity)]
    .filter(({ column }) => column.name === columnName)
    .map((placed) => ({ placed, update }));
}

function noSuchColumn({ columnFQN }: NamedColumnUpdate) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', columnFQN.slice(0, 300)));
}
