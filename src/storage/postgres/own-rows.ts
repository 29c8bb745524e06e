// Caches the rows that a transaction has written itself: no other transaction can change or see them before it
// ends.
import type { Ahead, ChangedKeys, Sql, TouchedRow } from '../port.js';
import { GENERATIONS, searchTables } from '../queries/search/search-tables.js';
import type { WrittenRow } from '../rows.js';
import { isQuery, targetOf } from '../statement-target.js';

/** Tables that have no rows of a newly inserted entity. */
const OF_ENTITIES: readonly string[] = ['relation', 'tag_usage', ...GENERATIONS.map((one) => searchTables(one).doc)];

/** The transaction with `written`, `mayHave` and `ahead`. Sees every statement, and drops whatever one may have changed. */
export function withOwnRows(tx: Sql): Sql {
  const written = new Map<string, WrittenRow>();
  const asked = new Map<string, Promise<unknown>>();
  const without = new Map(OF_ENTITIES.map((table) => [table, new Set<string>()]));
  const ahead = createAhead(tx);

  function noteChange(text: string, changed: ChangedKeys | undefined): void {
    const table = targetOf(text);
    const isNew = changed !== undefined && 'inserted' in changed;
    const only = isNew ? changed.inserted : changed;
    asked.clear();
    ahead.outdate();
    // A statement of several parts may change any table, but only rows of the given keys.
    for (const [name, ids] of without) {
      const isOf = table === null || table === name;
      if (isOf && only === undefined) ids.clear();
      else if (isOf) for (const id of only ?? []) ids.delete(id);
      else if (table === 'entity' && isNew) for (const id of only ?? []) ids.add(id);
    }
    if (table !== null && table !== 'entity') return;
    if (only === undefined) written.clear();
    else for (const id of only) written.delete(id);
  }

  return {
    ...tx,
    all(text, params) {
      if (!isQuery(text)) noteChange(text, undefined);
      return tx.all(text, params);
    },
    get(text, params) {
      if (!isQuery(text)) noteChange(text, undefined);
      return tx.get(text, params);
    },
    run(text, params, only) {
      noteChange(text, only);
      return tx.run(text, params, only);
    },
    /** Cached while loading and until something changes, so that concurrent requests for the same value query once. */
    kept<T>(name: string, load: () => Promise<T>) {
      const under = asked.get(name) as Promise<T> | undefined;
      if (under) return under;
      const loading = load();
      asked.set(name, loading);
      const done = () => {
        if (asked.get(name) === loading) asked.delete(name);
      };
      loading.then(done, done);
      return loading;
    },
    written,
    ahead,
    mayHave: (table, ids) => ids.filter((id) => !without.get(table)?.has(id)),
  };
}

function createAhead(tx: Sql): Ahead & { outdate(): void } {
  let sent: Promise<TouchedRow[]> | null = null;
  let isCurrent = false;
  return {
    send(text) {
      if (sent) return;
      sent = tx.all(text);
      sent.catch(() => {}); // the caller that takes it reports the error
      isCurrent = true;
    },
    take: async () => ({ rows: (await sent) ?? [], isCurrent }),
    outdate() {
      isCurrent = false;
    },
  };
}
