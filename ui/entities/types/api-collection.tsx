import type { ApiCollection } from 'cairn/contract';
import { Braces } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const apiCollection = defineEntityPage<ApiCollection>({
  type: 'apiCollection',
  icon: Braces,
  title: () => t('apiCollection'),
  plural: () => t('apiCollections'),
  path: '/v1/apiCollections',
  service: 'apiService',
  fields: ['apiEndpoints'],
  lacks: ['followers'],
  tabs: [
    {
      key: 'apiEndpoint',
      title: () => t('apiEndpoints'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('apiEndpoints')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('endpoint'), value: ({ endpointURL }) => endpointURL },
    sourceFact,
  ],
});
