import type { ApiEndpoint } from 'cairn/contract';
import { Route } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const apiEndpoint = defineEntityPage<ApiEndpoint>({
  type: 'apiEndpoint',
  icon: Route,
  title: () => t('apiEndpoint'),
  plural: () => t('apiEndpoints'),
  path: '/v1/apiEndpoints',
  fields: [],
  tabs: [
    {
      key: 'schema',
      title: () => t('response'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/responseSchema/schemaFields')),
    },
    {
      key: 'request',
      title: () => t('request'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/requestSchema/schemaFields')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('method'), value: ({ requestMethod }) => requestMethod },
    { label: () => t('endpoint'), value: ({ endpointURL }) => endpointURL },
    sourceFact,
  ],
});
