import type { Mlmodel } from 'cairn/contract';
import { Network } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const mlmodel = defineEntityPage<Mlmodel>({
  type: 'mlmodel',
  icon: Network,
  title: () => t('mlmodel'),
  plural: () => t('mlmodels'),
  path: '/v1/mlmodels',
  service: 'mlmodelService',
  fields: ['mlFeatures'],
  tabs: [
    {
      key: 'features',
      title: () => t('features'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/mlFeatures')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('algorithm'), value: ({ algorithm }) => algorithm },
    { label: () => t('target'), value: ({ target }) => target },
    sourceFact,
  ],
});
