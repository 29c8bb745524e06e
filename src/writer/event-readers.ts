/** The event readers of all features, where writes run. */
import type { Scope } from '../catalog/index.js';
import type { Context } from '../context/index.js';
import { beginReaders, type EventReader, onceReaderJob, readerJob, startEverywhereReader } from '../events/index.js';
import type { Job } from '../jobs/index.js';
import type { Store } from '../storage/index.js';
import type { WriteRunner } from './run-write.js';
import type { OnMarks } from './writer.js';

export interface EventReaderDeps {
  store: Store;
  context: Context;
  runner: Pick<WriteRunner, 'transaction'>;
  eventReaders: readonly EventReader<Scope>[];
  onMarks: OnMarks;
  /** How far a reader is that runs on every server. */
  onReader(name: string, position: number): void;
}

export interface EventReaders {
  /** Those that one server at a time runs. */
  jobs: readonly Job[];
  /** Names of the stored cursors. */
  cursors: readonly string[];
  /** Events have got positions. `wakeJob` wakes the jobs. */
  wake(wakeJob: (name: string) => void): void;
  stop(): Promise<void>;
}

export async function startEventReaders(deps: EventReaderDeps): Promise<EventReaders> {
  const { store, context, runner, eventReaders, onMarks, onReader } = deps;
  const run = { read: store.read, context, transaction: runner.transaction };
  await beginReaders(eventReaders, { store, transaction: runner.transaction });
  const once = eventReaders.filter((reader) => reader.scope === 'once');
  const everywhere = await Promise.all(
    eventReaders
      .filter((reader) => reader.scope === 'everywhere')
      .map((reader) =>
        startEverywhereReader(reader, {
          ...run,
          mark: (mark) => onMarks([mark]),
          handled: (position) => onReader(reader.name, position),
        }),
      ),
  );
  return {
    jobs: once.map((reader) => onceReaderJob(reader, run)),
    cursors: once.map(({ name }) => name),
    wake(wakeJob) {
      for (const { name } of once) wakeJob(readerJob(name));
      for (const reader of everywhere) reader.wake();
    },
    async stop() {
      await Promise.all(everywhere.map((reader) => reader.stop()));
    },
  };
}
