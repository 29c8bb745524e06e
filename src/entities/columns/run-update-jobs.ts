/**
 * Runs jobs that update many columns, on behalf of the user who started them and with the current rights of that user.
 */

import { CatalogError, catalogError, errorMessages, parseList } from '../../../contract/index.js';
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
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { getEntityById } from '../../storage/index.js';
import { jobActor } from '../job-actor.js';
import type { NamedColumnUpdate } from './bulk-update.js';
import { type ColumnUpdate, stepsOf } from './column-change.js';
import { type ColumnHolder, columnFinder, columnHolders, eachColumn, type PlacedColumn } from './column-holders.js';
import { loadColumnHolder } from './single-column-routes.js';
import { afterPart, columnUpdates, partName, readState, type UpdateInput, type UpdateUnit } from './update-jobs.js';

type UpdateRunner = Pick<JobDeps, 'transaction'>;

/** Runs one part after another; a transaction after each records its results. */
export const columnUpdateJob: FeatureJob<UpdateInput> = {
  ...columnUpdates,
  async run(input, { job, store, data, transaction, progress }) {
    let state = readState(await data('state'));
    while (state.next < input.parts) {
      const units = parseList<UpdateUnit>((await data(partName(state.next))) ?? '[]');
      const actor = await jobActor(job.actorId, store);
      const items = await applyUnits(units, input, actor, { transaction });
      const after = afterPart(state, items);
      await transaction((scope) => progress(scope, { done: 1, state: after }));
      state = after;
    }
  },
};

/** A transaction ends after this many milliseconds, but not before its first entity, since it blocks other writes. */
const TRANSACTION_MS = 50;

/**
 * Applies as many units as fit into one transaction, then the rest. If an update is refused, retries with halves, so
 * that only refused updates fail and an entity is still written only a few times.
 */
async function applyUnits(
  units: readonly UpdateUnit[],
  job: UpdateInput,
  actor: Actor,
  runner: UpdateRunner,
): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (let done = 0; done < units.length; ) {
    const rest = units.slice(done);
    try {
      const applied = await inOneTransaction(rest, job, actor, runner);
      items.push(...applied.items);
      done += applied.count;
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

/** Halves of the entities; a single entity is split into halves of its updates. */
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
  { columnName }: UpdateInput,
): BulkItem {
  const request = update
    ? { columnFQN: update.columnFQN, entityType: update.entityType }
    : { entityId: id, columnName };
  return { request, status, message };
}

/** Applies units until the transaction took long enough; a dry run rolls back. `count`: number of units applied. */
async function inOneTransaction(
  units: readonly UpdateUnit[],
  job: UpdateInput,
  actor: Actor,
  { transaction }: UpdateRunner,
): Promise<{ items: BulkItem[]; count: number }> {
  const rollback = catalogError('BAD_REQUEST', 'a dry run must not be committed');
  let items: BulkItem[] = [];
  let count = 0;
  try {
    await transaction(async (scope) => {
      [items, count] = [[], 0];
      const start = scope.context.now();
      for (const unit of units) {
        items.push(...(await applyUnit(unit, job, scope)));
        count++;
        if (scope.context.now() - start >= TRANSACTION_MS) break;
      }
      if (job.dryRun) throw rollback;
    }, actor);
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return { items, count };
}

async function applyUnit({ id, updates }: UpdateUnit, job: UpdateInput, scope: Scope): Promise<BulkItem[]> {
  const row = id === null ? undefined : await getEntityById(scope.sql, id);
  // An entity that was found by column name and deleted since has no result.
  if (row?.deleted !== 0) return (updates ?? []).map((update) => failure(update, id, noSuchColumn(update), job));
  const holder = present(columnHolders(scope).find(({ type }) => type.name === row.type));
  // The same if it was hidden from the user since.
  if (!updates && !(await isAllowed('ViewBasic', holder.type, () => factsOf(holder.type, row, scope), scope)))
    return [];
  const locked = await findForWrite(holder.type, { id: row.id }, 'non-deleted', scope);
  const { authorizer } = scope.catalog;
  await authorizer.decide(scope.actor, ['ViewBasic'], holder.type.name, () => factsOf(holder.type, locked, scope));
  const entity = await loadColumnHolder(holder, locked, scope);
  const find = columnFinder(holder, entity);
  const targets = updates ? listedTargets(updates, find) : namedTargets(holder, entity, job);
  const missing = (updates ?? []).filter(({ columnFQN }) => !find(columnFQN));
  const steps = targets.flatMap(({ placed, update }) => stepsOf(placed, update));
  if (steps.length > 0) await patchEntity(holder.type, { id: row.id }, () => steps, null, scope);
  return [
    ...targets.map(({ placed }) => ({
      request: { columnFQN: `${row.fqn}.${placed.path}`, entityType: row.type },
      status: 200,
    })),
    ...missing.map((update) => failure(update, id, noSuchColumn(update), job)),
  ];
}

interface Target {
  placed: PlacedColumn;
  update: ColumnUpdate;
}

/**
 * The listed columns that exist. Updates of the same column are merged, even if its FQN is quoted differently; the
 * later one wins.
 */
function listedTargets(updates: readonly NamedColumnUpdate[], find: ReturnType<typeof columnFinder>): Target[] {
  const targets = new Map<string, Target>();
  for (const update of updates) {
    const placed = find(update.columnFQN);
    if (placed) targets.set(placed.pointer, { placed, update: { ...targets.get(placed.pointer)?.update, ...update } });
  }
  return [...targets.values()];
}

function namedTargets(holder: ColumnHolder, entity: Fields, { columnName, update }: UpdateInput): Target[] {
  return [...eachColumn(holder, entity)]
    .filter(({ column }) => column.name === columnName)
    .map((placed) => ({ placed, update }));
}

function noSuchColumn({ columnFQN }: NamedColumnUpdate) {
  return catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundByName('column', columnFQN.slice(0, 300)));
}
