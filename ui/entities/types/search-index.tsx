import type { SearchIndex } from 'cairn/contract';
import { Search } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const searchIndex = defineEntityPage<SearchIndex>({
  type: 'searchIndex',
  icon: Search,
  title: () => t('searchIndex'),
  plural: () => t('searchIndexes'),
  path: '/v1/searchIndexes',
  service: 'searchService',
  fields: ['fields'],
  tabs: [
    {
      key: 'fields',
      title: () => t('fields'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/fields')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ indexType }) => kindText(indexType) },
    sourceFact,
  ],
});
