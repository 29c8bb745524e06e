import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import type { CommonTab } from '../entity-page.js';

export const activity: CommonTab = {
  // Behind the first, which says what the entity is.
  order: 0.5,
  // People, rights and labels, which take no tags themselves, are nothing that people talk about.
  of: ({ lacks }) => !lacks?.includes('tags'),
  tab: {
    key: 'activity_feed',
    title: () => say(entityTitles)('activity'),
    page: () => import('../activity/activity-tab.js').then((m) => m.ActivityTab),
  },
};
