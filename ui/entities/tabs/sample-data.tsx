import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import type { CommonTab } from '../entity-page.js';

/** Tables have theirs beside their queries. */
const TYPES: ReadonlySet<string> = new Set(['topic', 'container', 'searchIndex', 'file']);

export const sampleData: CommonTab = {
  order: 0.7,
  of: ({ type }) => TYPES.has(type),
  tab: {
    key: 'sample_data',
    title: () => say(entityTitles)('sampleData'),
    page: () => import('../table/sample-tab.js').then((m) => m.SampleTab),
  },
};
