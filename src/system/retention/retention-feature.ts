import { createEventRetention } from '../../events/index.js';
import type { Feature, FeatureJob } from '../../feature/index.js';
import { forgetVersions, tidyMerged } from './version-jobs.js';

/** Days; 0 keeps everything. */
export interface RetentionOptions {
  eventRetentionDays: number;
  historyRetentionDays: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Removes events and versions that are older than the options say, and what is left of merged versions. Events wait for `eventReaders`. */
export function retentionFeature(
  { eventRetentionDays, historyRetentionDays }: RetentionOptions,
  eventReaders: () => readonly string[],
) {
  return {
    name: 'retention',
    jobs: [
      ...(eventRetentionDays > 0 ? [forgetEvents(eventRetentionDays * DAY, eventReaders)] : []),
      ...(historyRetentionDays > 0 ? [forgetVersions(historyRetentionDays * DAY)] : []),
      tidyMerged,
    ],
  } satisfies Feature;
}

function forgetEvents(keepMs: number, eventReaders: () => readonly string[]): FeatureJob {
  return {
    name: 'events.retention',
    everyMs: HOUR,
    run: (signal, { store, context }) =>
      createEventRetention({ store, now: context.now, keepMs, readers: eventReaders() }).run(signal),
  };
}
