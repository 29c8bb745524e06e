// A reader of events that records what it handled, in the transaction of its cursor.
import type { Scope } from '../../src/catalog/index.js';
import type { EventReader, PlacedEventRow } from '../../src/events/index.js';
import type { Feature } from '../../src/feature/index.js';
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
  from?: 'now' | 'oldest';
  /** Runs in `handle`, before anything is written. */
  before?(events: readonly PlacedEventRow[]): Promise<void>;
  /** Runs in the transaction, after the rows are written. */
  after?(): void;
}

export function recordingReader(name: string, options: RecordingOptions = {}): EventReader<Scope> {
  const { server = 'one', batch = 40, from = 'oldest', before, after } = options;
  return {
    name,
    batch,
    from,
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

export function readerFeature(...eventReaders: EventReader<Scope>[]): Feature {
  return { name: 'recording', eventReaders };
}
