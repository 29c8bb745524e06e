import type { Feature } from '../feature/index.js';
import { activityRoutes } from './activity.js';
import { activityReader } from './activity-reader.js';
import { attachmentRoutes } from './attachments.js';
import { forReaders } from './for-readers.js';
import { threadRoutes } from './thread-routes.js';

/** Conversations about entities, what happened to them, and files about them. */
export const feedFeature = {
  name: 'feed',
  routes: forReaders([...threadRoutes(), ...activityRoutes(), ...attachmentRoutes()]),
  eventReaders: [activityReader],
} satisfies Feature;
