import type { Worksheet } from 'cairn/contract';
import { Sheet } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const worksheet = defineEntityPage<Worksheet>({
  type: 'worksheet',
  icon: Sheet,
  title: () => t('worksheet'),
  plural: () => t('worksheets'),
  path: '/v1/drives/worksheets',
  fields: ['columns'],
  tabs: [
    {
      key: 'schema',
      title: () => t('columns'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/columns')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('rows'), value: ({ rowCount }) => rowCount },
    sourceFact,
  ],
});
