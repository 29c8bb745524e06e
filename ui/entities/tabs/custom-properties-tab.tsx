import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import type { CommonTab } from '../entity-page.js';

export const customProperties: CommonTab = {
  order: 90,
  of: ({ lacks }) => !lacks?.includes('extension'),
  tab: {
    key: 'custom_properties',
    title: () => say(entityTitles)('customProperties'),
    page: () => import('../frame/properties/custom-properties.js').then((m) => m.CustomProperties),
  },
};
