/**
 * Cached totals of lists, valid until rows of the type come, go or are renamed, or where values or rights restrict the list,
 * until the next commit. Each reader checks that in its own snapshot, so writes by other servers are noticed too; `drop`
 * only frees stale entries early. A count walks an index in slices, so that no call blocks the event loop for long.
 */
import { filterKey } from '../../rules/index.js';
import {
  type CountPlace,
  type CountSlice,
  cached,
  countEntities,
  countSlice,
  type EntityQuery,
  firstPosition,
  type ListCondition,
  type Sql,
  takeWriteMark,
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
  basis: Basis;
}

const maxPerType = 1000;

/** Filters of people with many policies are long, so their keys stand for them. */
function keyOf({ filter, ...query }: EntityQuery): string {
  return `${filter ? filterKey(filter) : ''} ${JSON.stringify(query)}`;
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

/**
 * Whether a total stays while people edit. What values and rights test may be inherited, come with a term or hang on the
 * other end of an edge, so it changes with entities of any type, and without an event of this one.
 */
function countsRowsAlone({ filter, conditions = [] }: EntityQuery): boolean {
  const byValues = conditions.some((one) => holds(one, ({ by }) => !OF_ROWS.includes(by)));
  return !byValues && (filter === undefined || filter.kind === 'all');
}

/** What a total was counted from: a stamp of the rows of the type, or else the state of the whole database. */
type Basis = { rows: WriteMark } | { state: object };

async function takeBasis(query: EntityQuery, sql: Sql): Promise<Basis> {
  return countsRowsAlone(query)
    ? { rows: await takeWriteMark(sql, query.type, 'rows') }
    : { state: await stateOf(sql) };
}

async function isCurrent(basis: Basis, { type }: EntityQuery, sql: Sql): Promise<boolean> {
  return 'rows' in basis ? writeMarkHolds(sql, type, basis.rows, 'rows') : (await stateOf(sql)) === basis.state;
}

/** The same object until something is committed. */
function stateOf(sql: Sql): Promise<object> {
  return cached(
    sql,
    'totals.state',
    async () => ({}),
    () => 1,
  );
}

export function createTotals(): Totals {
  const cache = new Map<string, Map<string, CachedTotal>>();

  function store(query: EntityQuery, total: Promise<number>, basis: Basis): void {
    const known = cache.get(query.type);
    const ofType = known && known.size < maxPerType ? known : new Map<string, CachedTotal>();
    cache.set(query.type, ofType);
    const key = keyOf(query);
    const entry: CachedTotal = { known: null, total, basis };
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
    return entry && (await isCurrent(entry.basis, query, sql)) ? entry : undefined;
  }

  return {
    async quick(query, scope) {
      // A running count needs the connection between its slices: waiting for it while holding a snapshot would
      // deadlock.
      const entry = await find(query, scope.sql);
      if (entry) return entry.known;
      const basis = await takeBasis(query, scope.sql);
      let total = 0;
      let place: CountPlace | null = firstPosition(query);
      while (place) {
        const { count, next }: CountSlice = await countSlice(scope.sql, query, place);
        if (next?.after) return null;
        total += count;
        place = next;
      }
      store(query, Promise.resolve(total), basis);
      return total;
    },
    async full(query, scope) {
      const entry = await scope.reopen((sql) => find(query, sql));
      if (entry) return entry.total;
      const basis = await scope.reopen((sql) => takeBasis(query, sql));
      const total = countEntities(scope.reopen, query);
      store(query, total, basis);
      return total;
    },
    drop(type) {
      if (type === undefined) cache.clear();
      else cache.delete(type);
    },
  };
}
