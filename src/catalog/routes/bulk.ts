/**
 * Bulk PUT, and the deletion of entities that a crawl no longer found. Both run in slices, each in its own transaction.
 */
import { CatalogError, catalogError } from '../../../contract/index.js';
import { type EntityRow, getEntityByFqn, type Inside, listEntities } from '../../storage/index.js';
import type { EntityType } from '../define/define.js';
import type { Registry } from '../define/registry.js';
import { givenFqn } from '../document/fqn.js';
import { insideOf } from '../document/inside.js';
import { positionOf } from '../read/cursor.js';
import { readFlag } from '../read/list-request.js';
import { factsOf } from '../rights/facts.js';
import { visibleIds } from '../rights/visible.js';
import type { Written } from '../write/draft.js';
import { putEntities, removeEntity } from '../write/write.js';
import { readBody, readJson } from './body.js';
import { type BulkItem, bulkReply } from './bulk-result.js';
import type { Reply, Request, Scope, SlicedScope } from './route.js';

/** Items per transaction. Limits how long other writes must wait (ADR 0002). */
const sliceSize = 50;

/** `PUT bulk`: returns a BulkOperationResult with an entry for every item. */
export async function bulkPut(type: EntityType, request: Request, scope: SlicedScope): Promise<Reply> {
  const { authorizer } = scope.catalog;
  if (authorizer.filter(scope.actor, 'EditAll', type.name).kind === 'none')
    authorizer.possible(scope.actor, 'Create', type.name);
  const override = readFlag(request.query, 'overrideMetadata');
  const items = readItems(readJson(request), scope);
  const status = readFlag(request.query, 'async') ? 202 : 200;
  return writeItems(status, items, (some, inner) => putEntities(type, some, { override }, inner), scope);
}

/** Writes several items, all or none. */
type WriteItems = (items: readonly unknown[], scope: Scope) => Promise<Written[]>;

async function writeItems(
  status: number,
  items: readonly unknown[],
  write: WriteItems,
  scope: SlicedScope,
): Promise<Reply> {
  const results = await inSlices(items, async (some) =>
    (await scope.transaction((inner) => write(some, inner))).map(passedResult),
  );
  return bulkReply(status, results);
}

/**
 * Results of items in their order. `change` changes some of them in one transaction. If it refuses any, it is called for each of
 * them alone, so that each gets its own result and, where two are about the same entity, the last one wins.
 */
export async function inSlices<T>(
  items: readonly T[],
  change: (some: readonly T[]) => Promise<BulkItem[]>,
): Promise<BulkItem[]> {
  const results: BulkItem[] = [];
  for (let at = 0; at < items.length; at += sliceSize)
    results.push(...(await changeSlice(items.slice(at, at + sliceSize), change)));
  return results;
}

async function changeSlice<T>(
  items: readonly T[],
  change: (some: readonly T[]) => Promise<BulkItem[]>,
): Promise<BulkItem[]> {
  try {
    return await change(items);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const [only, ...others] = items;
    if (others.length === 0) return [{ request: only, status: error.status, message: error.message }];
  }
  const results: BulkItem[] = [];
  for (const item of items) results.push(...(await changeSlice([item], change)));
  return results;
}

function readItems(body: unknown, scope: SlicedScope): unknown[] {
  if (!Array.isArray(body)) throw catalogError('BAD_REQUEST', 'The body must be an array of create requests');
  limitItems(body, scope);
  return body;
}

/** Throws 413 if a bulk request has more items than the option `bulkLimit`, or `most`, allows. */
export function limitItems(
  { length }: readonly unknown[],
  { catalog }: Pick<Scope, 'catalog'>,
  most = catalog.options.bulkLimit,
): void {
  const limit = Math.min(most, catalog.options.bulkLimit);
  if (length > limit)
    throw catalogError('BULK_LIMIT_EXCEPTION', `A bulk request may contain at most ${limit} items, not ${length}`);
}

function passedResult(written: Written): BulkItem {
  return { request: written.row.fqn, status: written.outcome === 'created' ? 201 : 200 };
}

interface StaleRequest {
  scopeFqn: string;
  scopeEntityType: string;
  seenFqns: string[];
  dryRun?: boolean;
  hardDelete?: boolean;
  recursive?: boolean;
}

/**
 * `DELETE deleteStale`: deletes the entities of the type inside a container whose FQNs are not in `seenFqns`. It deletes
 * nothing when nothing was seen, which is also what a crawl reports that failed, or when there is no such container yet.
 */
export async function deleteStale(type: EntityType, request: Request, scope: SlicedScope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'Delete', type.name);
  const wanted = readBody(request, 'type/bulkDeleteStaleRequest', scope);
  const types = containerTypes(type, wanted.scopeEntityType, scope.catalog.registry);
  const seen = new Set(wanted.seenFqns.map((fqn) => givenFqn(type, fqn)));
  const inside = seen.size > 0 && (await scope.transaction((inner) => onlyContainer(type, types, wanted, inner)));
  const results: BulkItem[] = [];
  let after: ReturnType<typeof positionOf> | undefined;
  while (inside) {
    const rows: EntityRow[] = await scope.transaction((inner) => stalePage(type, inside, after, inner));
    const last = rows.at(-1);
    if (!last) break;
    after = positionOf(last);
    const stale = rows.filter((row) => !seen.has(row.fqn));
    for (const row of stale) results.push(await removeStale(type, row, wanted, scope));
  }
  return bulkReply(200, results, wanted.dryRun);
}

/** compat: clients send `service` for services of any type. */
function containerTypes(type: EntityType, name: string, registry: Registry): string[] {
  const above = registry.types.filter((candidate) => registry.liesBelow(type.name, candidate.name));
  const meant = above.filter(({ name: known, family }) => (name === 'service' ? family !== undefined : known === name));
  if (meant.length === 0)
    throw catalogError(
      'BAD_REQUEST',
      `scopeEntityType ${JSON.stringify(name.slice(0, 100))} is not a container of ${type.name}`,
    );
  return meant.map((container) => container.name);
}

/** Nothing if there is no such container that the actor may see, 400 if the name is ambiguous: never guess what to delete. */
async function onlyContainer(
  type: EntityType,
  types: readonly string[],
  { scopeFqn }: StaleRequest,
  scope: Scope,
): Promise<Inside | undefined> {
  const found: EntityRow[] = [];
  for (const name of types) {
    const row = await getEntityByFqn(scope.sql, name, givenFqn(scope.catalog.registry.get(name), scopeFqn));
    if (row && row.deleted < 2 && (await visibleIds([row], scope)).has(row.id)) found.push(row);
  }
  const [container, another] = found;
  if (another)
    throw catalogError(
      'BAD_REQUEST',
      `scopeEntityType must be one of ${found.map((row) => row.type).join(', ')}: all of them have a ${scopeFqn}`,
    );
  return container && insideOf(container, type.name, scope.catalog.registry);
}

function stalePage(
  type: EntityType,
  below: Inside,
  after: ReturnType<typeof positionOf> | undefined,
  scope: Scope,
): Promise<EntityRow[]> {
  return listEntities(scope.sql, {
    type: type.name,
    below,
    limit: sliceSize,
    filter: scope.catalog.authorizer.filter(scope.actor, 'ViewBasic', type.name),
    ...(after ? { after } : {}),
  });
}

async function removeStale(
  type: EntityType,
  row: EntityRow,
  wanted: StaleRequest,
  scope: SlicedScope,
): Promise<BulkItem> {
  const options = { hard: wanted.hardDelete === true, recursive: wanted.recursive !== false };
  try {
    await scope.transaction<unknown>((inner) =>
      wanted.dryRun
        ? inner.catalog.authorizer.decide(inner.actor, ['Delete'], type.name, () => factsOf(type, row, inner))
        : removeEntity(type, { id: row.id }, options, null, inner),
    );
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    // What is missing went with the parent that was deleted before it.
    if (error.status !== 404) return { request: row.fqn, status: error.status, message: error.message };
  }
  return { request: row.fqn, status: 200 };
}
