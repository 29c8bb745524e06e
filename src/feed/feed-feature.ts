import type { Feature } from '../feature/index.js';
import { activityRoutes } from './activity.js';
import { createActivityReader, type FilterActivity } from './activity-reader.js';
import { attachmentRoutes } from './attachments.js';
import { forReaders } from './for-readers.js';
import { forgetThreads } from './thread-retention.js';
import { threadRoutes } from './thread-routes.js';

/** Days; `threadRetentionDays` 0 keeps all threads. */
export interface FeedOptions {
  activityRetentionDays: number;
  threadRetentionDays: number;
}

const DAY = 86_400_000;

/** Conversations about entities, what happened to them, and files about them. */
export function feedFeature({ activityRetentionDays, threadRetentionDays }: FeedOptions, filter: FilterActivity) {
  return {
    name: 'feed',
    routes: forReaders([...threadRoutes(), ...activityRoutes(), ...attachmentRoutes()]),
    eventReaders: [createActivityReader(activityRetentionDays * DAY, filter)],
    jobs: threadRetentionDays > 0 ? [forgetThreads(threadRetentionDays * DAY)] : [],
  } satisfies Feature;
}
