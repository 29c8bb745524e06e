import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import type { CommonTab } from '../entity-page.js';

/** Links to it exist already. */
export const lineage: CommonTab = {
  order: 50,
  of: ({ lacks }) => !lacks?.includes('tags'),
  tab: {
    key: 'lineage',
    title: () => say(entityTitles)('lineage'),
    onlyIfAsked: true,
    page: () => import('../later-tab.js').then((m) => m.laterTab('lineage')),
  },
};
