import type { Feature } from '../../feature/index.js';
import { relationSettings } from './relation-types.js';

/** What glossaries have besides their types: the setting with the types of relations between terms. */
export const glossaryFeature = {
  name: 'glossary',
  settings: relationSettings,
} satisfies Feature;
