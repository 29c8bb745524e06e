/**
 * A page of hits ordered by a field: many hits by walking an index, few or unindexed ones by their values, slice by
 * slice, holding no more than a page.
 */
import {
  type DocIdPosition,
  hitsByDocId,
  placesByFqn,
  placesByName,
  placesByTime,
  positionsByDocId,
  type SearchSort,
  type SqlValue,
  type WalkedOrder,
  type WalkPlace,
  type WalkSlice,
} from '../../storage/index.js';
import { compareValues } from '../engine/compare-values.js';
import type { SortedHit } from '../engine/search-engine.js';
import type { DocIdSet } from './doc-id-set.js';
import { lowerBound } from './doc-id-set.js';
import type { DocIdWork } from './search-cache.js';

interface Page {
  offset: number;
  limit: number;
}

const FEW = 2_000;
const ROWS_AT_ONCE = 500;

export async function sortDocIds(
  docIds: DocIdSet,
  sort: SearchSort,
  page: Page,
  given: DocIdWork,
): Promise<SortedHit[]> {
  const { by } = sort;
  const few = docIds.length <= FEW || by === 'display' || by === 'usage';
  const places = few
    ? await byValues(docIds, sort, page, given)
    : await alongIndex(docIds, { ...sort, by }, page, given);
  const values = new Map(places.map(({ n, value }) => [n, value]));
  const hits = await hitsByDocId(
    given.sql,
    given.tables,
    places.map(({ n }) => n),
  );
  return hits.map((hit) => ({ ...hit, value: values.get(hit.n) as SqlValue }));
}

async function byValues(
  docIds: DocIdSet,
  sort: SearchSort,
  { offset, limit }: Page,
  given: DocIdWork,
): Promise<DocIdPosition[]> {
  const order = orderOf(sort);
  const wanted = offset + limit;
  let kept: DocIdPosition[] = [];
  for (let i = 0; i < docIds.length; i += ROWS_AT_ONCE) {
    const slice = [...docIds.subarray(i, i + ROWS_AT_ONCE)];
    for (const place of await positionsByDocId(given.sql, given.tables, sort.by, slice))
      if (isBehind(place, sort, order)) kept.push(place);
    if (kept.length > 2 * wanted + ROWS_AT_ONCE) kept = kept.sort(order).slice(0, wanted);
    await given.pace.turn();
  }
  return kept.sort(order).slice(offset, wanted);
}

/** Names have one index; other orders have one index walk for each type and state among the hits, merged. */
async function alongIndex(
  docIds: DocIdSet,
  sort: SearchSort & { by: WalkedOrder },
  { offset, limit }: Page,
  given: DocIdWork,
): Promise<DocIdPosition[]> {
  const order = orderOf(sort);
  const walks = await Promise.all(readersOf(docIds, sort, given).map((read) => openWalk(docIds, sort, read, given)));
  const places: DocIdPosition[] = [];
  while (places.length < offset + limit) {
    let first: Walk | null = null;
    for (const walk of walks) if (walk.next && (first?.next == null || order(walk.next, first.next) < 0)) first = walk;
    if (!first?.next) break;
    places.push(first.next);
    await first.step();
    await given.pace.turn();
  }
  return places.slice(offset);
}

interface Walk {
  next: DocIdPosition | null;
  step(): Promise<void>;
}

interface Kind {
  type: string;
  deleted: number;
}

/** Reads the next slice behind a position. */
type Reader = (after: WalkPlace | undefined) => Promise<WalkSlice>;

function readersOf(docIds: DocIdSet, { by, descending }: SearchSort & { by: WalkedOrder }, given: DocIdWork): Reader[] {
  const { sql, tables } = given;
  if (by === 'name') return [(after) => placesByName(sql, tables, { descending, after }, ROWS_AT_ONCE)];
  const read = by === 'fqn' ? placesByFqn : placesByTime;
  return kindsOf(docIds, given).map(
    (kind): Reader =>
      (after) =>
        read(sql, tables, { ...kind, descending, after }, ROWS_AT_ONCE),
  );
}

async function openWalk(docIds: DocIdSet, sort: SearchSort, read: Reader, { pace }: DocIdWork): Promise<Walk> {
  let waiting: DocIdPosition[] = [];
  let after: WalkPlace | undefined = sort.after;
  let ended = false;
  const walk: Walk = {
    next: null,
    async step() {
      while (waiting.length === 0 && !ended) {
        const { places, next } = await read(after);
        ended = next === null;
        if (next) after = next;
        waiting = places.filter(({ n }) => docIds[lowerBound(docIds, n)] === n).reverse();
        await pace.turn();
      }
      walk.next = waiting.pop() ?? null;
    },
  };
  await walk.step();
  return walk;
}

/** Types and states that occur among the hits. */
function kindsOf(docIds: DocIdSet, { memory: { facetOf, tuples: combinations } }: DocIdWork): Kind[] {
  const kinds = new Map<string, Kind>();
  const seen = new Uint8Array(combinations.end);
  for (const n of docIds) {
    const facet = facetOf[n] as number;
    if (seen[facet]) continue;
    seen[facet] = 1;
    const kind = { type: '', deleted: 0 };
    combinations.some(facet, (term) => {
      const field = combinations.fieldName(combinations.fieldOf(term));
      if (field === 'y') kind.type = combinations.valueOf(term);
      if (field === 'x') kind.deleted = Number(combinations.valueOf(term));
      return false;
    });
    kinds.set(`${kind.type} ${kind.deleted}`, kind);
  }
  return [...kinds.values()];
}

type Order = (a: Pick<DocIdPosition, 'value' | 'id'>, b: Pick<DocIdPosition, 'value' | 'id'>) => number;

function orderOf({ descending }: SearchSort): Order {
  const ascending: Order = (a, b) => compareValues(a.value, b.value) || compareValues(a.id, b.id);
  return descending ? (a, b) => ascending(b, a) : ascending;
}

function isBehind(place: DocIdPosition, { after }: SearchSort, order: Order): boolean {
  return !after || order(place, after) > 0;
}
