/**
 * Cached totals of lists, valid until rows of the type come, go or are renamed, or where values restrict the list, until any changes. Each reader checks that in its own snapshot
 * (`takeWriteMark`), so writes by other servers are noticed too; `drop` only frees stale entries early. A count walks
 * an index in slices, so that no call blocks the event loop for long.
 */
import { filterKey } from '../../rules/index.js';
import {
  type CountPlace,
  type CountSlice,
  countEntities,
  countSlice,
  type EntityQuery,
  firstPosition,
  type ListCondition,
  type RowFilter,
  takeWriteMark,
  type Watched,
  type WriteMark,
  writeMarkHolds,
} from '../../storage/index.js';
import type { Scope } from '../routes/route.js';

export interface Totals {
  /**
   * The cached or counted total in the caller's snapshot; null if counting takes more than one slice per deletion
   * state.
   */
  quick(query: EntityQuery, scope: Scope): Promise<number | null>;
  /** The total, counted in slices between which other work runs. Must not be called while holding a snapshot. */
  full(query: EntityQuery, scope: Pick<Scope, 'reopen'>): Promise<number>;
  /** Drops the cached totals of a type, or of all types. */
  drop(type?: string): void;
}

interface CachedTotal {
  /** null while counting. */
  known: number | null;
  total: Promise<number>;
  mark: WriteMark;
}

const maxPerType = 1000;

/** Filters of people with many policies are long, so their keys stand for them. */
function keyOf({ filter, ...query }: EntityQuery): string {
  return `${filter ? filterKey(filter) : ''} ${JSON.stringify(query)}`;
}

/**
 * Whether a filter tests what contains a row, its domains, or what it is about, which change without a change of the row's type: such
 * totals are not cached.
 */
function testsOthers(filter: RowFilter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.of.some(testsOthers);
  const tests = filter.kind === 'above' || filter.kind === 'fromDomains' || filter.kind === 'about';
  return tests || (filter.kind === 'not' && testsOthers(filter.of));
}

/** Conditions on the place and the name of a row, which change only when rows come, go or are renamed. */
const OF_ROWS: readonly ListCondition['by'][] = [
  'below',
  'notBelow',
  'parent',
  'parentType',
  'fqnPrefix',
  'directlyIn',
  'ids',
  'namePrefix',
];

/** Whether the test holds for a condition, or for one inside it. */
function holds(condition: ListCondition, test: (one: ListCondition) => boolean): boolean {
  if (condition.by === 'any' || condition.by === 'none') return condition.of.some((one) => holds(one, test));
  return test(condition);
}

/** What the total of a query changes with. Without values it stays while people edit. */
function watchedBy({ filter, conditions = [] }: EntityQuery): Watched {
  const byValues = conditions.some((one) => holds(one, ({ by }) => !OF_ROWS.includes(by)));
  return byValues || (filter && filter.kind !== 'all') ? 'values' : 'rows';
}

export function createTotals(): Totals {
  const cache = new Map<string, Map<string, CachedTotal>>();

  function store(query: EntityQuery, total: Promise<number>, mark: WriteMark): void {
    if (query.filter && testsOthers(query.filter)) return;
    if (query.conditions?.some((one) => holds(one, ({ by }) => by === 'subject'))) return;
    const known = cache.get(query.type);
    const ofType = known && known.size < maxPerType ? known : new Map<string, CachedTotal>();
    cache.set(query.type, ofType);
    const key = keyOf(query);
    const entry: CachedTotal = { known: null, total, mark };
    ofType.set(key, entry);
    total.then(
      (count) => {
        entry.known = count;
      },
      () => ofType.delete(key),
    );
  }

  /** The cached entry, if nothing that it depends on was written since. */
  async function find(query: EntityQuery, sql: Scope['sql']): Promise<CachedTotal | undefined> {
    const entry = cache.get(query.type)?.get(keyOf(query));
    return entry && (await writeMarkHolds(sql, query.type, entry.mark, watchedBy(query))) ? entry : undefined;
  }

  return {
    async quick(query, scope) {
      // A running count needs the connection between its slices: waiting for it while holding a snapshot would
      // deadlock.
      const entry = await find(query, scope.sql);
      if (entry) return entry.known;
      const mark = await takeWriteMark(scope.sql, query.type, watchedBy(query));
      let total = 0;
      let place: CountPlace | null = firstPosition(query);
      while (place) {
        const { count, next }: CountSlice = await countSlice(scope.sql, query, place);
        if (next?.after) return null;
        total += count;
        place = next;
      }
      store(query, Promise.resolve(total), mark);
      return total;
    },
    async full(query, scope) {
      const entry = await scope.reopen((sql) => find(query, sql));
      if (entry) return entry.total;
      const mark = await scope.reopen((sql) => takeWriteMark(sql, query.type, watchedBy(query)));
      const total = countEntities(scope.reopen, query);
      store(query, total, mark);
      return total;
    },
    drop(type) {
      if (type === undefined) cache.clear();
      else cache.delete(type);
    },
  };
}
