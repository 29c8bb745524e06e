// Readers of events that write down what they handled: in a table, in the transaction of the cursor, or in memory.
import type { Scope } from '../../src/catalog/index.js';
import type { EverywhereReader, OnceReader, PlacedEventRow } from '../../src/events/index.js';
import type { Store } from '../../src/storage/index.js';

export interface Handled {
  position: number;
  server: string;
}

/** Before the first reader. */
export async function makeTable(store: Store): Promise<void> {
  await store.write((tx) => tx.run('create table handled (reader text, position integer, server text)'));
}

export function handledBy(store: Store, reader: string): Promise<Handled[]> {
  return store.read((sql) =>
    sql.all<Handled>('select position, server from handled where reader = $1 order by position', [reader]),
  );
}

export interface RecordingOptions {
  server?: string;
  batch?: number;
  /** Runs in `handle`, before anything is written. */
  before?(events: readonly PlacedEventRow[]): Promise<void>;
  /** Runs in the transaction, behind the rows. */
  after?(): void;
}

export function recordOnce(name: string, options: RecordingOptions = {}): OnceReader<Scope> {
  const { server = 'one', batch = 40, before, after } = options;
  return {
    name,
    batch,
    scope: 'once',
    from: 'oldest',
    async handle(events) {
      await before?.(events);
      return async ({ sql }) => {
        for (const { position } of events)
          await sql.run('insert into handled (reader, position, server) values ($1, $2, $3)', [name, position, server]);
        after?.();
      };
    },
  };
}

export function recordEverywhere(name: string, seen: PlacedEventRow[]): EverywhereReader<Scope> {
  return {
    name,
    batch: 7,
    scope: 'everywhere',
    async handle(events) {
      seen.push(...events);
    },
  };
}
