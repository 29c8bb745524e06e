import { contractedTypes } from 'cairn/contract';
import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import type { CommonTab } from '../entity-page.js';

const TYPES: ReadonlySet<string> = new Set(contractedTypes);

export const contract: CommonTab = {
  order: 60,
  of: ({ type }) => TYPES.has(type),
  tab: {
    key: 'contract',
    title: () => say(entityTitles)('contract'),
    page: () => import('../contract/contract-tab.js').then((m) => m.ContractTab),
  },
};
