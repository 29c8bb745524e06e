import type { Feature } from '../../feature/index.js';
import { moveJob } from './move-job.js';
import { relationSettings } from './relation-settings.js';

/** What glossaries have besides their types: moves in the background, and the types of relations between terms. */
export const glossaryFeature = {
  name: 'glossary',
  jobs: [moveJob],
  settings: relationSettings,
} satisfies Feature;
