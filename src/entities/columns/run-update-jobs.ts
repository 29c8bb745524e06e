/** Goes on with updates of many columns, in the name of who asked for them and with the rights that person has by then. */
import { CatalogError, catalogError, errorMessages } from '../../../contract/index.js';
import { type Actor, type BulkItem, factsOf, findForWrite, patchEntity, type Scope } from '../../catalog/index.js';
import { getEntityById, type Sql, type Store } from '../../storage/index.js';
import type { NamedColumnUpdate } from './bulk-update.js';
import { type ColumnUpdate, stepsOf } from './column-change.js';
import { type ColumnHolder, columnAt, columnHolders, eachColumn, type PlacedColumn } from './column-holders.js';
import { wholeOf } from './single-column-routes.js';
import { abortJob, finishPart, type UpdateJob, type UpdateUnit, unfinishedJobs, unitsOfNext } from './update-jobs.js';

export interface UpdateRunner {
  read: Store['read'];
  /** One transaction, by default the system's own. */
  transaction<T>(work: (scope: Scope) => Promise<T>, actor?: Actor): Promise<T>;
}

/** All jobs that are not done, oldest first. One that cannot go on keeps no other from it; it is tried again with the next call. */
export async function runColumnUpdates(runner: UpdateRunner, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const job of await runner.read(unfinishedJobs))
    await runJob(job, runner, signal).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function runJob(stored: UpdateJob, runner: UpdateRunner, signal: AbortSignal): Promise<void> {
  let job = stored;
  while (job.endedAt === null && !signal.aborted) {
    const { units, actor } = await runner.read(async (sql) => ({
      units: await unitsOfNext(job, sql),
      actor: await actorNow(job.actor, sql),
    }));
    if (!actor) return runner.transaction((scope) => abortJob(job, 'who asked for it is gone', scope));
    const items = await applyUnits(units, job, actor, runner);
    job = await runner.transaction((scope) => finishPart(job, items, scope));
  }
}

/** Who asked, as they are now; null when there is no such user any more. */
async function actorNow({ id }: Actor, sql: Sql): Promise<Actor | null> {
  const row = await getEntityById(sql, id);
  if (row?.type !== 'user' || row.deleted !== 0) return null;
  const { isAdmin = false, isBot = false } = JSON.parse(row.doc) as { isAdmin?: boolean; isBot?: boolean };
  return { id: row.id, name: row.name, isAdmin, isBot };
}

/** All in one transaction; when something of it is refused, less and less, so that only what is refused fails. */
async function applyUnits(
  units: readonly UpdateUnit[],
  job: UpdateJob,
  actor: Actor,
  runner: UpdateRunner,
): Promise<BulkItem[]> {
  try {
    return await together(units, job, actor, runner);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const smaller = split(units);
    const [only] = units[0]?.updates ?? [];
    if (smaller.length < 2) return [failure(only, units[0]?.id ?? null, error, job)];
    const items: BulkItem[] = [];
    for (const some of smaller) items.push(...(await applyUnits(some, job, actor, runner)));
    return items;
  }
}

function split(units: readonly UpdateUnit[]): UpdateUnit[][] {
  if (units.length !== 1) return units.map((unit) => [unit]);
  const { id = null, updates = null } = units[0] ?? {};
  return (updates ?? []).map((update) => [{ id, updates: [update] }]);
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

async function together(
  units: readonly UpdateUnit[],
  job: UpdateJob,
  actor: Actor,
  { transaction }: UpdateRunner,
): Promise<BulkItem[]> {
  const undone = catalogError('BAD_REQUEST', 'nothing of a dry run is kept');
  let items: BulkItem[] = [];
  try {
    await transaction(async (scope) => {
      items = [];
      for (const unit of units) items.push(...(await applyUnit(unit, job, scope)));
      if (job.dryRun) throw undone;
    }, actor);
  } catch (error) {
    if (error !== undone) throw error;
  }
  return items;
}

async function applyUnit(unit: UpdateUnit, job: UpdateJob, scope: Scope): Promise<BulkItem[]> {
  const [first] = unit.updates ?? [];
  const row = unit.id === null ? undefined : await getEntityById(scope.sql, unit.id);
  if (!row) {
    if (!first) return []; // it went away since it was found
    throw noSuchColumn(first);
  }
  const holder = columnHolders(scope).find(({ type }) => type.name === row.type) as ColumnHolder;
  if (!first && !(await isShown(holder, row, scope))) return [];
  const locked = await findForWrite(holder.type, { id: row.id }, 'non-deleted', scope);
  const { authorizer } = scope.catalog;
  await authorizer.decide(scope.actor, ['ViewBasic'], holder.type.name, () => factsOf(holder.type, locked, scope));
  const entity = await wholeOf(holder, locked, scope);
  const meant = unit.updates
    ? unit.updates.map((update) => [requireColumn(holder, entity, update), update] as const)
    : [...eachColumn(holder, entity)]
        .filter(({ column }) => column.name === job.columnName)
        .map((placed) => [placed, job.update] as const);
  const steps = meant.flatMap(([placed, update]: readonly [PlacedColumn, ColumnUpdate]) => stepsOf(placed, update));
  if (steps.length > 0) await patchEntity(holder.type, { id: row.id }, () => steps, null, scope);
  return meant.map(([{ path }]) => ({
    request: { columnFQN: `${row.fqn}.${path}`, entityType: row.type },
    status: 200,
  }));
}

/** Of what was found by a name nothing is told that went away or out of sight since. */
async function isShown(holder: ColumnHolder, row: Awaited<ReturnType<typeof getEntityById>> & {}, scope: Scope) {
  if (row.deleted !== 0) return false;
  try {
    const { authorizer } = scope.catalog;
    await authorizer.decide(scope.actor, ['ViewBasic'], holder.type.name, () => factsOf(holder.type, row, scope));
    return true;
  } catch (error) {
    if (error instanceof CatalogError && error.status === 403) return false;
    throw error;
  }
}

function requireColumn(
  holder: ColumnHolder,
  entity: Parameters<typeof columnAt>[1],
  update: NamedColumnUpdate,
): PlacedColumn {
  const placed = columnAt(holder, entity, update.columnFQN);
  if (!placed) throw noSuchColumn(update);
  return placed;
}

function noSuchColumn({ columnFQN }: NamedColumnUpdate) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', columnFQN));
}
