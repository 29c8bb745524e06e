import { createEventRetention } from '../../events/index.js';
import type { Feature, FeatureJob } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { forgetVersions, tidyMerged } from './version-jobs.js';

/** Days; 0 keeps everything. */
export interface RetentionOptions {
  eventRetentionDays: number;
  historyRetentionDays: number;
}

const DAY = 86_400_000;

/**
 * Removes expired events and versions, and remnants of merged versions. Events are kept until all `eventReaders` have
 * read them.
 */
export function retentionFeature(options: RetentionOptions, eventReaders: () => readonly string[]) {
  return { name: 'retention', jobs: retentionJobs(options, eventReaders) } satisfies Feature;
}

/** By the options, those that remove something. */
export function retentionJobs(
  { eventRetentionDays, historyRetentionDays }: RetentionOptions,
  eventReaders: () => readonly string[],
): FeatureJob<null>[] {
  return [
    ...(eventRetentionDays > 0 ? [forgetEvents(eventRetentionDays * DAY, eventReaders)] : []),
    ...(historyRetentionDays > 0 ? [forgetVersions(historyRetentionDays * DAY)] : []),
    tidyMerged,
  ];
}

function forgetEvents(keepMs: number, eventReaders: () => readonly string[]): FeatureJob<null> {
  return {
    ...declareJob({ name: 'events.retention' }),
    schedule: '7 * * * *',
    run: (_, { transaction, context, signal }) =>
      createEventRetention({
        store: { write: (work) => transaction(({ sql }) => work(sql)) },
        now: context.now,
        keepMs,
        readers: eventReaders(),
      }).run(signal),
  };
}
