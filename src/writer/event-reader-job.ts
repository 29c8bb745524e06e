import type { Scope } from '../catalog/index.js';
import { createEventLog, createReaderCursor, type EventReader } from '../events/index.js';
import type { FeatureJob } from '../feature/index.js';

const LOOK_MS = 1000;

/** Runs one event reader: batch after batch, until it has seen the newest event. The cursor moves behind handled events only. */
export function eventReaderJob(reader: EventReader<Scope>): FeatureJob {
  return {
    name: `events.reader.${reader.name}`,
    everyMs: LOOK_MS,
    async run(signal, { store, context, transaction }) {
      const log = createEventLog({ store });
      const cursor = createReaderCursor({ store, reader: reader.name });
      while (!signal.aborted) {
        const events = await log.read({ after: await cursor.get(), limit: reader.batch });
        const last = events.at(-1);
        if (!last) return;
        const keep = await reader.handle(events, { read: store.read, context, signal });
        await transaction(async (scope) => {
          await keep?.(scope);
          await cursor.move(scope.sql, last.position);
        });
      }
    },
  };
}
